import { encodeFunctionData, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { diamondAbi } from '../abi'
import { deployer } from '../accounts'
import { createTestUser, deployArtifact, startTestDevnet, type TestDevnet, type TestUser } from '../testing'
import { type RelayerOptions, startRelayer } from './relayer'

let devnet: TestDevnet
let user: TestUser
beforeAll(async () => {
  devnet = await startTestDevnet()
  // Disables the devnet's own relayer in favor of those of the tests.
  await devnet.ask('POST', '/control', { bridgeDelayMs: 86_400_000 })
})
afterAll(() => devnet.stop())
beforeEach(async () => {
  user = await createTestUser(devnet)
})

let count = 0
async function send(changes: { receiver?: `0x${string}`; receivingAssetId?: `0x${string}`; to?: bigint } = {}) {
  const transactionId = toHex(++count, { size: 32 })
  const order = {
    transactionId,
    bridge: 'localbridge',
    integrator: '',
    sendingAssetId: nativeAddress,
    receivingAssetId: changes.receivingAssetId ?? nativeAddress,
    receiver: changes.receiver ?? user.address,
    amount: parseEther('1'),
    fee: 0n,
    minAmountOut: parseEther('1'),
    destinationChainId: changes.to ?? 31338n,
  }
  const data = encodeFunctionData({ abi: diamondAbi, functionName: 'startBridge', args: [order] })
  const receipt = await user.send(devnet.first, { to: devnetAddresses.diamond, data, value: parseEther('1') })
  expect(receipt.status).toBe('success')
  return transactionId
}

const start = (options: Partial<RelayerOptions> = {}) =>
  startRelayer({ chains: devnet.chains, delayMs: () => 0, now: Date.now, log: () => undefined, ...options })
const isCompleted = (transactionId: `0x${string}`) =>
  devnet.second.client.readContract({
    address: devnetAddresses.diamond,
    abi: diamondAbi,
    functionName: 'completed',
    args: [transactionId],
  })
const received = async () => (await devnet.second.client.getBalance({ address: user.address })) - parseEther('100')

it('pays what was sent before it started, and does not pay again after a restart', async () => {
  const first = await send()
  const before = start()
  await vi.waitFor(async () => expect(await isCompleted(first)).toBe(true), 5_000)
  await before.stop()
  const second = await send()
  const after = start()
  await vi.waitFor(async () => expect(await isCompleted(second)).toBe(true), 5_000)
  await after.stop()
  expect(await received()).toBe(parseEther('2'))
})

it('is paid once if two relayers see it', async () => {
  const relayers = [start(), start()]
  const id = await send()
  await vi.waitFor(async () => expect(await isCompleted(id)).toBe(true), 5_000)
  await Promise.all(relayers.map((relayer) => relayer.stop()))
  expect(await received()).toBe(parseEther('1'))
})

it('waits for the delay by its clock', async () => {
  let time = 1_000
  const delayMs = vi.fn(() => 500)
  const id = await send()
  const relayer = start({ now: () => time, delayMs })
  // Each round checks every pending transfer, and a new relayer knows all that ever started.
  const rounds = async (number: number) => {
    const target = delayMs.mock.calls.length + number * count
    await vi.waitFor(() => expect(delayMs.mock.calls.length).toBeGreaterThanOrEqual(target), 5_000)
  }
  await rounds(1)
  time = 1_499
  await rounds(3)
  expect(await isCompleted(id)).toBe(false)
  time = 1_500
  await vi.waitFor(async () => expect(await isCompleted(id)).toBe(true), 5_000)
  await relayer.stop()
})

it('keeps what it cannot pay, says why, and continues with the next', async () => {
  const lines: string[] = []
  const { address } = await deployArtifact(devnet.second, 'PayableRejecter', [], deployer)
  const refused = await send({ receiver: address })
  const nowhere = await send({ to: 1n })
  const exchanged = await send({ receivingAssetId: devnetAddresses.tokens.WBTC })
  const good = await send()
  const relayer = start({ log: (line) => lines.push(line) })
  await vi.waitFor(async () => expect(await isCompleted(good)).toBe(true), 5_000)
  await relayer.stop()
  expect(relayer.problem(good)).toBeNull()
  expect(relayer.problem(refused)).toContain('fails')
  expect(relayer.problem(nowhere)).toBe('there is no bridge to chain 1')
  expect(relayer.problem(exchanged)).toContain('does not change')
  expect(lines).toHaveLength(3)
  expect(await isCompleted(refused)).toBe(false)
})

it('is the only one allowed to pay out', async () => {
  const request = {
    address: devnetAddresses.diamond,
    abi: parseAbi(['function completeBridge(bytes32, address, address, uint256)', 'error OnlyRelayer()']),
    functionName: 'completeBridge',
    args: [toHex(9_999, { size: 32 }), nativeAddress, user.address, 1n],
    account: user.address,
  } as const
  await expect(devnet.second.client.simulateContract(request)).rejects.toThrow('OnlyRelayer')
})
