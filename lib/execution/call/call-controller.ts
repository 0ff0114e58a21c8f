import { acknowledgementKey } from '@/lib/review/findings/hash'
import type { Tool } from '@/lib/tools/tool'
import { notGranted } from '@/lib/wire/consent'
import { refusedResult, rejectedByUser, type ToolResult } from '@/lib/wire/result'
import type { LedgerEntry } from '../ledger/entry'
import { IllegalTransition, isInFlight, isOpen } from '../ledger/machine'
import type { CallDeps } from './call-deps'
import { type CallReview, createCallReview, wordsOf } from './call-review'
import { type CallState, createCallState } from './call-state'
import type { CallController } from './controller'
import { type CardMemory, createCardMemory } from './kept/card-memory'
import { recheckPlan, recheckTerms } from './last-check'
import { refusalOf } from './readable-call'
import { isSilence } from './silence'
import { callVerdict } from './verdict'

/** Creates the controller of one call in the ledger. It prepares and reviews once somebody subscribes. */
export function createCallController({ entryKey, deps }: { entryKey: string; deps: CallDeps }): CallController {
  const { runner } = deps
  const state = createCallState(entryKey, deps)
  const cards = createCardMemory(entryKey, state, deps)
  const review = createCallReview(state, cards, deps)
  let detach: (() => void) | null = null

  return {
    subscribe: (listener) => {
      const unsubscribe = state.subscribe(listener)
      detach ??= follow(entryKey, state, cards, review, deps)
      return () => {
        unsubscribe()
        if (state.isWatched()) return
        detach?.()
        detach = null
      }
    },
    getSnapshot: state.view,
    approve: async () => {
      const isOver = await approve(entryKey, state, cards, review, deps)
      // The wallet did not send, or only the first part is done: prepare the rest again.
      if (isOver) await review.run()
    },
    decline: async () => void (await state.apply({ type: 'answered', outcome: outcomeOfDeclining(state) })),
    acknowledge: (on) => {
      const { review } = state.local()
      state.set({ acknowledgedKey: on && review ? acknowledgementKey(review) : null })
    },
    adjust: (change) => {
      state.set({ adjustments: { ...state.local().adjustments, ...change } })
      void review.run(null)
    },
    refresh: () => void review.run(null),
    displayed: async () => {
      const entry = state.entry()
      const { tool } = state.read(entry)
      if (tool?.kind !== 'display' || !state.local().prepared || entry.conflicting || !isOpen(entry.state)) return
      await state.apply({ type: 'answered', outcome: { status: 'success', displayed: true } })
    },
    resolveInterrupted: (answer) => runner.resolveInterrupted(entryKey, answer),
    giveUp: () => runner.giveUp(entryKey),
  }
}

/** Subscribes to what happens to the call elsewhere, and starts the first review. Returns the unsubscribe function. */
function follow(
  entryKey: string,
  state: CallState,
  cards: CardMemory,
  review: CallReview,
  { ledger, runner, wallet, network }: CallDeps,
): () => void {
  const first = state.entry()
  let wasInFlight = isInFlight(first.state)
  let wasOpen = isOpen(first.state)
  let wasLetGo = first.unawaited
  const stops = [
    ledger.subscribe((key) => {
      if (key !== entryKey && key !== null) return
      const { state: reached, unawaited } = state.entry()
      state.notify()
      const { busy, approving } = state.local()
      if (isOpen(reached) && (wasInFlight || wasLetGo !== unawaited)) void review.run()
      else if (reached === 'reviewing' && !busy && !approving) void review.tellAgain()
      if (wasOpen && !isOpen(reached)) void cards.recall()
      wasInFlight = isInFlight(reached)
      wasOpen = isOpen(reached)
      wasLetGo = unawaited
    }),
    runner.subscribe((key) => key === entryKey && state.notify()),
    wallet.subscribe?.(() => void review.run()),
    network?.subscribe(review.askAgain),
  ]
  if (!state.local().prepared && !state.local().busy) void review.run()
  if (!wasOpen) void cards.recall()
  return () => {
    for (const stop of stops) stop?.()
  }
}

/** Runs the last check on what the screen shows, and has it signed. Returns true if the wallet was to be asked. */
async function approve(
  entryKey: string,
  state: CallState,
  cards: CardMemory,
  review: CallReview,
  deps: CallDeps,
): Promise<boolean> {
  const { ledger, runner } = deps
  const entry = state.entry()
  const call = state.read(entry)
  if (!call.readable || call.tool.kind === 'display' || !mayApprove(entry, call.tool, state, deps)) return false
  state.set({ approving: true })
  let asked = false
  try {
    await runner.alone(entryKey, async () => {
      await ledger.refresh(entryKey)
      if (!isOpen(state.entry().state)) return
      if (state.local().prepared?.consent) {
        const terms = await atClick(() => recheckTerms(entryKey, call, state, deps), state, review, deps)
        asked = terms !== null
        if (!terms) return
        await cards.keep('signed')
        return await runner.grant(entryKey, terms)
      }
      const approved = await atClick(() => recheckPlan(entryKey, call, state, deps), state, review, deps)
      asked = approved !== null
      if (!approved) return
      await cards.keep('signed')
      await runner.execute(entryKey, approved)
    })
  } finally {
    state.set({ approving: false })
  }
  return asked
}

/** True if the person may approve what is on the screen. */
function mayApprove(entry: LedgerEntry, tool: Tool, state: CallState, { wallet }: CallDeps): boolean {
  const { prepared, busy, approving, review } = state.local()
  if (approving || busy || !prepared || !isOpen(entry.state) || state.obstacle(entry) || !wallet.account()) return false
  const verdict = callVerdict(tool, prepared, review)
  return verdict === 'ready' || (verdict === 'acknowledge' && state.view().acknowledged)
}

/** Runs the last check. Returns null also if it fails: then the card says why. */
async function atClick<Checked>(
  check: () => Promise<Checked | null>,
  state: CallState,
  review: CallReview,
  { signal }: CallDeps,
): Promise<Checked | null> {
  state.set({ busy: 'rechecking' })
  try {
    return await check()
  } catch (error) {
    signal.throwIfAborted()
    // Declined, superseded or taken by another tab during the check; the card shows that.
    if (error instanceof IllegalTransition) return null
    if (isSilence(error)) review.waitFor(error.happened)
    else
      await state.apply({
        type: 'noted',
        note: `The last check failed, so your wallet was not asked. ${wordsOf(error)}`,
      })
    return null
  } finally {
    state.set({ busy: null })
  }
}

/** Returns what the agent is told when the person declines; if nobody could have approved the call, why. */
function outcomeOfDeclining(state: CallState): ToolResult {
  const call = state.read(state.entry())
  const { review, prepared } = state.local()
  const block = (review?.findings ?? prepared?.findings)?.find(({ level }) => level === 'BLOCK')
  const outcome = refusalOf(call) ?? (block && refusedResult(block.title, block.rule)) ?? rejectedByUser
  return call.tool?.kind === 'permission' ? { ...outcome, ...notGranted } : outcome
}
