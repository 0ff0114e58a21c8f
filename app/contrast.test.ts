import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'globals.css'), 'utf8')

const tokensOf = (selector: string): ReadonlyMap<string, string> => {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** Implements "relative luminance" and "contrast ratio" of WCAG 2.2. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const papers = ['paper', 'paper-raised', 'paper-sunk', 'paper-side']
const washes = ['accent-wash', 'seal-wash', 'warn-wash']
/** Pairs of text and background colours that must reach AA for text of any size. */
const pairs = [
  ...['ink', 'ink-muted', 'ink-faint', 'accent', 'accent-strong'].flatMap((ink) => papers.map((on) => [ink, on])),
  ...['ink', 'ink-muted', 'ink-faint'].flatMap((ink) => washes.map((on) => [ink, on])),
  ...['seal', 'warn'].flatMap((ink) => [...papers, `${ink}-wash`].map((on) => [ink, on])),
  ['accent', 'accent-wash'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-seal', 'seal'],
  ['on-seal', 'seal-strong'],
]

describe.each([
  ['light', ':root'],
  ['dark', '[data-theme="dark"]'],
])('%s theme', (_, selector) => {
  const tokens = tokensOf(selector)

  it.each(pairs)('%s on %s is readable', (ink = '', ground = '') => {
    const [a, b] = [tokens.get(ink), tokens.get(ground)]
    if (!a || !b) throw new Error(`no such token: ${ink} or ${ground}`)
    expect(contrast(a, b)).toBeGreaterThanOrEqual(4.5)
  })
})
