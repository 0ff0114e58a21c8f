import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openGallery } from '../fixtures/gallery'
import { outOfSight } from '../fixtures/sight'

/**
 * Every card in every state, and every list, notice and empty page, as the gallery shows them. Each page is checked in
 * one of these views; what the cards of all tools have in common is so checked in each.
 */
const views = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function violations(page: Page): Promise<string[]> {
  // Without the second page that it opens for frames, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations: found } = await axe
    .options({ runOnly: { type: 'tag', values: wcag }, resultTypes: ['violations'], preload: false })
    .analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Lists the icons that do not stand out from the background (WCAG 1.4.11), and seals that blend with it. */
const lostPictures = (page: Page) =>
  page.locator('svg:visible').evaluateAll((all) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color)
        .slice(0, 3)
        .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const behind = (element: Element | null): string => {
      if (!element) return getComputedStyle(document.documentElement).backgroundColor
      const { backgroundColor } = getComputedStyle(element)
      return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor
    }
    return all.flatMap((picture) => {
      const { color, mixBlendMode } = getComputedStyle(picture)
      const [high = 0, low = 0] = [luminance(color), luminance(behind(picture))].sort((a, b) => b - a)
      const stands = (high + 0.05) / (low + 0.05) >= 3 && mixBlendMode === 'normal'
      return stands ? [] : [`${color} ${mixBlendMode} ${picture.outerHTML.slice(0, 120)}`]
    })
  })

/** Lists what still moves. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > 10)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
  )

for (const [index, view] of views.entries())
  test.describe(`${view.colorScheme}, ${view.viewport.width} pixels wide`, () => {
    test.use(view)

    test('every card and list can be read by everybody', async ({ page }) => {
      test.slow()
      const { names, turnTo } = await openGallery(page)
      for (const name of names.filter((_, at) => at % views.length === index)) {
        await test.step(name, async () => {
          await turnTo(name)
          // Where it sticks, it covers what scrolls below it, which axe takes for lost.
          const loose = await page.addStyleTag({ content: '.card-foot { position: static }' })
          expect.soft(await violations(page), name).toEqual([])
          await loose.evaluate((sheet) => sheet.parentNode?.removeChild(sheet))
          expect.soft(await moving(page), `${name}, reduced motion`).toEqual([])
          // The second is a window of 1280 pixels at 400 %.
          for (const width of [360, 320]) {
            await page.setViewportSize({ width, height: 640 })
            expect.soft(await outOfSight(page), `${name} at ${width} pixels`).toEqual([])
          }
          await page.setViewportSize(view.viewport)
          await page.emulateMedia({ forcedColors: 'active' })
          expect.soft(await lostPictures(page), `${name} in system colours`).toEqual([])
          await page.emulateMedia({ forcedColors: 'none' })
        })
      }
    })
  })
