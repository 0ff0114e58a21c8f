import { expect, type JSHandle, type Page, test } from '@playwright/test'
import { violations } from '../fixtures/axe'
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
const options = { runOnly: { type: 'tag' as const, values: wcag }, preload: false }

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
          const loose = await page.addStyleTag({
            content:
              '.card-foot, .card-foot > * { position: static !important } .card-summary-track { display: none !important }',
          })
          expect.soft(await violations(page, { options }), name).toEqual([])
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

/** The elements that have had the focus, in its order, and the one from which it came. */
type Walk = { stops: HTMLElement[]; start: Element | null }

/**
 * Puts the focus back on a stop, or counts the element that has it as a new one. Returns what is wrong with it, if
 * anything: it has no ring, or lies under something (WCAG 2.4.7, 2.4.11). `isThrough`: the focus has left.
 */
const atStop = (page: Page, walk: JSHandle<Walk>, at: number) =>
  page.evaluate(
    ({ walk: { stops, start }, at }): { isThrough: boolean; trouble?: string } => {
      stops[at]?.focus()
      const element = document.activeElement instanceof HTMLElement ? document.activeElement : document.body
      const position = element.compareDocumentPosition(start ?? document)
      if (element === document.body || position === Node.DOCUMENT_POSITION_FOLLOWING) return { isThrough: true }
      stops[at] = element
      // The button inside a date's field has the browser's own ring.
      if (!element.matches(':focus')) return { isThrough: false }
      const seen = element.closest('label') ?? element
      const { left, top, width, height } = seen.getBoundingClientRect()
      const name = `${element.closest('[data-thing]')?.getAttribute('data-thing')}: ${element.outerHTML.slice(0, 160)}`
      const isSeen = (x: number, y: number) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y)
        return seen.contains(hit)
      }
      const spots = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [isSeen(x, 0.2), isSeen(x, 0.5), isSeen(x, 0.8)])
      if (!spots.includes(true)) return { isThrough: false, trouble: `hidden: ${name}` }
      const hasRing = [element, seen, element.closest('.field')].some((each) => {
        if (!each) return false
        const { outlineStyle, boxShadow } = getComputedStyle(each)
        return outlineStyle !== 'none' || boxShadow !== 'none'
      })
      return hasRing ? { isThrough: false } : { isThrough: false, trouble: `no ring: ${name}` }
    },
    { walk, at },
  )

/** States of a card that can be acted on, or read in full, each in its own way. */
const walked = ['Ready', 'With what a lie leads to', 'Not known what the wallet did', 'Confirmed']

for (const half of [0, 1])
  test.describe(`half ${half + 1} of the pages`, () => {
    test.use({ viewport: { width: 390, height: 640 } })

    test('the focus goes through every card in its order, and is always seen, in forced colours too', async ({
      page,
    }) => {
      test.slow()
      const { names, turnTo } = await openGallery(page)
      for (const name of names.filter((_, at) => at % 2 === half)) {
        await turnTo(name)
        await page.locator('[data-thing]').evaluateAll((things, states) => {
          const isCard = things.some((thing) => thing.getAttribute('data-thing') === 'Ready')
          for (const thing of things)
            if (isCard && !states.includes(thing.getAttribute('data-thing') ?? '')) thing.remove()
        }, walked)
        await page.getByRole('navigation', { name: 'Gallery' }).getByRole('link').last().focus()
        const walk = await page.evaluateHandle((): Walk => ({ stops: [], start: document.activeElement }))
        const troubles: string[] = []
        let stops = 0
        for (let isThrough = false; !isThrough; ) {
          await page.keyboard.press('Tab')
          const seen = await atStop(page, walk, stops)
          isThrough = seen.isThrough
          if (seen.trouble) troubles.push(seen.trouble)
          if (!isThrough) stops += 1
          expect(stops, `${name}: the focus does not leave`).toBeLessThan(300)
        }
        expect.soft(troubles, name).toEqual([])
        // The same stops, in the same order: colours change nothing about that.
        await page.emulateMedia({ forcedColors: 'active' })
        for (let at = 0; at < stops; at += 1)
          expect.soft(await atStop(page, walk, at), `${name} in system colours`).toEqual({ isThrough: false })
        await page.emulateMedia({ forcedColors: 'none' })
      }
    })
  })
