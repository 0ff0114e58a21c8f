import type { Hash } from 'viem'
import { nameAgain } from '../batches/follow-batch'
import { type ExecutionContext, retryDelay, rpcSilent } from '../context'
import { isSettled, type LedgerEntry, type StepRecord } from '../ledger/entry'
import { pendingStep, type SentStep } from '../ledger/steps'
import { answeredForeign } from '../signing/refusal'
import { findAttempt } from './find-attempt'
import type { Searched } from './relayed'
import { claim, isContested, isKnown } from './taken'
import { lookUpTransaction, type TransactionLookup } from './transaction-lookup'

/**
 * Follows what was sent until each transaction has ended, or the call is settled. A failing node changes nothing: the
 * note says so, and the next lookup comes later. Rejects only when the context's signal aborts.
 */
export async function follow(key: string, context: ExecutionContext): Promise<void> {
  const { ledger, chains, confirmations, privateFor, missingAfter, sleep, signal } = context
  let failures = 0
  /** Consecutive lookups at which the node did not know the transaction. */
  let unknown = 0
  let searched: Searched & { hash: Hash | null } = { hash: null, upTo: null }
  for (;;) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    const step = entry && pendingStep(entry)
    if (!entry || !step || isSettled(entry.state)) return
    const chain = chains.get(step.chainId)
    if (!chain) {
      await note(
        context,
        entry,
        `This app no longer supports chain ${step.chainId}, so ${step.hash} cannot be followed here.`,
      )
      return
    }
    let lookup: TransactionLookup | null = null
    const askWallet = async () => {
      const named = await nameAgain(entry, step, context)
      return named === 'given-up' && unknown < missingAfter ? null : named
    }
    try {
      if (searched.hash !== step.hash) searched = { hash: step.hash, upTo: null }
      const isSeen = entry.state === 'confirming'
      lookup = await lookUpTransaction(chain.client, step, entry.owner, {
        confirmations: confirmations(chain),
        privateFor: isSeen ? 0 : privateFor(chain),
        searched,
        isTaken: (found) =>
          isKnown(found.hash, context) ||
          (isContested(entry, step, found, context) ? 'perhaps' : !claim(found.hash, entry.key, context)),
        askWallet,
      })
      if (await isOursElsewhere(lookup, entry, step, context)) lookup = { kind: 'foreign' }
      failures = 0
    } catch {
      // Nothing is known of the transaction whatever the failure, so only the note changes.
      lookup = null
      failures += 1
    }
    signal.throwIfAborted()
    unknown = lookup?.kind === 'unknown' ? unknown + 1 : 0
    if (!lookup) await note(context, entry, rpcSilent)
    else if (await record(context, entry, step, lookup, unknown)) continue
    await sleep(retryDelay(chain, failures), signal)
  }
}

/**
 * True if the transaction the wallet named is not the step, or can never come, and the step is on the chain under
 * another hash.
 */
async function isOursElsewhere(
  lookup: TransactionLookup,
  entry: LedgerEntry,
  step: SentStep,
  context: ExecutionContext,
): Promise<boolean> {
  const isOther = 'likeness' in lookup && lookup.likeness === 'other'
  // A transaction carried by others cannot be found by nonce.
  const isNowhere =
    lookup.kind === 'displaced' || (lookup.kind === 'unknown' && step.missing === true && step.via !== undefined)
  return (isOther || isNowhere) && (await findAttempt({ steps: [step] }, entry, context)).kind === 'found'
}

/** Writes the result of a lookup; `unknown` counts those in vain. Returns true if this transaction has ended. */
async function record(
  context: ExecutionContext,
  entry: LedgerEntry,
  step: SentStep,
  lookup: TransactionLookup,
  unknown: number,
): Promise<boolean> {
  const { ledger } = context
  const { hash } = step
  switch (lookup.kind) {
    case 'unknown':
      if (unknown >= context.missingAfter && !step.missing)
        await ledger.apply(entry.key, { type: 'missing', hash, note: step.via === 'contract' ? notThereYet : notKnown })
      else if (step.via === 'contract') await note(context, entry, notThereYet)
      else if (step.missing) await note(context, entry, notKnown)
      else if (entry.note === rpcSilent) await note(context, entry, null)
      return false
    case 'pending':
      // A transaction that is pending again after a reorganisation is seen again, with the same nonce.
      if (entry.state === 'broadcast' || entry.note === rpcSilent || step.missing)
        await ledger.apply(entry.key, {
          type: 'seen',
          hash,
          altered: lookup.likeness === 'other',
          ...(lookup.nonce === undefined ? {} : { nonce: lookup.nonce }),
        })
      return false
    case 'mined': {
      const replaced = lookup.hash === hash ? {} : { replacedBy: lookup.hash }
      await ledger.apply(entry.key, {
        type: 'mined',
        hash,
        outcome: outcomeOf(entry, step, lookup),
        altered: lookup.likeness === 'other',
        ...replaced,
        ...inclusionAs[lookup.likeness],
      })
      return true
    }
    case 'foreign':
      await ledger.apply(entry.key, { type: 'disowned', hash, note: answeredForeign })
      return true
    case 'displaced':
      await ledger.apply(entry.key, {
        type: 'mined',
        hash,
        outcome: 'cancelled',
        ...(lookup.by ? { replacedBy: lookup.by } : {}),
      })
      return true
  }
}

const inclusionAs = {
  same: {},
  other: {},
  wrapped: { inclusion: 'proven' },
  unproven: { inclusion: 'unproven' },
} as const

/**
 * Applies what a wallet knows of failures inside a transaction that succeeded (ERC-4337): that its batch was undone
 * (500), or a part of it (600). Nobody says which part, so if none is seen to be undone, the last one counts as undone.
 * A full undo is believed only of a single transaction: of several, each counts as the chain says.
 */
function outcomeOf(
  { batch, steps }: LedgerEntry,
  step: StepRecord,
  { outcome: seen, status = batch?.status }: Extract<TransactionLookup, { kind: 'mined' }>,
) {
  if (step.via !== 'batch' || (status !== 500 && status !== 600)) return seen
  const others = steps.filter((each) => each.via === 'batch' && each !== step)
  if (status === 500 && others.every(({ hash }) => hash === step.hash)) return 'reverted'
  return step === steps.at(-1) && others.every(({ outcome }) => outcome === 'success') ? 'reverted' : seen
}

const notKnown =
  'The network’s node does not know this transaction. Your wallet may have sent it privately, or it was dropped: your wallet can send it again or cancel it. This app keeps looking for it, and sends nothing again.'
const notThereYet =
  'Your account is a contract, so the number your wallet gave may be its own: the transaction comes later, perhaps once other owners have signed. It is followed as soon as it is on the chain, and nothing is sent again.'

async function note({ ledger }: ExecutionContext, entry: LedgerEntry, words: string | null): Promise<void> {
  if (entry.note !== (words ?? undefined)) await ledger.apply(entry.key, { type: 'noted', note: words })
}
