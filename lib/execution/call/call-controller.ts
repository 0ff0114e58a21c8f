import { BaseError } from 'viem'
import { compareReviews } from '@/lib/review/findings/compare'
import { acknowledgementKey, planHash } from '@/lib/review/findings/hash'
import type { Review } from '@/lib/review/review'
import type { Plan } from '@/lib/tools/plan'
import type { Prepared, Tool } from '@/lib/tools/tool'
import { notGranted } from '@/lib/wire/consent'
import { refusedResult, rejectedByUser } from '@/lib/wire/result'
import type { CardRecord } from '../ledger/card-record'
import { type CardSnapshot, recordFor } from '../ledger/card-store'
import type { LedgerEntry } from '../ledger/entry'
import type { LedgerEvent } from '../ledger/ledger-event'
import { IllegalTransition, isInFlight, isOpen } from '../ledger/machine'
import { behindNote, isBehind, withoutGiven } from '../signing/allowances'
import type { Approved } from '../signing/ask'
import type { ApprovedConsent } from '../signing/consent'
import { atomicityFor, type CallDeps, predictionOf, prepareCall, reviewCall } from './call-deps'
import { createCallState } from './call-state'
import { recheckedConsent, reviewConsent } from './consent-review'
import type { CallController } from './controller'
import { refusalOf } from './readable-call'
import { expectAnswered, isSilence, lookAgainAfter } from './silence'
import { blockedBy, callVerdict, verdictEvent, withFindings } from './verdict'

/** The controller of one call that the ledger holds. Prepares and reviews once somebody subscribes. */
export function createCallController({ entryKey, deps }: { entryKey: string; deps: CallDeps }): CallController {
  const { ledger, runner, wallet, now } = deps
  const state = createCallState(entryKey, deps)
  const { entry: entryNow, local, set, read, obstacle, view } = state
  /** The last review as it came; the one in `local` may carry findings of a comparison as well. */
  let plainReview: Review | null = null
  let adjustments: Record<string, unknown> | undefined
  let work = new AbortController()
  let approving = false
  /** Counts the person's own changes. */
  let changes = 0
  let detach: (() => void) | null = null
  /** How often nobody answered, one time after the other. */
  let silences = 0

  /** Writes what review found; another tab that was faster has the last word. */
  const tell = async (event: LedgerEvent): Promise<boolean> => {
    try {
      await ledger.apply(entryKey, event)
      return true
    } catch (error) {
      if (error instanceof IllegalTransition) return false
      throw error
    }
  }

  /** Keeps what the card shows now, for its receipt. It waits `keepPatience` at most, and its failure stops nothing. */
  const keepCard = async (moment: CardSnapshot): Promise<void> => {
    const { cards } = deps
    const entry = entryNow()
    const call = read(entry)
    if (!cards || call.tool?.kind === 'display') return
    const { prepared, review, problem } = local()
    const record: CardRecord = {
      at: now(),
      headline: call.readable ? call.tool.headline(call.parameters) : entry.toolName,
      problem: call.readable ? problem : call.problem,
      prepared,
      review,
    }
    const kept = new AbortController()
    const late = deps.sleep(keepPatience, kept.signal).catch(() => undefined)
    await Promise.race([cards.keep(entryKey, moment, record, call.tool), late])
    kept.abort(new Error('It is kept'))
  }

  /** What the card showed, once it is no longer open: as after a reload, so before one. */
  const recall = async (): Promise<void> => {
    const kept = await deps.cards?.read(entryKey, read(entryNow()).tool)
    const record = kept ? recordFor(entryNow(), kept) : null
    if (record) set({ record })
  }

  const prepare = (tool: Tool, parameters: unknown, signal: AbortSignal) =>
    prepareCall(deps, entryNow(), tool, parameters, adjustments, 'review', signal)
  /** The click: the person may have accepted, among the dangers, that another browser signs this too. */
  const atClick = () => (view().acknowledged ? 'takeover' : 'click')

  const sinceNow = () => {
    const before = changes
    return () => changes === before
  }

  /** Whatever looks at the call just now is called off. */
  const workAnew = (): AbortSignal => {
    work.abort()
    work = new AbortController()
    return AbortSignal.any([work.signal, deps.signal])
  }

  /** Works out plan and review, and writes the verdict. A newer run, or the end of the page, aborts it. */
  const workOut = async (note?: string | null): Promise<void> => {
    const entry = entryNow()
    const call = read(entry)
    // A display that was shown before is read again: nothing about it can be executed, and its figures are of today.
    const shownAgain = entry.state === 'confirmed' && call.readable && call.tool.kind === 'display'
    if (approving || deps.signal.aborted || !(isOpen(entry.state) || shownAgain)) return
    const signal = workAnew()
    set({ busy: 'preparing', problem: null })
    const started = await tell({ type: 'review-started', ...(note === undefined ? {} : { note }) })
    if (signal.aborted) return
    if (!started && !shownAgain) return set({ busy: null })
    try {
      if (!call.readable) {
        void keepCard('checked')
        await tell(blockedBy(call.problem))
        return set({ busy: null })
      }
      const prepared = await prepare(call.tool, call.parameters, signal)
      if (signal.aborted) return
      set({ prepared, waiting: null, busy: prepared.plan ? 'reviewing' : null })
      const { plan } = prepared
      const [result, atomicity] = plan
        ? await Promise.all([
            reviewCall(deps, entryNow(), prepared, plan, 'review', signal),
            atomicityFor(deps, entryNow(), plan),
          ])
        : [reviewConsent(prepared, now()), null]
      if (signal.aborted) return
      if (result) expectAnswered(result)
      silences = 0
      const isAsBefore = plainReview && result && compareReviews(plainReview, result) === null
      plainReview = result
      // What was acknowledged were the figures as well.
      set({ review: result, atomicity, busy: null, ...(isAsBefore ? {} : { acknowledgedKey: null }) })
      void keepCard('checked')
      await tell(verdictEvent(call.tool, prepared, result))
    } catch (error) {
      if (signal.aborted) return
      if (isSilence(error)) return waitFor(wordsOf(error), signal)
      plainReview = null
      const words = wordsOf(error)
      set({ busy: null, prepared: null, review: null, problem: words, waiting: null })
      void keepCard('checked')
      await tell(blockedBy(words))
    }
  }

  /** Nobody answers: that says nothing against the call. It is looked at again by itself. */
  const waitFor = (whom: string, signal: AbortSignal): void => {
    plainReview = null
    set({ busy: null, prepared: null, review: null, problem: null, waiting: whom.replace('; try again.', '.') })
    void lookAgain(signal)
  }

  /** Looks again after a while, unless something else has it looked at before. */
  const lookAgain = async (signal: AbortSignal): Promise<void> => {
    const pauses = deps.lookAgainAfter ?? lookAgainAfter
    const pause = pauses[Math.min(silences, pauses.length - 1)] ?? 0
    silences += 1
    await deps.sleep(pause, signal).catch(() => undefined)
    if (!signal.aborted && state.isWatched()) await workOut()
  }

  /** The network is there again: what could not be asked is asked now. */
  const onNetwork = () => {
    const unasked = local().review?.findings.some(({ rule }) => rule === 'rpc')
    if (!deps.network?.isOnline() || !(local().waiting || unasked)) return
    silences = 0
    void workOut()
  }

  /** The check at the click once more for what is left of a plan: a step may take long, and others see it on the chain. */
  const restHolds =
    (prepared: Prepared<unknown>, plan: Plan, shown: Review): Approved['stillHolds'] =>
    async (index) => {
      const [next, ...more] = plan.steps.slice(index)
      if (!next) return true
      const rest: Plan = { ...plan, steps: [next, ...more] }
      const later = await reviewCall(deps, entryNow(), prepared, rest, 'review', deps.signal)
      return compareReviews({ ...shown, planHash: later.planHash }, later) === null
    }

  /**
   * The last check, at the click: an aged plan is prepared again, approvals that stand by now are left out, and the
   * plan is simulated again. Null if the person must look again; then the ledger's note says why.
   */
  const recheck = async (tool: Tool, parameters: unknown): Promise<Approved | null> => {
    let before = plainReview
    let { prepared } = local()
    if (!before || !prepared?.plan) return null
    const { signal } = deps
    const wasAcknowledged = view().acknowledged
    const at = atClick()
    const isMeant = sinceNow()
    let aged = false
    if (prepared.expiresAt !== undefined && now() >= prepared.expiresAt) {
      prepared = await prepare(tool, parameters, signal)
      aged = !prepared.plan || planHash(prepared.plan) !== before.planHash
    }
    if (await isBehind(entryNow().steps, deps.chains)) {
      set({ acknowledgedKey: null })
      await tell({ type: 'noted', note: behindNote })
      return null
    }
    const made = prepared.plan
    const plan = made && (await withoutGiven(made, before.effects, deps.chains))
    if (plan && plan !== made) {
      prepared = { ...prepared, plan }
      // The rest is what was looked at.
      if (!aged) before = { ...before, planHash: planHash(plan) }
    }
    const [after, atomicity] = plan
      ? await Promise.all([
          reviewCall(deps, entryNow(), prepared, plan, at, signal),
          atomicityFor(deps, entryNow(), plan),
        ])
      : [null, null]
    signal.throwIfAborted()
    if (after) expectAnswered(after)
    // One transaction that is left of several goes to the wallet as one either way.
    const isLast = plan !== made && plan?.steps.length === 1
    const otherWay = !isLast && local().atomicity?.status !== atomicity?.status
    const drift = after && !aged ? compareReviews(before, after) : null
    const shown = after && plan && drift ? withFindings(after, drift, plan) : after
    plainReview = after
    set({ prepared, review: shown, atomicity })
    const event = verdictEvent(tool, prepared, shown)
    // Without drift there is nothing new among the findings: what was acknowledged still covers them.
    const mayGoOn = shown?.verdict === 'ready' || (shown?.verdict === 'acknowledge' && wasAcknowledged)
    if (!plan || !shown || aged || drift || otherWay || event.verdict === 'blocked' || !mayGoOn) {
      set({ acknowledgedKey: null })
      await tell({ ...event, note: aged ? agedNote : otherWay && !drift ? otherWayNote : driftNote })
      return null
    }
    await ledger.apply(entryKey, { ...event, note: null })
    const { transfer } = prepared
    return {
      plan,
      planHash: shown.planHash,
      isMeant,
      stillHolds: restHolds(prepared, plan, shown),
      predicted: predictionOf(tool, parameters, plan, shown),
      ...(transfer ? { transfer } : {}),
      ...(atomicity ? { atomicity } : {}),
    }
  }

  /** The same for terms: prepared again from the chain of now, they must come to the same digest and findings. */
  const recheckConsent = async (tool: Tool, parameters: unknown): Promise<ApprovedConsent | null> => {
    const before = plainReview
    const looked = local().prepared?.consent
    if (!before || !looked) return null
    const wasAcknowledged = view().acknowledged
    const isMeant = sinceNow()
    const prepared = await prepareCall(deps, entryNow(), tool, parameters, looked.pinned, atClick(), deps.signal)
    deps.signal.throwIfAborted()
    const { review: shown, changed } = recheckedConsent(before, prepared, now())
    plainReview = reviewConsent(prepared, now())
    set({ prepared, review: shown })
    const event = verdictEvent(tool, prepared, shown)
    const mayGoOn = shown?.verdict === 'ready' || (shown?.verdict === 'acknowledge' && wasAcknowledged)
    if (!prepared.consent || changed || !mayGoOn) {
      set({ acknowledgedKey: null })
      await tell({ ...event, note: termsNote })
      return null
    }
    await ledger.apply(entryKey, { ...event, note: null })
    return { consent: prepared.consent, digest: before.planHash, isMeant }
  }

  const checkAtClick = async <Checked>(check: () => Promise<Checked | null>): Promise<Checked | null> => {
    try {
      return await check()
    } catch (error) {
      deps.signal.throwIfAborted()
      // Declined, superseded or taken by another tab while it was checked: the card shows that.
      if (error instanceof IllegalTransition) return null
      if (isSilence(error)) {
        waitFor(wordsOf(error), workAnew())
        return null
      }
      await tell({ type: 'noted', note: `The last check failed, so your wallet was not asked. ${wordsOf(error)}` })
      return null
    }
  }

  /** True if the person may approve what is on the screen. */
  const mayApprove = (entry: LedgerEntry, tool: Tool): boolean => {
    const { prepared, busy } = local()
    if (approving || busy || !prepared || !isOpen(entry.state) || obstacle(entry) || !wallet.account()) return false
    const verdict = callVerdict(tool, prepared, local().review)
    return verdict === 'ready' || (verdict === 'acknowledge' && view().acknowledged)
  }

  const approve = async (): Promise<void> => {
    const entry = entryNow()
    const call = read(entry)
    if (!call.readable || call.tool.kind === 'display' || !mayApprove(entry, call.tool)) return
    const { tool, parameters } = call
    approving = true
    let asked = false
    try {
      await runner.alone(entryKey, async () => {
        await ledger.refresh(entryKey)
        if (!isOpen(entryNow().state)) return
        set({ busy: 'rechecking' })
        if (local().prepared?.consent) {
          const terms = await checkAtClick(() => recheckConsent(tool, parameters)).finally(() => set({ busy: null }))
          asked = terms !== null
          if (!terms) return
          await keepCard('signed')
          return await runner.grant(entryKey, terms)
        }
        const approved = await checkAtClick(() => recheck(tool, parameters)).finally(() => set({ busy: null }))
        asked = approved !== null
        if (!approved) return
        await keepCard('signed')
        await runner.execute(entryKey, approved)
      })
    } finally {
      approving = false
    }
    // The wallet did not send, or only a first part is done: what is left is worked out anew.
    if (asked) await workOut()
  }

  /** Another tab looks at it anew, and may go away in the midst of that: what this one has found stands until then. */
  const tellAgain = async (): Promise<void> => {
    const { prepared } = local()
    const { tool } = read(entryNow())
    if (tool && prepared && (plainReview || !prepared.plan)) await tell(verdictEvent(tool, prepared, plainReview))
  }

  const attach = () => {
    let wasInFlight = isInFlight(entryNow().state)
    let wasOpen = isOpen(entryNow().state)
    let wasLetGo = entryNow().unawaited
    const stops = [
      ledger.subscribe((key) => {
        if (key !== entryKey && key !== null) return
        const { state: reached, unawaited } = entryNow()
        state.notify()
        if (isOpen(reached) && (wasInFlight || wasLetGo !== unawaited)) void workOut()
        else if (reached === 'reviewing' && !local().busy && !approving) void tellAgain()
        if (wasOpen && !isOpen(reached)) void recall()
        wasInFlight = isInFlight(reached)
        wasOpen = isOpen(reached)
        wasLetGo = unawaited
      }),
      runner.subscribe((key) => key === entryKey && state.notify()),
      wallet.subscribe?.(() => void workOut()),
      deps.network?.subscribe(onNetwork),
    ]
    if (!local().prepared && !local().busy) void workOut()
    if (!wasOpen) void recall()
    return () => {
      for (const stop of stops) stop?.()
    }
  }

  return {
    subscribe: (listener) => {
      const unsubscribe = state.subscribe(listener)
      detach ??= attach()
      return () => {
        unsubscribe()
        if (state.isWatched()) return
        detach?.()
        detach = null
      }
    },
    getSnapshot: view,
    approve,
    decline: async () => {
      const entry = entryNow()
      const block = (local().review?.findings ?? local().prepared?.findings)?.find(({ level }) => level === 'BLOCK')
      const refusal = refusalOf(read(entry)) ?? (block && refusedResult(block.title, block.rule))
      const outcome = refusal ?? rejectedByUser
      const isPermission = read(entry).tool?.kind === 'permission'
      await tell({ type: 'answered', outcome: isPermission ? { ...outcome, ...notGranted } : outcome })
    },
    acknowledge: (on) => {
      const { review } = local()
      set({ acknowledgedKey: on && review ? acknowledgementKey(review) : null })
    },
    adjust: (change) => {
      adjustments = { ...adjustments, ...change }
      changes += 1
      void workOut(null)
    },
    refresh: () => void workOut(null),
    displayed: async () => {
      const entry = entryNow()
      const { tool } = read(entry)
      if (tool?.kind !== 'display' || !local().prepared || entry.conflicting || !isOpen(entry.state)) return
      await tell({ type: 'answered', outcome: { status: 'success', displayed: true } })
    },
    resolveInterrupted: (answer) => runner.resolveInterrupted(entryKey, answer),
    giveUp: () => runner.giveUp(entryKey),
  }
}

/** What a receipt shows is worth no more waiting than this before the wallet is asked. Milliseconds. */
const keepPatience = 1_500

const wordsOf = (error: unknown): string =>
  error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : String(error)

const agedNote = 'The quote had expired, so a new one was fetched. Review the new figures, then approve again.'
const otherWayNote =
  'Your wallet now signs this differently from what was shown. Nothing was sent: review it again, then approve.'
const termsNote = 'Something has changed since you looked. Nothing was signed: review the terms again.'
const driftNote = 'Something has changed since you looked. Nothing was sent: review the findings again.'
