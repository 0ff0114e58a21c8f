import { BaseError, type Hash, type Hex, isAddressEqual } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { diamondAbi } from '../abi'
import { relayer } from '../accounts'
import type { DevnetChain } from '../chain'
import { minedReceipt } from '../receipt'

const pollMs = 200

type Transfer = {
  id: Hex
  source: DevnetChain
  /** When it was first seen, by the injected clock. */
  seenAt: number
  hash: Hash
  sendingAssetId: Hex
  receivingAssetId: Hex
  receiver: Hex
  amount: bigint
  destinationChainId: bigint
}

export type Relayer = {
  /** Returns why a transfer cannot be paid out, or null. Its money stays in the bridge, and /status says so. */
  problem: (transactionId: Hex) => string | null
  stop: () => Promise<void>
}

export type RelayerOptions = {
  chains: readonly DevnetChain[]
  delayMs: () => number
  now: () => number
  log: (line: string) => void
}

async function readTransfers(source: DevnetChain, fromBlock: bigint, toBlock: bigint, seenAt: number) {
  const logs = await source.client.getContractEvents({
    address: devnetAddresses.diamond,
    abi: diamondAbi,
    eventName: 'LiFiTransferStarted',
    fromBlock,
    toBlock,
    strict: true,
  })
  return logs.map(({ args: { transactionId, ...args }, transactionHash }): Transfer => {
    return { ...args, id: transactionId, hash: transactionHash, source, seenAt }
  })
}

/** Pays a transfer out unless that has happened. Returns why it cannot, or null. */
async function fill(transfer: Transfer, chains: readonly DevnetChain[]): Promise<string | null> {
  const { id, receivingAssetId, receiver, amount } = transfer
  const target = chains.find(({ info }) => BigInt(info.id) === transfer.destinationChainId)
  if (!target || target === transfer.source) return `there is no bridge to chain ${transfer.destinationChainId}`
  if (!isAddressEqual(transfer.sendingAssetId, receivingAssetId))
    return 'the bridge does not change one token to another'
  const diamond = { address: devnetAddresses.diamond, abi: diamondAbi } as const
  if (await target.client.readContract({ ...diamond, functionName: 'completed', args: [id] })) return null
  const args = [id, receivingAssetId, receiver, amount] as const
  try {
    await target.client.simulateContract({ ...diamond, functionName: 'completeBridge', args, account: relayer })
  } catch (error) {
    const isRefusal = error instanceof BaseError && error.name === 'ContractFunctionExecutionError'
    if (isRefusal) return `paying it out on chain ${target.info.id} fails: ${error.shortMessage}`
    throw error
  }
  const hash = await target.client.writeContract({
    ...diamond,
    functionName: 'completeBridge',
    args,
    account: relayer,
    chain: null,
    // The simulation has just succeeded. An estimate may be too low a moment later, and unused gas costs nothing here.
    gas: 500_000n,
  })
  const { status } = await minedReceipt(target.client, hash)
  return status === 'success' ? null : `paying it out on chain ${target.info.id} reverted`
}

/**
 * Watches both chains and pays bridge transfers out on the other one. Everything it must remember is on the chains:
 * after a restart it reads every transfer again and skips those marked as completed.
 */
export function startRelayer({ chains, delayMs, now, log }: RelayerOptions): Relayer {
  const problems = new Map<Hex, string>()
  const nextBlock = new Map<DevnetChain, bigint>()
  let waiting: Transfer[] = []
  let stopped = false

  async function discover(source: DevnetChain): Promise<void> {
    const from = nextBlock.get(source) ?? 0n
    const latest = await source.client.getBlockNumber({ cacheTime: 0 })
    if (latest < from) return
    waiting.push(...(await readTransfers(source, from, latest, now())))
    nextBlock.set(source, latest + 1n)
  }

  async function payOut(): Promise<void> {
    const due = waiting.filter(({ seenAt }) => now() >= seenAt + delayMs())
    for (const transfer of due) {
      const problem = await fill(transfer, chains)
      if (problem) {
        problems.set(transfer.id, problem)
        log(`bridge transfer ${transfer.hash} stays in the bridge: ${problem}`)
      }
      waiting = waiting.filter((other) => other !== transfer)
    }
  }

  async function run(): Promise<void> {
    let failing = false
    while (!stopped) {
      try {
        await Promise.all(chains.map(discover))
        await payOut()
        failing = false
      } catch (error) {
        // Logged once, not at every poll; it keeps trying until the chains answer or it is stopped.
        if (!failing && !stopped) log(`the relayer cannot work: ${error instanceof Error ? error.message : error}`)
        failing = true
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  const running = run()
  return {
    problem: (transactionId) => problems.get(transactionId) ?? null,
    stop: () => {
      stopped = true
      return running
    },
  }
}
