import type { Page } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { type App, expect, test } from '../fixtures/app'
import { hold } from '../fixtures/network'
import { shifts } from '../fixtures/shifts'

const friend = '0x00000000000000000000000000000000c0ffee08'

/** Returns a promise and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

const skeleton = (page: Page) => page.getByText('Loading the conversation')

/** Says this many things, each of which the agent answers, so that the thread is longer than a page shows at first. */
async function converse(app: App, page: Page, turns: number): Promise<void> {
  for (let turn = 1; turn <= turns; turn += 1) {
    await app.script(`Note number ${turn}`, [], `Noted as number ${turn}.\n\n- It is kept\n- Nothing was sent`)
    await app.ask(`Note number ${turn}`)
    await expect(page.locator('article').getByText(`Noted as number ${turn}.`)).toBeVisible()
    await expect(page.locator('article[data-role="agent"]').last()).toHaveAttribute('data-status', 'complete')
  }
}

/** Runs in a page, before its own scripts: notes whether a message is ever drawn twice, seen or unseen. */
function watchForTwins(): void {
  new MutationObserver(() => {
    const drawn = [...document.querySelectorAll('[data-message]')].map((each) => each.getAttribute('data-message'))
    if (new Set(drawn).size < drawn.length) document.documentElement.dataset.twins = drawn.join(' ')
  }).observe(document, { subtree: true, childList: true })
}

test('a reload shows the end of a long conversation before the wallet answers, and nothing jumps', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  await converse(app, page, 9)
  const { opened, open: wake } = gate()
  wallet.awake = opened
  const answer = await hold(page, '**/api/auth/session')
  await page.addInitScript(watchForTwins)
  await page.reload()
  await expect(skeleton(page)).toBeVisible()
  await expect(page.locator('article').getByText('Noted as number 9.')).toBeHidden()
  answer()
  const last = page.locator('article').getByText('Noted as number 9.')
  await expect(last).toBeInViewport()
  await expect(skeleton(page)).toBeHidden()
  await expect(app.composer()).toBeHidden()
  const before = await last.boundingBox()
  wake()
  await expect(app.composer()).toBeEditable()
  // The earlier turns are mounted after the last ones.
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await expect(thread.locator('article').getByText('Noted as number 1.')).toBeAttached()
  await expect(last).toBeInViewport()
  // The live thread takes the kept one's place in between: for an instant the row is neither.
  await expect.poll(async () => Math.abs(((await last.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
  expect(await shifts(page)).toBeLessThan(0.01)
  expect(await page.evaluate(() => document.documentElement.dataset.twins)).toBeUndefined()
})

test('the end of a long conversation can be scrolled before the wallet answers, and stays where it was scrolled to', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  await converse(app, page, 9)
  const { opened, open: wake } = gate()
  wallet.awake = opened
  await page.reload()
  const note = (number: number) => page.locator('article').getByText(`Noted as number ${number}.`)
  await expect(note(9)).toBeInViewport()
  await expect(note(4)).not.toBeInViewport()
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await thread.hover()
  await expect(async () => {
    await page.mouse.wheel(0, -300)
    await expect(note(4)).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(app.composer()).toBeHidden()
  wake()
  await expect(app.composer()).toBeEditable()
  // The thread that comes in its place goes on where the reader is, and so it does as the earlier turns are mounted.
  await expect(note(1)).toBeAttached()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await expect(note(9)).not.toBeInViewport()
})

test('after a reload, a card can be used only once the wallet, the ledger and its review are there', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  await app.askForCard(`send 0.1 ETH to ${friend} on ethereum`, 'send_native_gas_token')
  const { opened, open: wake } = gate()
  wallet.awake = opened
  await page.reload()
  await expect(page.locator('article[data-role="user"]')).toContainText(`send 0.1 ETH to ${friend} on ethereum`)
  await expect(app.card()).toHaveCount(0)
  await expect(page.locator('main').getByRole('button', { name: 'Countersign' })).toHaveCount(0)
  wake()
  await expect(app.card('send_native_gas_token')).toHaveAttribute('data-state', 'ready')
  await expect(app.countersign(app.card())).toBeEnabled()
})

test('if the wallet turns out to show another account, the conversation goes', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  await converse(app, page, 1)
  const { opened, open: wake } = gate()
  wallet.awake = opened
  await page.reload()
  await expect(page.locator('article').getByText('Noted as number 1.')).toBeVisible()
  await wallet.switchAccount(generatePrivateKey())
  wake()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.locator('article').getByText('Noted as number 1.')).toHaveCount(0)
})
