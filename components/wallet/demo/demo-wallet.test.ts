import { type Hex, hexToBigInt, parseEther, toHex, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConfig, http } from 'wagmi'
import { connect, disconnect, getAccount, reconnect, switchChain } from 'wagmi/actions'
import { readArtifact } from '@/devnet/contracts/artifact'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { chainInfo } from '@/lib/chain/chains/chains'
import { startAnvil } from '@/lib/execution/testing/anvil'
import { createAccountStore } from '../account-store'
import { createWalletPort } from '../wallet-port'
import { type Ask, createApprovalQueue } from './approval-queue'
import { batchAccountCode } from './demo-batch'
import { demoConnector } from './demo-connector'
import { createDemoProvider } from './demo-provider'
import { describeData } from './signature-request'

// Nothing listens at this address: these tests only need the wallet to know the chain.
const second = chainInfo({ id: 31338, rpcUrl: 'http://127.0.0.1:1' })
const recipient = '0x00000000000000000000000000000000000000A1'

let anvil: Awaited<ReturnType<typeof startAnvil>>
let first: ChainInfo
beforeAll(async () => {
  anvil = await startAnvil()
  first = chainInfo({ id: 31337, rpcUrl: anvil.chain.rpcUrl })
})
afterAll(() => anvil.stop())

function memoryStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

let storage: ReturnType<typeof memoryStorage>
const asked = vi.fn<(request: Omit<Ask, 'id'>) => Promise<boolean>>()
beforeEach(() => {
  storage = memoryStorage()
  asked.mockReset().mockResolvedValue(true)
})

/** Loads the wallet as a page load does: only `storage` persists. */
function load() {
  const provider = createDemoProvider({ chains: [first, second], storage, ask: asked })
  const config = createConfig({
    chains: [first.viemChain, second.viemChain],
    connectors: [demoConnector(provider)],
    transports: { 31337: http(first.rpcUrl), 31338: http(second.rpcUrl) },
    storage: null,
    multiInjectedProviderDiscovery: false,
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('no connector')
  return { provider, config, connect: () => connect(config, { connector }), wallet: createWalletPort(config) }
}

describe('Demo wallet', () => {
  it('throws for a chain that is not local', () => {
    const mainnet = chainInfo({ id: 1, rpcUrl: 'https://rpc.example.org' })
    expect(() => createDemoProvider({ chains: [mainnet], storage, ask: asked })).toThrow('local chains')
  })

  it('keeps its key, its consent and its chain across a reload', async () => {
    const before = load()
    const { accounts } = await before.connect()
    await switchChain(before.config, { chainId: 31338 })
    const after = load()
    const account = createAccountStore(after.config)
    expect(account.getSnapshot().status).toBe('pending')
    await reconnect(after.config)
    account.settle()
    expect(account.getSnapshot()).toMatchObject({ status: 'connected', address: accounts[0], chainId: 31338 })
  })

  it('does not reconnect after a disconnect, and has the same account when it connects again', async () => {
    const before = load()
    const { accounts } = await before.connect()
    await disconnect(before.config)
    const after = load()
    expect(await reconnect(after.config)).toEqual([])
    expect((await after.connect()).accounts).toEqual(accounts)
  })

  it('signs what was approved, and shows it first', async () => {
    const { provider, connect: connectIt } = load()
    const { accounts } = await connectIt()
    const address = accounts[0]
    const signature = await provider.request({ method: 'personal_sign', params: [toHex('hello'), address] })
    expect(asked.mock.calls[0]?.[0].request).toMatchObject({ method: 'personal_sign', text: 'hello' })
    expect(await verifyMessage({ address, message: 'hello', signature: signature as Hex })).toBe(true)
  })

  it('signs typed data', async () => {
    const { provider, connect: connectIt } = load()
    const { accounts } = await connectIt()
    const address = accounts[0]
    const data = {
      domain: { name: 'Test', chainId: 31337 },
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail' as const,
      message: { text: 'hi' },
    }
    const signature = await provider.request({
      method: 'eth_signTypedData_v4',
      params: [address, JSON.stringify(data)],
    })
    const { EIP712Domain: _, ...types } = data.types
    expect(await verifyTypedData({ ...data, types, address, signature: signature as Hex })).toBe(true)
  })

  it('answers a rejection with code 4001, and signs nothing', async () => {
    const { provider, connect: connectIt } = load()
    const { accounts } = await connectIt()
    asked.mockResolvedValue(false)
    await expect(
      provider.request({ method: 'personal_sign', params: [toHex('x'), accounts[0]] }),
    ).rejects.toMatchObject({ code: 4001 })
  })

  it('asks the person nothing for a site that is not connected', async () => {
    const { provider, connect: connectIt, config } = load()
    const { accounts } = await connectIt()
    await disconnect(config)
    await expect(
      provider.request({ method: 'personal_sign', params: [toHex('x'), accounts[0]] }),
    ).rejects.toMatchObject({ code: 4100 })
    expect(asked).not.toHaveBeenCalled()
  })

  it.each([
    ['eth_sign', 4200],
    ['eth_signTransaction', 4200],
    ['wallet_sendCalls', -32602],
    ['anvil_setBalance', 4200],
    ['personal_sign', -32602],
    ['wallet_switchEthereumChain', -32602],
  ])('refuses %s without its parameters with code %i', async (method, code) => {
    const { provider } = load()
    await expect(provider.request({ method, params: [] })).rejects.toMatchObject({ code })
  })

  it('refuses an unknown chain with code 4902', async () => {
    const { provider } = load()
    await expect(
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] }),
    ).rejects.toMatchObject({ code: 4902 })
  })

  it('refuses a transaction for another chain before it asks the person', async () => {
    const { provider, connect: connectIt } = load()
    await connectIt()
    const transaction = { to: recipient, value: '0x1', chainId: toHex(31338) }
    await expect(provider.request({ method: 'eth_sendTransaction', params: [transaction] })).rejects.toMatchObject({
      code: 4901,
    })
    expect(asked).not.toHaveBeenCalled()
  })

  it('passes reads on to the chain', async () => {
    expect(hexToBigInt((await load().provider.request({ method: 'eth_blockNumber' })) as Hex)).toBe(
      await anvil.test.getBlockNumber(),
    )
  })
})

describe('the wallet as the port of lib/execution', () => {
  const request = (account: `0x${string}`, nonce: number) =>
    ({ chainId: 31337, account, to: recipient, data: '0x1234', value: parseEther('0.5'), gas: 60_000n, nonce }) as const

  it('sends exactly the given bytes with the given nonce', async () => {
    const { wallet, connect: connectIt } = load()
    const { accounts } = await connectIt()
    const account = accounts[0]
    await anvil.test.setBalance({ address: account, value: parseEther('10') })
    const hash = await wallet.sendTransaction(request(account, 0))
    expect(asked.mock.calls[0]?.[0].request).toMatchObject({ to: recipient, data: '0x1234', value: parseEther('0.5') })
    const sent = await anvil.test.getTransaction({ hash })
    expect(sent).toMatchObject({ input: '0x1234', value: parseEther('0.5'), gas: 60_000n, nonce: 0, chainId: 31337 })
    expect(sent.from.toLowerCase()).toBe(account.toLowerCase())
  })

  it('turns a rejection into a WalletError with its code', async () => {
    const { wallet, connect: connectIt } = load()
    const { accounts } = await connectIt()
    asked.mockResolvedValue(false)
    await expect(wallet.sendTransaction(request(accounts[0], 0))).rejects.toMatchObject({
      name: 'WalletError',
      code: 'rejected',
    })
  })

  it('distinguishes a wallet on another chain, one on another account, and no wallet', async () => {
    const { wallet, config, connect: connectIt } = load()
    const { accounts } = await connectIt()
    await expect(wallet.sendTransaction(request(recipient, 0))).rejects.toMatchObject({ code: 'account-changed' })
    await switchChain(config, { chainId: 31338 })
    await expect(wallet.sendTransaction(request(accounts[0], 0))).rejects.toMatchObject({ code: 'wrong-chain' })
    await disconnect(config)
    await expect(wallet.sendTransaction(request(accounts[0], 0))).rejects.toMatchObject({ code: 'disconnected' })
    await expect(wallet.chainId()).rejects.toMatchObject({ code: 'disconnected' })
    expect(asked).not.toHaveBeenCalled()
  })

  it('switches the chain, and reports changes of account and chain', async () => {
    const { wallet, config, connect: connectIt } = load()
    const heard = vi.fn()
    const stop = wallet.subscribe?.(heard)
    await connectIt()
    await wallet.switchChain(31338)
    expect(await wallet.chainId()).toBe(31338)
    expect(wallet.account()).toBe(getAccount(config).address)
    expect(heard).toHaveBeenCalled()
    stop?.()
  })
})

describe('approval queue', () => {
  const request: Omit<Ask, 'id'> = {
    account: recipient,
    chainName: 'Local',
    request: { method: 'personal_sign', account: recipient, message: '0x', text: '' },
  }

  it('shows one request at a time, and ignores a late second click', async () => {
    const approvals = createApprovalQueue()
    const answers = [approvals.ask(request), approvals.ask(request)]
    const shown = approvals.getSnapshot()
    if (!shown) throw new Error('nothing is shown')
    approvals.answer(shown.id, true)
    approvals.answer(shown.id, true)
    expect(await answers[0]).toBe(true)
    const next = approvals.getSnapshot()
    expect(next?.id).not.toBe(shown.id)
    approvals.answer(next?.id ?? 0, false)
    expect(await answers[1]).toBe(false)
    expect(approvals.getSnapshot()).toBeNull()
  })
})

describe('describeData', () => {
  it('decodes ERC-20 calls, and names others by their selector', () => {
    expect(describeData('0x')).toContain('plain transfer')
    expect(
      describeData(
        '0x095ea7b300000000000000000000000000000000000000000000000000000000000000a10000000000000000000000000000000000000000000000000000000000000064',
      ),
    ).toBe(`approve(${recipient}, 100)`)
    expect(describeData('0xdeadbeef00')).toBe('Function 0xdeadbeef, 5 bytes')
  })
})

describe('Demo wallet with several calls as one', () => {
  const request = (id: string, account: Hex, to: Hex = recipient) => ({
    id,
    version: '2.0.0' as const,
    chainId: 31337,
    account,
    calls: [
      { to: recipient as Hex, data: '0x' as Hex, value: 1n },
      { to, data: '0x' as Hex, value: 2n },
    ],
  })

  it('has the code compiled from its source', () => {
    expect(batchAccountCode).toBe(readArtifact('BatchAccount').bytecode)
  })

  it('offers no batches by default', async () => {
    const { connect: connected, wallet } = load()
    const { accounts } = await connected()
    expect(await wallet.atomicity?.(accounts[0], 31337)).toBeNull()
    await expect(wallet.sendBatch?.(request('a', accounts[0]))).rejects.toMatchObject({ code: 'no-batches' })
  })

  it('sends all calls in one transaction, reports it by its given id, and never accepts an id twice', async () => {
    storage.setItem('countersign.demo-wallet.atomic', 'yes')
    const { connect: connected, wallet } = load()
    const account = (await connected()).accounts[0]
    await anvil.test.setBalance({ address: account, value: parseEther('1') })
    const before = await anvil.test.getBalance({ address: recipient })
    expect(await wallet.atomicity?.(account, 31337)).toEqual({ status: 'supported', version: '2.0.0' })
    await expect(wallet.batchStatus?.('b')).rejects.toMatchObject({ code: 'unknown-batch' })
    expect(await wallet.sendBatch?.(request('b', account))).toBe('b')
    await vi.waitFor(async () => expect(await wallet.batchStatus?.('b')).toMatchObject({ status: 200 }))
    expect((await anvil.test.getBalance({ address: recipient })) - before).toBe(3n)
    await expect(wallet.sendBatch?.(request('b', account))).rejects.toThrow()
    expect((await anvil.test.getBalance({ address: recipient })) - before).toBe(3n)
  })

  it('carries out none of the calls if one would fail', async () => {
    storage.setItem('countersign.demo-wallet.atomic', 'yes')
    const { connect: connected, wallet } = load()
    const account = (await connected()).accounts[0]
    await anvil.test.setBalance({ address: account, value: parseEther('1') })
    const reverts = '0x000000000000000000000000000000000000bEEF'
    await anvil.test.setCode({ address: reverts, bytecode: '0x60006000fd' })
    const before = await anvil.test.getBalance({ address: recipient })
    await expect(wallet.sendBatch?.(request('c', account, reverts))).rejects.toThrow()
    expect(await anvil.test.getBalance({ address: recipient })).toBe(before)
  })
})
