import localFont from 'next/font/local'

/** Body text and headings. The width axis condenses small labels. */
export const sans = localFont({
  src: '../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2',
  variable: '--font-sans',
  weight: '400 700',
  display: 'swap',
  declarations: [{ prop: 'font-stretch', value: '75% 100%' }],
  fallback: ['ui-sans-serif', 'system-ui', 'sans-serif'],
})

/** Addresses, hashes and figures. */
export const mono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  variable: '--font-mono',
  weight: '100 800',
  display: 'swap',
  preload: false,
  fallback: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'monospace'],
})
