import { expect, type Locator, type Page, test } from '@playwright/test'

const views = [
  { name: 'light', colorScheme: 'light', viewport: { width: 760, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 760, height: 900 } },
  { name: 'narrow', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'narrow-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** Greatest height of a picture in CSS pixels, unless one thing is taller: a browser garbles very tall ones. */
const tallest = 6000

for (const { name, ...use } of views)
  test.describe(name, () => {
    test.use(use)

    test('gallery', async ({ page }) => {
      await page.goto('/gallery')
      const links = page.getByRole('navigation', { name: 'Gallery' }).getByRole('link')
      await expect(links).not.toHaveCount(0)
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      for (const href of hrefs) {
        await page.goto(`/gallery${href}`)
        await expect(page.locator('[data-thing]').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        for (const summary of await page.locator('[data-thing="Ready"] summary').all()) await summary.click()
        // The page scrolls inside the window; a picture shows all of it.
        await page.addStyleTag({
          content: 'html, body, main { height: auto !important; overflow: visible !important }',
        })
        const of = new URLSearchParams(href).get('page')
        for (const [index, { top, bottom }] of (await sheetsOf(page)).entries())
          await page.screenshot({
            path: `test-results/screens/gallery-${of}-${index + 1}-${name}.png`,
            fullPage: true,
            clip: { x: 0, y: top, width: use.viewport.width, height: bottom - top },
          })
      }
    })

    test('what opens beside a button', async ({ page }) => {
      await page.goto('/gallery?page=floating')
      const shoot = async (what: string, opened: Locator) => {
        await expect(opened).toBeVisible()
        await page.screenshot({ path: `test-results/screens/floating-${what}-${name}.png` })
        await page.keyboard.press('Escape')
        await expect(opened).toBeHidden()
      }
      const thing = (title: string) => page.locator(`[data-thing="${title}"]`)
      await page.getByRole('button', { name: /^Account 0x/ }).click()
      await shoot('account', page.getByRole('menu'))
      await thing('An entry’s menu').getByRole('button', { name: 'Options for “Swap 500 USDC for ETH”' }).click()
      await shoot('entry', page.getByRole('menu'))
      await thing('Open proposals').getByRole('button').click()
      await shoot('proposals', page.getByRole('dialog'))
      await page.getByText('Filters').last().click()
      await page.getByRole('combobox', { name: 'State' }).click()
      await shoot('select', page.getByRole('listbox'))
      await thing('An address').getByText('…').hover()
      await shoot('tooltip', page.locator('[data-tooltip]'))
      await page.getByRole('button', { name: 'Copy address' }).first().focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await shoot('tooltip-focus', page.locator('[data-tooltip]'))
    })
  })

/** Cuts the page into pictures, only between two things. */
async function sheetsOf(page: Page): Promise<{ top: number; bottom: number }[]> {
  const things = await page.locator('[data-thing]').evaluateAll((all) =>
    all.map((thing) => {
      const { top, bottom } = thing.getBoundingClientRect()
      return { top: Math.max(0, top + scrollY - 16), bottom: bottom + scrollY + 16 }
    }),
  )
  const sheets: { top: number; bottom: number }[] = []
  for (const { top, bottom } of things) {
    const last = sheets.at(-1)
    if (last && bottom - last.top <= tallest) last.bottom = bottom
    else sheets.push({ top, bottom })
  }
  return sheets
}
