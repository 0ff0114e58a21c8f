import { getAddress } from 'viem'
import { expect, test } from '../fixtures/app'
import { cutParts, holdRpc } from '../fixtures/network'

/** Words in the code of this card's body, and in that which prepares it. */
const [inBody, inPreparation] = ['Your balance', 'Nothing would be left for the network fee.']

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
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const late: string[] = []
  page.on('request', (request) => {
    if (/_next\/static\/.*\.js/.test(request.url())) late.push(request.url())
  })
  release()
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card.getByText('Send 0.1 ETH on', { exact: false }).first()).toBeVisible()
  expect(late).toEqual([])
})

test('a card whose code does not load says so, and can be declined', async ({ signedIn: app, page }) => {
  await cutParts(page, 'abort', inBody)
  await app.ask(send)
  const card = app.card('send_native_gas_token')
  await expect(card.getByRole('alert')).toContainText('This part of the card cannot be shown.')
  await expect(app.countersign(card)).toHaveCount(0)
  await app.decline(card).click()
  await expect(card).toHaveAttribute('data-state', 'rejected')
})

test('a card whose check does not load waits and says so, and cannot be countersigned', async ({
  signedIn: app,
  page,
}) => {
  await cutParts(page, 'abort', inPreparation)
  await app.ask(send)
  const card = app.card('send_native_gas_token')
  await expect(card).toContainText('could not be loaded. Nothing was signed.')
  await expect(card).toHaveAttribute('data-state', 'reviewing')
  await expect(app.countersign(card)).toHaveCount(0)
})
