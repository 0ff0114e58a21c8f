import type { Page } from '@playwright/test'
import { getAddress } from 'viem'
import { expect, test } from '../fixtures/app'
import { cutParts, holdRpc } from '../fixtures/network'

/** Words in the code of this card's body, and in that which prepares it. */
const [inBody, inPreparation] = ['Your balance', 'Nothing would be left for the network fee.']

/** Words in the code of the review. */
const inReview = 'The chain could not be reached.'

/** Expects that the page has loaded code with each of these words. */
async function expectLoaded(page: Page, words: readonly string[]): Promise<void> {
  const scripts = new Map<string, string>()
  const missing = async () => {
    const urls = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /_next\/static\/.*\.js/.test(name)),
    )
    for (const url of urls)
      if (!scripts.has(url)) scripts.set(url, await page.request.get(url).then((response) => response.text()))
    return words.filter((word) => ![...scripts.values()].some((text) => text.includes(word)))
  }
  await expect.poll(missing).toEqual([])
}

const send = `send 0.1 ETH to ${getAddress('0x00000000000000000000000000000000c0ffee07')}`

test('nobody can countersign what is not on screen yet', async ({ signedIn: app, page }) => {
  const release = await cutParts(page, 'hold', inBody)
  await app.ask(send)
  const card = app.card('send_native_gas_token')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card.getByRole('button', { name: 'Loading …' })).toBeDisabled()
  await expect(app.decline(card)).toBeEnabled()
  release()
  await app.accept(card)
  await expect(app.countersign(card)).toBeEnabled()
})

test('the code of a card loads while its call is reviewed, and is ready with the verdict', async ({
  signedIn: app,
  page,
}) => {
  const release = await holdRpc(page)
  await app.ask(send)
  const card = app.card('send_native_gas_token')
  await expect(card).toHaveAttribute('data-state', 'reviewing')
  await expectLoaded(page, [inBody, inPreparation, inReview])
  const late: string[] = []
  page.on('request', (request) => {
    if (/_next\/static\/.*\.js/.test(request.url())) late.push(request.url())
  })
  release()
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card.getByText('Send 0.1 ETH on', { exact: false }).first()).toBeVisible()
  expect(late).toEqual([])
})

test('a card whose code does not load says so, can be declined, and not countersigned', async ({
  signedIn: app,
  page,
}) => {
  await cutParts(page, 'abort', inBody)
  await app.ask(send)
  const card = app.card('send_native_gas_token')
  await expect(card.getByRole('alert')).toContainText('This part of the card has not loaded yet.')
  await expect(app.countersign(card)).toHaveCount(0)
  await app.decline(card).click()
  await expect(card).toHaveAttribute('data-state', 'rejected')
})

for (const [what, part, words, recover] of [
  ['code', inBody, 'This part of the card has not loaded yet.', null],
  ['preparation', inPreparation, 'could not be loaded. Nothing was signed.', null],
  ['check', inReview, 'could not be loaded. Nothing was signed.', null],
  ['check', inReview, 'could not be loaded. Nothing was signed.', 'Check again'],
] as const)
  test(`a card whose ${what} does not load cannot be countersigned, and recovers ${recover ? 'when asked' : 'by itself'}`, async ({
    signedIn: app,
    page,
  }) => {
    const release = await cutParts(page, 'abort', part)
    await app.ask(send)
    const card = app.card('send_native_gas_token')
    await expect(card).toContainText(words)
    await expect(app.countersign(card)).toHaveCount(0)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    release()
    if (recover) await card.getByRole('button', { name: recover }).click()
    await app.accept(card)
    await expect(app.countersign(card)).toBeEnabled()
    expect(await page.evaluate(() => 'isSamePage' in window), 'without a reload').toBe(true)
  })
