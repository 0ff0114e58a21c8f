import type { Locator } from '@playwright/test'
import { encodeFunctionData, erc20Abi, type Hex, keccak256, parseEther, parseTransaction, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { chain, fund, nativeBalance, sender, sent as sentElsewhere, tokenBalance } from '../fixtures/chain'
import { makeWbtcDearer } from '../fixtures/market'
import { cutService, holdReceipts } from '../fixtures/network'

// Tests of other workers send at the same time, but only ours to this recipient.
const recipient = privateKeyToAddress(generatePrivateKey())
const sendCard = (app: App) => app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')
const asked = (wallet: BrowserWallet) => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
const sent = (wallet: BrowserWallet) => chain().getTransactionCount({ address: wallet.address })

/** Keeps the wallet's window open until the returned function is called. */
function holdWallet(wallet: BrowserWallet): () => void {
  let release = () => {}
  wallet.next.push({ waitFor: new Promise((resolve) => (release = resolve)) })
  return release
}

/** Makes the wallet answer with a hash and withhold the transaction. Resolves with it, signed. */
const withheld = (wallet: BrowserWallet): Promise<Hex> => new Promise((withhold) => wallet.next.push({ withhold }))

/** Expects the same end after a reload: reported to the agent, with nothing to press. */
async function expectEnd(app: App, wallet: BrowserWallet, state: string, result: unknown): Promise<void> {
  const count = asked(wallet)
  const settled = async (card: Locator) => {
    await expect(card).toHaveAttribute('data-state', state)
    await expect(card).toHaveAttribute('data-reported', 'true')
  }
  await settled(app.card())
  await app.page.reload()
  await settled(app.card())
  await expect(app.countersign(app.card())).toHaveCount(0)
  await expect(app.decline(app.card())).toHaveCount(0)
  expect(await app.resultAtService(app.card())).toEqual(result)
  expect(asked(wallet)).toBe(count)
}

test.describe('a reload changes nothing', () => {
  test('ready', async ({ signedIn: app, page, wallet }) => {
    await sendCard(app)
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'ready')
    await app.countersign(app.card()).click()
    await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
    expect(await sent(wallet)).toBe(1)
  })

  test('blocked', async ({ signedIn: app, page, wallet }) => {
    await wallet.switchChain(31338)
    const card = await app.askForCard(`send 0.1 ETH to ${recipient} on ethereum`, 'send_native_gas_token', 'blocked')
    const call = await card.getAttribute('data-call')
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-call', call ?? '')
    await expect(app.card()).toHaveAttribute('data-state', 'blocked')
    await expect(app.card().getByRole('button', { name: /Blocked/ })).toBeDisabled()
    await expect(app.countersign(app.card())).toHaveCount(0)
    expect(asked(wallet)).toBe(0)
    expect(await sent(wallet)).toBe(0)
  })

  test('signing, and the wallet sent it: the transaction is found, not sent again', async ({
    signedIn: app,
    page,
    wallet,
  }) => {
    const card = await sendCard(app)
    const release = holdWallet(wallet)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'signing')
    await expect.poll(() => asked(wallet)).toBe(1)
    await page.reload()
    release()
    await expect.poll(() => sent(wallet)).toBe(1)
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
    await expect(app.card()).toHaveAttribute('data-reported', 'true')
    expect(asked(wallet)).toBe(1)
  })

  test('signing, and nothing was sent: the card asks and never sends by itself', async ({
    signedIn: app,
    page,
    wallet,
  }) => {
    const before = await nativeBalance(recipient)
    const card = await sendCard(app)
    holdWallet(wallet)
    await app.countersign(card).click()
    await expect.poll(() => asked(wallet)).toBe(1)
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'signing')
    await expect(app.card()).toContainText('What happened in your wallet?')
    await expect(app.card()).toContainText('Send 0.1 ETH')
    expect(asked(wallet)).toBe(1)
    await app.card().getByRole('button', { name: 'My wallet shows no transaction' }).click()
    await expect(app.card()).toHaveAttribute('data-state', 'ready')
    expect(await nativeBalance(recipient)).toBe(before)
    expect(await sent(wallet)).toBe(0)
  })

  test('broadcast, and no node has it yet: followed until it appears', async ({ signedIn: app, page, wallet }) => {
    const card = await sendCard(app)
    const transaction = withheld(wallet)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'broadcast')
    const signed = await transaction
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'broadcast')
    await expect(app.countersign(app.card())).toHaveCount(0)
    expect(await sent(wallet)).toBe(0)
    await chain().sendRawTransaction({ serializedTransaction: signed })
    await expectEnd(app, wallet, 'confirmed', { status: 'success', txHash: keccak256(signed), chainId: 31337 })
    expect(asked(wallet)).toBe(1)
    expect(await sent(wallet)).toBe(1)
  })

  test('confirming: followed to its receipt', async ({ signedIn: app, page, wallet }) => {
    const release = await holdReceipts(page)
    const card = await sendCard(app)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirming')
    const hash = await app.hashOf(card, 'send')
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'confirming')
    release()
    await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
    expect(await app.hashOf(app.card(), 'send')).toBe(hash)
    await expect(app.card()).toHaveAttribute('data-reported', 'true')
    expect(asked(wallet)).toBe(1)
  })

  test('confirmed but not yet reported: the outcome reaches the agent once', async ({
    signedIn: app,
    page,
    wallet,
  }) => {
    const card = await sendCard(app)
    const restore = await cutService(page)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'false')
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
    await restore()
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-reported', 'true')
    const returns = (await app.task()).history
      .flatMap(({ parts }) => parts)
      .filter(({ type }) => type === 'functionReturn')
    expect(returns).toHaveLength(1)
    expect(asked(wallet)).toBe(1)
  })

  test('reverted: the agent gets the hash of the failed transaction', async ({ signedIn: app, wallet }) => {
    const before = await tokenBalance('WBTC', wallet.address)
    const card = await app.askForCard('swap 1 ETH to WBTC', 'execute_router_swap')
    const release = holdWallet(wallet)
    await app.countersign(card).click()
    await expect.poll(() => asked(wallet)).toBe(1)
    const makeCheaper = await makeWbtcDearer()
    try {
      release()
      await expect(card).toHaveAttribute('data-state', 'reverted')
    } finally {
      await makeCheaper()
    }
    const hash = await app.hashOf(card, 'swap')
    expect((await chain().getTransactionReceipt({ hash })).status).toBe('reverted')
    await expect(card).toContainText('Nothing moved except the network fee')
    await expectEnd(app, wallet, 'reverted', {
      status: 'error',
      error: expect.any(String),
      code: 'reverted',
      txHash: hash,
    })
    expect(await app.hashOf(app.card(), 'swap')).toBe(hash)
    expect(await tokenBalance('WBTC', wallet.address)).toBe(before)
    expect(await sent(wallet)).toBe(1)
  })

  test('failed: another transaction took the nonce while the wallet was open', async ({ signedIn: app, wallet }) => {
    const before = await nativeBalance(recipient)
    const card = await sendCard(app)
    const release = holdWallet(wallet)
    await app.countersign(card).click()
    await expect.poll(() => asked(wallet)).toBe(1)
    await sender(wallet.privateKey).sendTransaction({ chain: null, to: wallet.address, nonce: 0 })
    release()
    await expectEnd(app, wallet, 'failed', { status: 'error', error: expect.any(String), code: 'cancelled' })
    expect(asked(wallet)).toBe(1)
    expect(await sent(wallet)).toBe(1)
    expect(await nativeBalance(recipient)).toBe(before)
  })

  for (const [state, settle] of [
    ['confirmed', (app: App) => app.countersign(app.card()).click()],
    ['rejected', (app: App) => app.decline(app.card()).click()],
  ] as const)
    test(`${state}: never executable again`, async ({ signedIn: app, page, wallet }) => {
      await sendCard(app)
      await settle(app)
      await expect(app.card()).toHaveAttribute('data-state', state)
      const count = asked(wallet)
      await page.reload()
      await expect(app.card()).toHaveAttribute('data-state', state)
      await expect(app.countersign(app.card())).toHaveCount(0)
      await expect(app.decline(app.card())).toHaveCount(0)
      expect(asked(wallet)).toBe(count)
    })
})

test.describe('replaced in the wallet', () => {
  test('by a faster copy: confirmed with the hash on chain', async ({ signedIn: app, wallet }) => {
    const before = await nativeBalance(recipient)
    const card = await sendCard(app)
    const transaction = withheld(wallet)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'broadcast')
    const slow = await transaction
    const { to, value, data, gas, nonce, maxFeePerGas = 0n } = parseTransaction(slow)
    const fast = await sender(wallet.privateKey).sendTransaction({
      chain: null,
      ...{ to, value, data, gas, nonce },
      maxFeePerGas: maxFeePerGas * 3n,
      maxPriorityFeePerGas: maxFeePerGas,
    })
    expect(fast).not.toBe(keccak256(slow))
    await expectEnd(app, wallet, 'confirmed', { status: 'success', txHash: fast, chainId: 31337 })
    expect(await app.hashOf(app.card(), 'send')).toBe(fast)
    expect((await nativeBalance(recipient)) - before).toBe(parseEther('0.1'))
    expect(asked(wallet)).toBe(1)
    expect(await sent(wallet)).toBe(1)
  })

  test('by a cancellation: failed, and nothing of the call moved', async ({ signedIn: app, wallet }) => {
    const before = await nativeBalance(recipient)
    const card = await sendCard(app)
    const transaction = withheld(wallet)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'broadcast')
    const { nonce } = parseTransaction(await transaction)
    await sender(wallet.privateKey).sendTransaction({ chain: null, to: wallet.address, nonce })
    await expectEnd(app, wallet, 'failed', { status: 'error', error: expect.any(String), code: 'cancelled' })
    expect(await nativeBalance(recipient)).toBe(before)
    expect(asked(wallet)).toBe(1)
    expect(await sent(wallet)).toBe(1)
  })
})

test.describe('a wallet’s word is no proof', () => {
  const rejects = { code: 4001, message: 'User rejected the request.' }
  const told = (app: App) => app.resultAtService(app.card())
  /** Sends a transaction that nobody here asked for. */
  const stranger = async () => {
    const key = generatePrivateKey()
    await fund(privateKeyToAddress(key))
    return sender(key).sendTransaction({ chain: null, to: recipient, value: parseEther('0.1') })
  }

  test('it sends and reports a rejection: confirmed, and a repeated request gets no clean card', async ({
    signedIn: app,
    wallet,
  }) => {
    const before = await nativeBalance(recipient)
    const card = await sendCard(app)
    wallet.next.push({ sendThenFail: rejects })
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    const hash = await app.hashOf(card, 'send')
    await expectEnd(app, wallet, 'confirmed', { status: 'success', txHash: hash, chainId: 31337 })
    const again = await sendCard(app)
    await expect(again.locator('[data-rule="repeated"]')).toBeVisible()
    expect((await nativeBalance(recipient)) - before).toBe(parseEther('0.1'))
    expect(await sent(wallet)).toBe(1)
  })

  test('it sends an approval and a swap and reports a rejection', async ({ signedIn: app, wallet }) => {
    const before = await tokenBalance('USDC', wallet.address)
    const card = await app.askForCard('swap 20 USDC to DAI', 'execute_router_swap')
    wallet.next.push({ sendThenFail: rejects })
    await app.countersign(card).click()
    await expect(card).toContainText('The rest was not signed')
    await expect(card).toHaveAttribute('data-state', 'ready')
    wallet.next.push({ sendThenFail: rejects })
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    expect(before - (await tokenBalance('USDC', wallet.address))).toBe(20_000_000n)
    expect(await sent(wallet)).toBe(2)
  })

  test('it rejects, and sends after the person has declined: the card and the agent learn of it', async ({
    signedIn: app,
    page,
    wallet,
  }) => {
    const card = await sendCard(app)
    wallet.next.push('reject')
    await app.countersign(card).click()
    await app.declineRejected(card)
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await told(app)).toMatchObject({ status: 'rejected' })
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'rejected')
    const hash = await sender(wallet.privateKey).sendTransaction({
      chain: null,
      ...{ to: recipient, value: parseEther('0.1'), nonce: 0 },
    })
    await expectEnd(app, wallet, 'confirmed', { status: 'success', txHash: hash, chainId: 31337 })
    expect(asked(wallet)).toBe(1)
  })

  for (const sends of [true, false])
    test(`it names a stranger’s transaction, having sent ${sends ? 'ours' : 'nothing'}`, async ({
      signedIn: app,
      page,
      wallet,
    }) => {
      const nameHash = await stranger()
      const card = await sendCard(app)
      wallet.next.push(sends ? { nameHash, sends } : { nameHash })
      await app.countersign(card).click()
      if (sends) {
        await expect(card).toHaveAttribute('data-state', 'confirmed')
        const hash = await app.hashOf(card, 'send')
        expect(hash).not.toBe(nameHash)
        await expectEnd(app, wallet, 'confirmed', { status: 'success', txHash: hash, chainId: 31337 })
        return
      }
      await expect(card).toContainText('named a different transaction')
      await page.reload()
      await expect(app.card()).toContainText('What happened in your wallet?')
      expect(await told(app)).toBeUndefined()
      await app.card().getByRole('button', { name: 'My wallet shows no transaction' }).click()
      await expect(app.card()).toHaveAttribute('data-state', 'ready')
    })

  test('it names nothing, and the person gives up: the next call is not held up', async ({
    signedIn: app,
    page,
    wallet,
  }) => {
    const card = await sendCard(app)
    wallet.next.push({ nameHash: `0x${'ab'.repeat(32)}` })
    await app.countersign(card).click()
    await expect(card).toContainText('The network does not have this transaction')
    await page.reload()
    await expect(app.card()).toContainText('could then happen twice')
    await app.card().getByRole('button', { name: 'Stop waiting' }).click()
    await expect(app.card()).toHaveAttribute('data-state', 'ready')
    const next = await app.askForCard(`send 0.2 ETH to ${recipient}`, 'send_native_gas_token')
    await app.accept(next)
    await app.countersign(next).click()
    await expect(next).toHaveAttribute('data-state', 'confirmed')
    expect(await sent(wallet)).toBe(1)
  })

  test('it lacks funds: the card says that nothing was sent, and asks nobody', async ({ signedIn: app, wallet }) => {
    const card = await sendCard(app)
    wallet.next.push({ error: { code: -32603, message: 'insufficient funds for gas * price + value' } })
    await app.countersign(card).click()
    await expect(card).toContainText('insufficient funds')
    await expect(card).toContainText('Nothing was sent')
    await expect(card).toHaveAttribute('data-state', 'ready')
    await expect(card).not.toContainText('Not known')
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    expect(await sent(wallet)).toBe(1)
  })
})

test('a second tab shows the same call and cannot send it again', async ({ signedIn: app, page, wallet, context }) => {
  const before = await nativeBalance(recipient)
  const card = await sendCard(app)
  const second = await context.newPage()
  await second.goto(page.url())
  const twin = second.locator('article[data-tool]').last()
  await expect(twin).toHaveAttribute('data-call', (await card.getAttribute('data-call')) ?? '')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(twin).toHaveAttribute('data-state', 'confirmed')
  await expect(twin.getByRole('button', { name: 'Countersign' })).toHaveCount(0)
  expect((await nativeBalance(recipient)) - before).toBe(parseEther('0.1'))
  expect(await sent(wallet)).toBe(1)
})

test('another account cannot approve this account’s card', async ({ signedIn: app, wallet, page }) => {
  await sendCard(app)
  await wallet.switchAccount(generatePrivateKey())
  await expect(page.getByRole('heading', { name: /sign in/i })).toBeVisible()
  await expect(app.countersign(page.locator('article[data-tool]'))).toHaveCount(0)
  expect(asked(wallet)).toBe(0)
})

const { tokens, diamond } = devnetAddresses

test('an approval granted elsewhere since the card was made is not requested again', async ({
  signedIn: app,
  wallet,
}) => {
  const card = await app.askForCard('swap 100 USDC for DAI', 'execute_router_swap')
  await expect(card).toContainText('Approve 100 USDC')
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [diamond, parseUnits('100', 6)],
  })
  await sentElsewhere(wallet.privateKey, { to: tokens.USDC, data: approve })
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  expect(asked(wallet)).toBe(1)
  expect(await sent(wallet)).toBe(2)
  await expect(card).not.toContainText('twice')
})

test('a sent call is a danger if the agent repeats it slightly changed and says that it failed', async ({
  signedIn: app,
  wallet,
}) => {
  const send = (amount: string) => ({
    name: 'call_smart_contract_function',
    parameters: {
      to: tokens.USDC,
      functionName: 'transfer',
      args: [recipient, parseUnits(amount, 6).toString()],
      chainId: 31337,
    },
  })
  const before = await tokenBalance('USDC', recipient)
  const first = `Please send 10 USDC to ${recipient}`
  await app.script(first, [send('10')])
  const card = await app.askForCard(first, 'call_smart_contract_function')
  await app.accept(card)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')

  const second = `Did it reach ${recipient}?`
  await app.script(second, [send('10.05')], 'The transfer failed. Please confirm it again.')
  const again = await app.askForCard(second, 'call_smart_contract_function')
  const finding = again.locator('[data-rule="repeated"]')
  await expect(finding).toHaveAttribute('data-level', 'DANGER')
  await expect(finding).toContainText('10 USDC')
  await expect(finding).toContainText('10.05 USDC')
  await expect(again.getByRole('button', { name: /^Hold to accept/ })).toBeEnabled()
  await app.decline(again).click()
  expect((await tokenBalance('USDC', recipient)) - before).toBe(parseUnits('10', 6))
  expect(asked(wallet)).toBe(1)
})
