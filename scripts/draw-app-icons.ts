/**
 * Draws the icons of the installed app from its mark, app/icon.svg. Run `tsx scripts/draw-app-icons.ts` after a change of
 * the mark; it needs the browser of the browser tests.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { systemChromium } from './prepare.mjs'

const root = path.join(import.meta.dirname, '..')
const mark = readFileSync(path.join(root, 'app/icon.svg'), 'utf8')
const red = '#b92d18'

/** `whole`: a system cuts its own shape out of it, so that its ground reaches the edges. */
const icons: readonly { file: string; size: number; whole: boolean }[] = [
  { file: 'public/icon-192.png', size: 192, whole: false },
  { file: 'public/icon-512.png', size: 512, whole: false },
  { file: 'public/icon-maskable-512.png', size: 512, whole: true },
  { file: 'app/apple-icon.png', size: 180, whole: true },
]

const browser = await chromium.launch({ executablePath: systemChromium() ?? undefined, args: ['--no-sandbox'] })
for (const { file, size, whole } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  // A mask leaves at least the middle four fifths of a whole icon.
  const width = whole ? size * 0.8 : size
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${whole ? red : 'transparent'}">
      <div style="width:${width}px;height:${width}px">${mark}</div></body>`,
  )
  writeFileSync(path.join(root, file), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
