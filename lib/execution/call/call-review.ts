import { BaseError } from 'viem'
import { compareReviews } from '@/lib/review/findings/compare'
import { nodeReason } from '@/lib/review/simulation/rpc'
import { capitalized } from '@/lib/wire/place'
import { isOpen } from '../ledger/machine'
import { type CallDeps, prepareCall, reviewWithAtomicity } from './call-deps'
import type { CallState } from './call-state'
import { reviewConsent } from './consent-review'
import type { CardMemory } from './kept/card-memory'
import type { UnderstoodCall } from './readable-call'
import { expectAnswered, isSilence, lookAgainAfter } from './silence'
import { blockedBy, verdictEvent } from './verdict'

export type CallReview = {
  /** Prepares and reviews the call, and writes the verdict. A newer run or the end of the page aborts it. */
  run: (note?: string | null) => Promise<void>
  /** Records that somebody did not answer. That is no objection to the call: it is reviewed again automatically. */
  waitFor: (whom: string) => void
  /** Called when the network is back: asks again whatever could not be asked. */
  askAgain: () => void
  /**
   * Writes the verdict again. Another tab has started a new review and may go away during it; until then this one
   * stands.
   */
  tellAgain: () => Promise<void>
}

/** Prepares and reviews one call for as long as it is open. */
export function createCallReview(state: CallState, cards: CardMemory, deps: CallDeps): CallReview {
  let work = new AbortController()
  /** Consecutive times that nobody answered. */
  let silences = 0

  /** Aborts the work under way and starts over. */
  const workAnew = (): AbortSignal => {
    work.abort()
    work = new AbortController()
    return AbortSignal.any([work.signal, deps.signal])
  }

  const run: CallReview['run'] = async (note) => {
    const entry = state.entry()
    const call = state.read(entry)
    // A display that was shown before is read again: nothing in it can be executed, and its figures are today's.
    const shownAgain = entry.state === 'confirmed' && call.readable && call.tool.kind === 'display'
    if (state.local().approving || deps.signal.aborted || !(isOpen(entry.state) || shownAgain)) return
    const signal = workAnew()
    state.set({ busy: 'preparing', problem: null })
    const started = await state.apply({ type: 'review-started', ...(note === undefined ? {} : { note }) })
    if (signal.aborted) return
    if (!started && !shownAgain) return state.set({ busy: null })
    try {
      if (call.readable) return await look(call, signal)
      void cards.keep('checked')
      await state.apply(blockedBy(call.problem))
      state.set({ busy: null })
    } catch (error) {
      if (signal.aborted) return
      if (isSilence(error)) return wait(error.happened, signal)
      const problem = wordsOf(error)
      state.set({ busy: null, prepared: null, review: null, plainReview: null, problem, waiting: null })
      void cards.keep('checked')
      await state.apply(blockedBy(problem))
    }
  }

  /** Throws what the tool, a chain or a service throws. */
  const look = async ({ tool, parameters }: UnderstoodCall, signal: AbortSignal): Promise<void> => {
    const { adjustments } = state.local()
    const prepared = await prepareCall(deps, state.entry(), tool, parameters, adjustments, 'review', signal)
    if (signal.aborted) return
    const { plan } = prepared
    state.set({ prepared, waiting: null, busy: plan ? 'reviewing' : null })
    const [review, atomicity] = plan
      ? await reviewWithAtomicity(deps, state.entry(), prepared, plan, 'review', signal)
      : [await reviewConsent(deps, state.entry(), prepared), null]
    if (signal.aborted) return
    if (review) expectAnswered(review)
    silences = 0
    const { plainReview } = state.local()
    const isAsBefore = plainReview && review && compareReviews(plainReview, review) === null
    // The person acknowledged the figures as well.
    const acknowledged = isAsBefore ? {} : { acknowledgedKey: null }
    state.set({ review, plainReview: review, atomicity, busy: null, ...acknowledged })
    void cards.keep('checked')
    await state.apply(verdictEvent(tool, prepared, review))
  }

  const wait = (whom: string, signal: AbortSignal): void => {
    state.set({ busy: null, prepared: null, review: null, plainReview: null, problem: null, waiting: whom })
    void lookAgain(signal)
  }

  /** Looks again after a pause, unless something else triggers a review before. */
  const lookAgain = async (signal: AbortSignal): Promise<void> => {
    const pauses = deps.lookAgainAfter ?? lookAgainAfter
    const pause = pauses[Math.min(silences, pauses.length - 1)] ?? 0
    silences += 1
    await deps.sleep(pause, signal).catch(() => undefined)
    if (!signal.aborted && state.isWatched()) await run()
  }

  return {
    run,
    waitFor: (whom) => wait(whom, workAnew()),
    askAgain: () => {
      const { review, waiting } = state.local()
      const unasked = review?.findings.some(({ rule }) => rule === 'rpc')
      if (!deps.network?.isOnline() || !(waiting || unasked)) return
      silences = 0
      void run()
    },
    tellAgain: async () => {
      const { prepared, plainReview } = state.local()
      const { tool } = state.read(state.entry())
      if (tool && prepared && (plainReview || !prepared.plan))
        await state.apply(verdictEvent(tool, prepared, plainReview))
    },
  }
}

/** Describes what failed, in a sentence for a person. */
export function wordsOf(error: unknown): string {
  const reason = error instanceof BaseError ? nodeReason(error) : null
  if (reason !== null) return `${capitalized(reason)}.`
  return error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : String(error)
}
