import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseEther,
  parseUnits,
  stringToHex,
} from 'viem'
import type { Price } from '@/lib/chain/chains/chain'
import { buildChains } from '@/lib/chain/chains/chains'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { CallController, CallView } from '@/lib/execution/call/controller'
import type { LedgerEntry, StepRecord } from '@/lib/execution/ledger/entry'
import { type Prices, priceKey } from '@/lib/review/findings/budget'
import type { Effects, Review, Verdict } from '@/lib/review/review'
import { createStore } from '@/lib/store'
import type { Figure } from '@/lib/tools/figure'
import { type Finding, isWorse } from '@/lib/tools/finding'
import type { AssetAmount, Plan } from '@/lib/tools/plan'
import { findTool } from '@/lib/tools/registry'
import type { ToolName } from '@/lib/wire/tool-names'

/** Chains as the app knows them. Nothing answers at these addresses, and nothing in the gallery calls them. */
export const chains = buildChains([
  { id: 1, rpcUrl: 'http://gallery.invalid' },
  { id: 8453, rpcUrl: 'http://gallery.invalid' },
])

export const account = getAddress('0x7c1f4d9e0a35b2c86d41fa9e73b05d28c64fe1a2')
export const friend = getAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045')
export const stranger = getAddress('0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be')

/** Facts of an account that nothing is special about. */
export const ordinaryAccount = {
  ...{ hasCode: false, delegate: null, nonce: 812, balance: parseEther('3') },
  ...{ isSelf: false, token: null },
}

export const usdc = (amount: string): bigint => parseUnits(amount, 6)

export const approve = (spender: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

/** Fixed time of everything in the gallery, so that screenshots do not change. */
export const now = Date.UTC(2026, 10, 25, 9, 30)

export const hash = (of: string): Hex => keccak256(stringToHex(of))

/** Finds a token of the bundled list by its symbol. */
export function token(symbol: string, chainId = 1): TokenFacts {
  const chain = chains.get(chainId)
  const address = chain?.tokens.find((each) => each.symbol === symbol)?.address
  const found = chain && address && findToken(chain, address)
  if (!found) throw new Error(`no ${symbol} on chain ${chainId}`)
  return { ...found, listed: true, ownSymbol: symbol }
}

export const price = (usd: number): Price => ({
  usd: BigInt(Math.round(usd * 1e8)),
  decimals: 8,
  source: 'Chainlink',
  updatedAt: now - 60_000,
})

/** As read from the feeds. */
const prices: Prices = new Map(
  (['USDC', 'ETH'] as const).flatMap((symbol) =>
    [...chains.keys()].map((chainId) => [
      priceKey(chainId, token(symbol, chainId).address),
      price(symbol === 'ETH' ? 3_120 : 1),
    ]),
  ),
)

export const coin = (amount: bigint, chainId = 1): AssetAmount => ({ asset: { kind: 'native', chainId }, amount })

export const tokens = (symbol: string, amount: bigint, chainId = 1): AssetAmount => ({
  asset: { kind: 'erc20', chainId, address: token(symbol, chainId).address },
  amount,
})

/** A change of balance from `before` to `after`. */
export const moves = (symbol: string, before: bigint, after: bigint, chainId = 1): Effects['balances'][number] => {
  const { address, decimals } = token(symbol, chainId)
  const isCoin = symbol === chains.get(chainId)?.viemChain.nativeCurrency.symbol
  return {
    asset: isCoin ? { kind: 'native', chainId } : { kind: 'erc20', chainId, address },
    before,
    after,
    symbol,
    decimals,
    listed: true,
  }
}

/** One kind of call in the gallery, with everything that its card shows. */
export type Example = {
  name: ToolName
  parameters: Record<string, unknown>
  details: unknown
  plan: Plan | null
  effects: Effects | null
  figures?: readonly Figure[]
  findings: readonly Finding[]
  /** Findings of the same call if it lies. */
  lie?: readonly Finding[]
  consent?: NonNullable<CallView['prepared']>['consent']
  transfer?: LedgerEntry['transfer']
  expects?: NonNullable<CallView['prepared']>['expects']
  approves?: NonNullable<CallView['prepared']>['approves']
}

export const plan = (
  steps: readonly { id: string; title: string; to: Address; value?: bigint; data?: Hex; approves?: true }[],
  declares: Partial<Plan['declares']>,
  chainId = 1,
): Plan => {
  const [first, ...rest] = steps.map(({ value = 0n, data = '0x', approves, ...step }) => ({
    ...step,
    value,
    data,
    chainId,
    purpose: approves ? ('approval' as const) : ('action' as const),
  }))
  if (!first) throw new Error('a plan has steps')
  return { account, steps: [first, ...rest], declares: { out: [], in: [], allowances: [], ...declares } }
}

export const ok: readonly Finding[] = [
  { rule: 'G7', level: 'OK', title: 'Simulated as block 23871204: exactly the changes shown, and no others.' },
]

export function entryOf({ name, parameters, transfer }: Example, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    key: `${name}:${more.callId ?? ''}`,
    taskId: 'gallery',
    callId: name,
    toolName: name,
    parameters,
    callHash: pad('0x1'),
    owner: account,
    state: 'ready',
    reported: false,
    steps: [],
    createdAt: now - 120_000,
    updatedAt: now,
    ...(transfer ? { transfer } : {}),
    ...more,
  }
}

export const stepsOf = ({ plan }: Example, of: (index: number) => Partial<StepRecord> = () => ({})): StepRecord[] =>
  (plan?.steps ?? []).map(({ id, title, chainId, to, data, value }, index) => ({
    id,
    title,
    chainId,
    to,
    data,
    value: value.toString(),
    bytesHash: hash(`bytes of ${id}`),
    nonce: 41 + index,
    fromBlock: '23871203',
    ...of(index),
  }))

export function reviewOf({ effects, figures = [], plan }: Example, findings: readonly Finding[]): Review {
  const worst = findings.reduce<Finding['level']>((a, { level }) => (isWorse(level, a) ? level : a), 'OK')
  const verdict: Verdict =
    worst === 'BLOCK' ? 'blocked' : worst === 'DANGER' || worst === 'UNVERIFIED' ? 'acknowledge' : 'ready'
  const gas = (plan?.steps ?? []).map(() => 84_000n)
  const maxFeePerGas = 4_000_000_000n
  return {
    planHash: hash('plan'),
    at: now,
    block: 23_871_204n,
    method: 'eth_simulateV1',
    effects,
    fee: { gas, maxFeePerGas, total: BigInt(gas.length) * 84_000n * maxFeePerGas },
    prices,
    figures,
    findings: findings.toSorted((a, b) => (isWorse(a.level, b.level) ? -1 : 1)),
    verdict,
  }
}

/** Returns the card's view: prepared and reviewed, unless `more` overrides it. */
export function viewOf(example: Example, more: Partial<CallView> = {}): CallView {
  const { details, plan, findings, consent, expects, approves } = example
  return {
    entry: entryOf(example),
    tool: findTool(example.name),
    busy: null,
    prepared: {
      plan,
      details,
      findings: plan ? [] : findings,
      ...(consent ? { consent } : {}),
      ...(expects ? { expects } : {}),
      ...(approves ? { approves } : {}),
    },
    review: plan || consent ? reviewOf(example, findings) : null,
    atomicity: null,
    acknowledged: false,
    problem: null,
    waiting: null,
    elsewhere: false,
    otherBrowser: null,
    transfer: null,
    record: null,
    ...more,
  }
}

/** Returns a card's controller that shows one view. Only `acknowledge` has an effect. */
export function controllerOf(view: CallView): CallController {
  const { subscribe, getSnapshot, set } = createStore(view)
  const nothing = async () => {}
  return {
    subscribe,
    getSnapshot,
    acknowledge: (acknowledged) => set({ ...getSnapshot(), acknowledged }),
    approve: nothing,
    decline: nothing,
    adjust: () => {},
    refresh: () => {},
    displayed: nothing,
    resolveInterrupted: nothing,
    giveUp: nothing,
  }
}
