import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { returningScript } from '@/components/app/returning'
import { themeScript } from '@/components/ui/page/theme'
import { mono, sans } from './fonts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Countersign', template: '%s · Countersign' },
  description: 'A wallet chat. The agent proposes, you countersign: nothing is signed that you have not read.',
  applicationName: 'Countersign',
  referrer: 'no-referrer',
  formatDetection: { telephone: false, email: false, address: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f1e6' },
    { media: '(prefers-color-scheme: dark)', color: '#161511' },
  ],
}

/** Renders per request: only then are the nonce of the Content-Security-Policy and the settings known. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang="en" className={`${sans.variable} ${mono.variable}`} suppressHydrationWarning>
      <head>
        {/* Runs before the first paint, so that neither the theme nor the layout flashes. Browsers hide the nonce,
            hence `suppressHydrationWarning`. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants, allowed by the nonce
          dangerouslySetInnerHTML={{ __html: `${themeScript};${returningScript}` }}
        />
      </head>
      <body>
        <noscript>
          <p className="bg-warn-wash px-4 py-3 text-center text-small">
            Countersign checks every action in your browser, and needs JavaScript to do it. Turn it on and reload.
          </p>
        </noscript>
        {children}
      </body>
    </html>
  )
}
