import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/app'

for (const { width, height, zoom } of [
  { width: 1280, height: 800, zoom: 1 },
  { width: 390, height: 700, zoom: 1 },
  { width: 360, height: 640, zoom: 1 },
  // A window of 1280 by 800 at twice its size.
  { width: 640, height: 400, zoom: 2 },
])
  test(`what leaves and arrives, the worst finding and the fee stay in sight with the buttons, each once, ${width} pixels wide at ${zoom * 100}%`, async ({
    signedIn: app,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    await expect(app.countersign(card)).toBeEnabled()
    // As long as a card can be: everything of it open.
    for (const line of await card.locator('summary').all()) await line.click()
    const long = (await card.boundingBox())?.height ?? 0
    expect(long).toBeGreaterThan(height)
    for (const share of [0, 0.3, 0.6, 1]) {
      await card.evaluate((element, part) => {
        const scroller = element.closest('.thread-scroller')
        if (!scroller) return
        const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
        scroller.scrollTop = top + part * (element.clientHeight - scroller.clientHeight)
      }, share)
      await expect(app.countersign(card)).toBeInViewport({ ratio: 0.95 })
      await expect(app.decline(card)).toBeInViewport({ ratio: 0.95 })
      await expect(async () => {
        const { moves, rest } = await inSight(card)
        expect(moves.onCard, 'what moves is said once').toBe(!moves.inSummary)
        expect(rest.onCard || rest.inSummary, 'the fee and the worst finding').toBe(true)
      }).toPass()
    }
  })

test('a card that fits the window repeats nothing beside its buttons until it is out of sight', async ({
  signedIn: app,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await expect(app.countersign(card)).toBeEnabled()
  const summary = card.locator('[data-summary]')
  await expect(card.getByText('−100 USDC').first()).toBeInViewport()
  await expect(summary).toBeHidden()
  await page.setViewportSize({ width: 390, height: 420 })
  const scroller = page.locator('.thread-scroller')
  await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(summary).toBeInViewport({ ratio: 0.95 })
  await expect(summary).toContainText('−100 USDC')
  await expect(summary).toContainText(/fee up to/)
})

/**
 * Tells of what moves, and of the fee and the worst finding, whether all of it is seen on the card above the buttons, and
 * whether the summary beside the buttons says it.
 */
const inSight = (card: Locator) =>
  card.evaluate((element) => {
    const window = element.closest('.thread-scroller')?.getBoundingClientRect()
    const foot = element.querySelector('.card-foot')
    const summary = foot?.querySelector('[data-summary]')
    const isShown = (part: Element) => part.checkVisibility({ visibilityProperty: true })
    const covering = [foot, foot?.lastElementChild, summary && isShown(summary) ? summary : null]
    const edge = Math.min(...covering.flatMap((each) => each?.getBoundingClientRect().top ?? []))
    const look = (part: 'moves' | 'rest') => {
      const onCard = [...element.querySelectorAll(`[data-summed="${part}"]`)].map((each) =>
        each.getBoundingClientRect(),
      )
      const said = [...(summary?.querySelectorAll(`[data-says="${part}"] > *`) ?? [])]
      return {
        onCard:
          onCard.length > 0 && onCard.every(({ top, bottom }) => top >= (window?.top ?? 0) - 1 && bottom <= edge + 1),
        inSummary: said.length > 0 && said.every(isShown),
      }
    }
    return { moves: look('moves'), rest: look('rest') }
  })

for (const [width, most] of [
  [1280, 460],
  [390, 560],
] as const)
  for (const [what, words, tool] of [
    ['swap', 'swap 100 USDC to DAI', 'execute_router_swap'],
    ['send', 'send 0.1 ETH to 0x00000000000000000000000000000000c0ffee62', 'send_native_gas_token'],
    ['deposit', 'deposit 100 USDC in Flexible USDC', 'enter_staking_yield'],
    ['supply', 'supply 100 USDC to the lending market', 'lending_supply'],
  ] as const)
    test(`an ordinary ${what} is at most ${most} pixels high, ${width} pixels wide`, async ({
      signedIn: app,
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      const card = await app.askForCard(words, tool)
      await expect(app.countersign(card)).toBeEnabled()
      expect((await card.boundingBox())?.height).toBeLessThanOrEqual(most)
    })

test('a bridge says what is expected to arrive, and where', async ({ signedIn: app }) => {
  const card = await app.askForCard('bridge 100 USDC from ethereum to base', 'execute_router_swap')
  const effects = card.getByRole('group', { name: 'What this does to your account' })
  await expect(effects).toContainText(/Leaves.*Ethereum \(local\).*−100 USDC.*Arrives, expected.*Base \(local\)/)
  await expect(card.locator('[data-summary]')).toContainText('expected')
})
