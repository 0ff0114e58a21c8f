import type { Config } from 'tailwindcss'

const token = (name: string) => `var(--${name})`

// Names for the tokens of app/globals.css: no value is written here twice.
const config: Config = {
  content: [],
  theme: {
    extend: {
      colors: {
        paper: {
          DEFAULT: token('paper'),
          raised: token('paper-raised'),
          sunk: token('paper-sunk'),
          side: token('paper-side'),
        },
        ink: { DEFAULT: token('ink'), muted: token('ink-muted'), faint: token('ink-faint') },
        rule: { DEFAULT: token('rule'), strong: token('rule-strong') },
        accent: {
          DEFAULT: token('accent'),
          strong: token('accent-strong'),
          wash: token('accent-wash'),
          on: token('on-accent'),
        },
        seal: { DEFAULT: token('seal'), strong: token('seal-strong'), wash: token('seal-wash'), on: token('on-seal') },
        warn: { DEFAULT: token('warn'), wash: token('warn-wash') },
      },
      fontFamily: { sans: token('font-sans'), mono: token('font-mono') },
      fontSize: {
        label: [token('text-label'), { lineHeight: '1.3' }],
        small: [token('text-small'), { lineHeight: '1.5' }],
        body: [token('text-body'), { lineHeight: '1.6' }],
        lead: [token('text-lead'), { lineHeight: '1.45' }],
        title: [token('text-title'), { lineHeight: '1.25' }],
        display: [token('text-display'), { lineHeight: '1.04' }],
      },
      borderRadius: { sheet: token('radius-sheet'), control: token('radius-control') },
      boxShadow: { sheet: token('shadow-sheet'), float: token('shadow-float') },
      maxWidth: { measure: token('measure') },
    },
  },
}

export default config
