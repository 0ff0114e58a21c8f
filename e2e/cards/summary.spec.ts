import { expect, test } from '../fixtures/app'

for (const { width, height, zoom } of [
  { width: 1280, height: 800, zoom: 1 },
  { width: 390, height: 700, zoom: 1 },
  { width: 360, height: 640, zoom: 1 },
  // A window of 1280 by 800 at twice its size.
  { width: 640, height: 400, zoom: 2 },
])
  test(`what leaves and arrives, the worst finding and the fee stay in sight with the buttons, ${width} pixels wide at ${zoom * 100}%`, async ({
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
      await expect(summary).toBeInViewport({ ratio: 0.95 })
      await expect(app.countersign(card)).toBeInViewport({ ratio: 0.95 })
      await expect(app.decline(card)).toBeInViewport({ ratio: 0.95 })
    }
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
