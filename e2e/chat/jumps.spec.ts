import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { falsifyWords, holdRpc } from '../fixtures/network'

const friend = '0x00000000000000000000000000000000c0ffee08'

/** Records each height of the newest card, from the start. */
const noteHeights = (page: Page) =>
  page.evaluate(() => {
    const heights: number[] = []
    Object.assign(window, { heights })
    const known = new Set(document.querySelectorAll('article[data-tool]'))
    const sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) heights.push(target.getBoundingClientRect().height)
    })
    new MutationObserver(() => {
      for (const card of document.querySelectorAll('article[data-tool]')) {
        if (known.has(card)) continue
        known.add(card)
        sizes.observe(card)
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
const heightsNoted = (page: Page) => page.evaluate(() => (window as typeof window & { heights: number[] }).heights)

for (const width of [390, 1280])
  test(`a card keeps its place while it is reviewed, ${width} pixels wide`, async ({ signedIn: app, page }) => {
    await page.setViewportSize({ width, height: 860 })
    for (const [text, tool] of [
      ['swap 100 USDC to DAI', 'execute_router_swap'],
      [`send 0.1 ETH to ${friend} on ethereum`, 'send_native_gas_token'],
    ] as const) {
      const release = await holdRpc(page)
      await noteHeights(page)
      await app.ask(text)
      const card = app.card(tool)
      await expect(card).toHaveAttribute('data-state', 'reviewing')
      const buttons = (await app.decline(card).boundingBox())?.y
      release()
      await expect(card).toHaveAttribute('data-state', 'ready')
      await expect(app.countersign(card)).toBeEnabled()
      const last = (await card.boundingBox())?.height ?? 0
      for (const height of await heightsNoted(page)) expect(Math.abs(height - last)).toBeLessThan(last / 4)
      // It is read from its top, and its buttons are close to where they were.
      await expect(card.getByRole('heading')).toBeInViewport()
      await expect(card.locator('[data-title]')).toBeInViewport()
      expect(Math.abs(((await app.decline(card).boundingBox())?.y ?? 0) - (buttons ?? 0))).toBeLessThan(40)
    }
  })

for (const [where, width] of [
  ['beside', 1280],
  ['below', 390],
] as const)
  test(`a click hits what was meant, though the card changes ${where} the pointer`, async ({ signedIn: app, page }) => {
    await page.setViewportSize({ width, height: 860 })
    const release = await holdRpc(page)
    await app.ask(`send 9.9 ETH to ${friend} on ethereum`)
    const card = app.card('send_native_gas_token')
    await expect(card).toHaveAttribute('data-state', 'reviewing')
    await app.decline(card).scrollIntoViewIfNeeded()
    const before = await app.decline(card).boundingBox()
    if (!before) throw new Error('no Decline')
    await page.mouse.move(before.x + 6, before.y + 6)
    await page.mouse.down()
    release()
    await expect(card).toHaveAttribute('data-state', 'ready')
    await expect.poll(async () => (await app.decline(card).boundingBox()) ?? before).not.toEqual(before)
    await page.mouse.up()
    await expect(card).toHaveAttribute('data-state', 'rejected')
  })

test('what is being read stays in place while content above it is first drawn', async ({ signedIn: app, page }) => {
  await falsifyWords(
    page,
    Array.from({ length: 40 }, (_, index) => `Paragraph ${index} of a long answer.`).join('\n\n'),
  )
  for (let count = 1; count <= 5; count += 1) {
    await app.ask('hello')
    await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(count)
  }
  await page.reload()
  // Until the composer is there, the page shows what this browser keeps of the conversation, which does not scroll.
  await expect(app.composer()).toBeEditable()
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(5)
  await expect(page.getByText('Paragraph 39').last()).toBeInViewport()
  await page.mouse.move(700, 400)
  for (let turn = 0; turn < 20; turn += 1) {
    // Between two messages there is nothing to look at, and the kept ones, which the pointer misses, may still be there.
    const mark = await page.waitForFunction(() => {
      const found = [300, 340, 380].map((y) => document.elementFromPoint(700, y)?.closest('p, article'))
      return found.find((element) => element) ?? null
    })
    const top = () => mark.evaluate((element) => element?.getBoundingClientRect().top ?? 0)
    const before = await top()
    await page.mouse.wheel(0, -200)
    await expect.poll(async () => Math.round((await top()) - before)).toBe(200)
  }
})

test('a card taller than the screen is read from its top, with its buttons in view all the way', async ({
  signedIn: app,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await expect(card.getByRole('heading')).toBeInViewport()
  await expect(app.countersign(card)).toBeInViewport()
  await page.mouse.move(190, 300)
  await page.mouse.wheel(0, 3000)
  await expect(app.countersign(card)).toBeInViewport()
  await expect(page.getByRole('button', { name: /Keep reading|Jump to latest/ })).toHaveCount(0)
})

/**
 * Inserts something of this height into the thread, which follows; then changes its height through `then` within one
 * frame.
 */
const fill = (page: Page, where: 'above' | 'below', height: number, then: readonly number[]) =>
  page.evaluate(
    async ([where, height, then]) => {
      // Beyond the frame, so that the next change comes after it and its scroll events.
      const drawn = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
      const filler = document.createElement('div')
      const content = document.querySelector('.thread-content')
      if (where === 'above') content?.prepend(filler)
      else content?.append(filler)
      for (const next of [[height], then]) {
        for (const each of next) {
          filler.style.height = `${each}px`
          // Forces layout in between, as much on a page does: the browser moves up what is too low.
          filler.getBoundingClientRect()
        }
        await drawn()
      }
    },
    [where, height, then] as const,
  )
const toEnd = (page: Page) =>
  page
    .locator('.thread-scroller')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)

test('the end is followed if the text becomes shorter and then longer before anything is drawn', async ({
  signedIn: app,
  page,
}) => {
  await app.ask('hello')
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
  await fill(page, 'below', 900, [800, 1200])
  expect(await toEnd(page)).toBeLessThan(2)
  await expect(page.locator('.thread-scroller')).not.toHaveAttribute('data-away')
})

test('a card read from its top stays there while content above it becomes shorter', async ({ signedIn: app, page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await fill(page, 'above', 400, [200])
  await expect(card.getByRole('heading')).toBeInViewport()
})
