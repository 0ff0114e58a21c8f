import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/app'

/** Scrolls so that this share of the card is above the window. */
const scrollTo = (card: Locator, share: number) =>
  card.evaluate((element, part) => {
    const scroller = element.closest('.thread-scroller')
    if (!scroller) return
    const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    scroller.scrollTop = top + part * (element.clientHeight - scroller.clientHeight)
  }, share)

/** Opens everything of a card: as long as it can be. */
async function unfold(card: Locator): Promise<number> {
  for (const line of await card.locator('summary').all()) await line.click()
  return (await card.boundingBox())?.height ?? 0
}

for (const { width, height, zoom } of [
  { width: 1280, height: 800, zoom: 1 },
  // A window of 1280 by 800 at twice its size.
  { width: 640, height: 400, zoom: 2 },
])
  test(`what leaves and arrives, the worst finding and the fee stay in sight beside the buttons, ${width} pixels wide at ${zoom * 100}%`, async ({
    signedIn: app,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    await expect(app.countersign(card)).toBeEnabled()
    const summary = card.locator('[data-summary]')
    await expect(summary).toContainText('−100 USDC')
    await expect(summary).toContainText('DAI')
    await expect(summary).toContainText(/fee up to/)
    expect(await unfold(card)).toBeGreaterThan(height)
    for (const share of [0, 0.3, 0.6, 1]) {
      await scrollTo(card, share)
      await expect(summary).toBeInViewport({ ratio: 0.95 })
      await expect(app.countersign(card)).toBeInViewport({ ratio: 0.95 })
      await expect(app.decline(card)).toBeInViewport({ ratio: 0.95 })
    }
  })

/** True if all that the card's sum repeats is in sight between the window's upper edge and the buttons. */
const isInSight = (card: Locator) =>
  card.evaluate((element) => {
    const edge = element.closest('.thread-scroller')?.getBoundingClientRect().top ?? 0
    const foot = element.querySelector('.card-foot')?.getBoundingClientRect().top ?? 0
    return [...element.querySelectorAll('[data-summed]')].every((part) => {
      const { top, bottom } = part.getBoundingClientRect()
      return top >= edge && bottom <= foot
    })
  })

for (const [width, height] of [
  [390, 700],
  [360, 640],
] as const)
  test(`a narrow card is summed up exactly while its own words are out of sight, and nothing moves, ${width} pixels wide`, async ({
    signedIn: app,
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    await expect(app.countersign(card)).toBeEnabled()
    const sum = card.locator('[data-summary], [data-summary-above]').filter({ visible: true })
    await expect(sum).toHaveCount(0)
    await page.setViewportSize({ width, height })
    const long = await unfold(card)
    expect(long).toBeGreaterThan(height)
    const seen = new Set<boolean>()
    for (const share of [-0.8, 0, 0.3, 0.6, 1, 1.5]) {
      await scrollTo(card, share)
      await expect(async () => {
        const isSeen = await isInSight(card)
        seen.add(isSeen)
        await expect(sum).toHaveCount(isSeen ? 0 : 1, { timeout: 200 })
      }).toPass()
      if (await sum.count()) {
        await expect(sum).toBeInViewport({ ratio: 0.95 })
        await expect(sum).toContainText(/−100 USDC.*DAI.*fee up to/)
      }
      expect((await card.boundingBox())?.height).toBe(long)
    }
    expect([...seen].toSorted(), 'both were seen').toEqual([false, true])
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
