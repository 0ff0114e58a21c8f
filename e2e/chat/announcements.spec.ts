import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { hold } from '../fixtures/network'

const friend = '0x00000000000000000000000000000000c0ffee06'

/** Records everything announced by live regions of the page, from the start. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const regions = '[role="log"], [role="status"], [role="alert"], [aria-live]'
    new MutationObserver((records) => {
      for (const { addedNodes, target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        for (const node of addedNodes) {
          const within = node instanceof Element ? node.querySelectorAll(regions) : []
          const isRegion = node instanceof Element && node.matches(regions)
          const said = element?.closest(regions) || isRegion ? [node] : [...within]
          for (const { textContent } of said) if (textContent?.trim()) heard.push(textContent.trim())
        }
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => [...(window as typeof window & { heard: string[] }).heard])
}

test('a screen reader hears each answer and card state once, and nothing that is only read again', async ({
  app,
  page,
  wallet,
}) => {
  const heard = await listen(page)
  await app.signInWithBrowserWallet()
  const count = (await heard()).length
  const since = async () => (await heard()).slice(count)

  let release = () => {}
  wallet.next.push({ waitFor: new Promise<void>((resolve) => (release = resolve)) })
  // An answer that is there at once is announced without that.
  const letAnswer = await hold(page, '**/api/a2a')
  await app.ask(`send 0.1 ETH to ${friend} on ethereum`)
  await expect.poll(since).toEqual(['Answering'])
  letAnswer()
  const card = app.card('send_native_gas_token')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect.poll(since).toHaveLength(3)
  expect(await since()).toEqual([
    'Answering',
    expect.stringMatching(/^The agent writes: Here is a transfer of 0\.1 ETH to .*\.$/),
    expect.stringMatching(
      /^Send 0\.1 ETH to 0x0000…ee06 on Ethereum \(local\): ready for your approval, 1 warning\. [A-Z].+\.$/i,
    ),
  ])
  await app.countersign(card).click()
  await expect.poll(async () => (await since()).at(-1)).toMatch(/: waiting for your wallet\.$/)
  release()
  await expect(card).toHaveAttribute('data-reported', 'true')
  await expect.poll(async () => (await since()).at(-1)).toMatch(/^The agent writes: Sent 0\.1 ETH/)
  const statuses = (await since()).filter((text) => text.startsWith('Send 0.1 ETH')).map((text) => text.split(': ')[1])
  expect(statuses.slice(1)).toEqual(['waiting for your wallet.', 'sent, waiting for the chain.', 'confirmed.'])

  const second = await app.askForCard(`send 0.2 ETH to ${friend} on ethereum`, 'send_native_gas_token')
  await app.decline(second).click()
  await expect(second).toHaveAttribute('data-reported', 'true')
  await expect
    .poll(since)
    .toContainEqual(expect.stringMatching(/0\.2 ETH.*: declined: Nothing was sent and nothing moved\.$/))
  await app.askForCard(`send 0.3 ETH to ${friend} on ethereum`, 'send_native_gas_token')
  await expect.poll(async () => (await since()).at(-1)).toMatch(/0\.3 ETH.*ready for your approval/)
  await page.reload()
  await expect(app.card()).toHaveAttribute('data-state', 'ready')
  await expect(page.locator('article[data-tool][data-reported="true"]')).toHaveCount(2)
  await expect(app.countersign(app.card())).toBeEnabled()
  expect(await heard()).toEqual([])
  await app.decline(app.card()).click()
  await expect.poll(heard).toContainEqual(expect.stringMatching(/0\.3 ETH.*: declined/))
})
