import { type Address, type Hex, parseEther } from 'viem'
import { vi } from 'vitest'
import { z } from 'zod'
import { noRouting } from '@/lib/chain/routing/testing/no-routing'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { planHash } from '@/lib/review/findings/hash'
import { verdictOfTerms } from '@/lib/review/findings/verdict'
import type { Review } from '@/lib/review/review'
import { reviewOf } from '@/lib/review/testing/review'
import type { Step } from '@/lib/tools/plan'
import type { Prepared, Tool } from '@/lib/tools/tool'
import type { CallDeps, ReviewRequest, TermsRequest } from '../call/call-deps'
import type { CallClaims } from '../claims/call-claims'
import { openExecution } from '../execution'
import { openCardStore } from '../ledger/cards/card-store'
import type { LedgerState } from '../ledger/entry'
import type { Anvil } from './anvil'
import { memoryLocks } from './memory-locks'
import { scriptedWallet } from './scripted-wallet'

export const recipient: Address = '0x00000000000000000000000000000000000a11ce'
export const oneEther = parseEther('1')

const parameters = z.object({
  to: z.string().startsWith('0x'),
  data: z.string().startsWith('0x').default('0x'),
  value: z.string().regex(/^\d+$/),
  steps: z.int().positive().default(1),
})

/** A tool whose plan follows the parameters: `steps` - 1 preliminary transactions, then the action. */
export function plainTool(change: Partial<Tool<z.output<typeof parameters>>> = {}): Tool {
  const tool: Tool<z.output<typeof parameters>> = {
    name: 'send_native_gas_token',
    kind: 'transaction',
    schema: parameters,
    label: 'Send',
    headline: () => 'Send',
    done: () => 'Sent',
    actions: () => [],
    moves: () => null,
    purpose: 'Propose a send.',
    lie: null,
    examples: { least: {}, full: {} },
    prepare: async ({ to, data, value, steps }, { account }): Promise<Prepared<unknown>> => {
      const action: Step = {
        id: 'action',
        purpose: 'action',
        title: 'Send',
        chainId: 31337,
        to: to as Address,
        data: data as Hex,
        value: BigInt(value),
      }
      const before = Array.from(
        { length: steps - 1 },
        (_, index): Step => ({
          ...action,
          id: `approve-${index}`,
          purpose: 'approval',
          data: `0x0${index + 1}`,
          value: 0n,
        }),
      )
      const [first = action, ...rest] = [...before, action]
      return {
        plan: { account, steps: [first, ...rest], declares: { out: [], in: [], allowances: [] } },
        details: null,
        findings: [],
      }
    },
    ...change,
  }
  return tool as Tool
}

/** A review whose verdict follows the given findings. */
export const plainReview = async ({ plan, preparedFindings: findings }: ReviewRequest): Promise<Review> => ({
  ...reviewOf({ planHash: planHash(plan), findings }),
  verdict: findings.some(({ level }) => level === 'BLOCK')
    ? 'blocked'
    : findings.some(({ level }) => level === 'DANGER')
      ? 'acknowledge'
      : 'ready',
})

/** The same for terms. */
export const plainTermsReview = async ({ consent, preparedFindings: findings }: TermsRequest): Promise<Review> =>
  reviewOf({ planHash: consent.digest, findings, verdict: verdictOfTerms(findings) })

/** A service that knows of no claims, and objects to no call. */
export const uncontested = (): CallClaims => ({
  check: async () => null,
  renew: async () => 'unheard-of',
  release: async () => undefined,
})

/** Creates a browser with one wallet, in which tabs are opened, closed and reloaded. */
export function createBrowser(anvil: Anvil, signer = 1) {
  const name = `ledger-${crypto.randomUUID()}`
  const locks = memoryLocks()
  const scripted = scriptedWallet(anvil.signer(signer))
  const owner = anvil.signer(signer).account.address
  const world = {
    tool: plainTool(),
    review: plainReview,
    reviewTerms: plainTermsReview,
    claims: uncontested(),
    now: 1_000,
    walletPatience: 60_000,
    missingAfter: 15,
    claimEvery: 60_000,
    lookAgainAfter: [60_000],
    network: { isOnline: () => true, subscribe: () => () => undefined } as NonNullable<CallDeps['network']>,
    nodePatience: 3_000,
    confirmations: 1,
    privateFor: 0,
    status: noRouting.status,
  }
  const tab = async () => {
    const cards = openCardStore(`${name}-cards`)
    const mine = locks.tab()
    const execution = await openExecution({
      wallet: scripted.wallet,
      chains: anvil.chains,
      routing: { ...noRouting, status: (...request) => world.status(...request) },
      yields: noYields,
      now: () => world.now,
      findTool: (name) =>
        name === 'unheard_of' ? null : { ...world.tool, prepare: (...request) => world.tool.prepare(...request) },
      review: (request) => world.review(request),
      reviewTerms: (request) => world.reviewTerms(request),
      claims: {
        check: (...asked) => world.claims.check(...asked),
        renew: (...asked) => world.claims.renew(...asked),
        release: (call) => world.claims.release(call),
      },
      locks: mine,
      cards,
      network: world.network,
      lookAgainAfter: world.lookAgainAfter,
      kept: { name },
      pace: {
        walletPatience: world.walletPatience,
        missingAfter: world.missingAfter,
        claimEvery: world.claimEvery,
        nodePatience: world.nodePatience,
        transferDelay: () => 10,
        confirmations: () => world.confirmations,
        privateFor: () => world.privateFor,
      },
    })
    const close = () => {
      execution.close()
      cards.close()
      mine.crash()
    }
    return { ...execution, cards, close }
  }
  const propose = (callId: string, change: Record<string, unknown> = {}, toolName = 'send_native_gas_token') => ({
    taskId: 'task',
    callId,
    toolName,
    owner,
    parameters: { to: recipient, value: oneEther.toString(), ...change },
  })
  return { name, owner, world, tab, propose, locks, ...scripted }
}
export type Browser = ReturnType<typeof createBrowser>
export type Tab = Awaited<ReturnType<Browser['tab']>>

/** Proposes a call, waits until its card is reviewed, and returns its controller. */
export async function proposed(tab: Tab, proposal: ReturnType<Browser['propose']>) {
  const { key } = await tab.ledger.propose(proposal)
  const call = tab.call(key)
  call.subscribe(() => undefined)
  await vi.waitFor(() => {
    const { busy, entry } = call.getSnapshot()
    if (busy || entry.state === 'reviewing') throw new Error('still at work')
  })
  return { key, call }
}

export const untilState = (tab: Tab, key: string, state: LedgerState) =>
  vi.waitFor(
    () => {
      const entry = tab.ledger.get(key)
      if (entry?.state !== state) throw new Error(`${entry?.state}: ${entry?.note}`)
      return entry
    },
    { timeout: 30_000, interval: 10 },
  )
