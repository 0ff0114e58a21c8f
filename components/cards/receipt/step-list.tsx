import { clsx } from 'clsx'
import { Check, CircleDashed, X } from 'lucide-react'
import { Spinner } from '@/components/ui/page/spinner'
import type { Chains } from '@/lib/chain/chains/chain'
import { written } from '@/lib/chat/page/reading'
import type { LedgerEntry, StepRecord } from '@/lib/execution/ledger/entry'
import { minedHash, shownHash } from '@/lib/execution/ledger/outcome'
import { TransactionHash } from './transaction-hash'

type StepStatus = { word: string; face: 'waiting' | 'busy' | 'done' | 'failed' }

/** Returns a step's status from its record and the state of the call. `current` is true for the step in progress. */
function stepStatus(
  step: StepRecord,
  { state, batch, interrupted, refusal, steps }: LedgerEntry,
  current: boolean,
): StepStatus {
  const hash = minedHash(step)
  const isShared = hash !== undefined && steps.some((other) => other !== step && minedHash(other) === hash)
  // The steps went to the wallet as one request.
  const asOne = batch !== undefined
  if (step.outcome === 'success') return { word: isShared ? 'Confirmed as one' : 'Confirmed', face: 'done' }
  if (step.outcome === 'reverted') return { word: 'Reverted', face: 'failed' }
  if (step.outcome === 'cancelled') return { word: 'Cancelled', face: 'failed' }
  if (!current && !asOne) return { word: 'Not started', face: 'waiting' }
  if (interrupted) return { word: 'Not known whether it was sent', face: 'waiting' }
  if (refusal !== undefined) return { word: 'Refused: making sure that nothing was sent', face: 'busy' }
  if (state === 'signing')
    return { word: asOne ? 'Confirm all as one in your wallet' : 'Confirm it in your wallet', face: 'busy' }
  if (state === 'broadcast') return { word: asOne ? 'Sent as one' : 'Sent', face: 'busy' }
  if (state === 'confirming') return { word: 'Waiting for the chain', face: 'busy' }
  return { word: 'Not sent', face: 'waiting' }
}

/** Lists a call's transactions in order, with their status. */
export function StepList({ entry, chains }: { entry: LedgerEntry; chains: Chains }) {
  const { steps } = entry
  const current = steps.findIndex((step) => step.outcome === undefined)
  return (
    <ol className="flex flex-col gap-1" aria-label="Transactions">
      {steps.map((step, index) => {
        const { word, face } = stepStatus(step, entry, index === current)
        const hash = shownHash(steps, index)
        return (
          <li key={step.id} data-step={step.id} className="flex min-h-9 gap-x-2.5 text-small">
            <span className="flex h-5 items-center sm:h-9">
              <StepStatusIcon face={face} />
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 max-sm:content-start">
              <span className="min-w-0 flex-1 basis-48">
                <span className={clsx(face === 'waiting' && 'text-ink-muted')}>{written(step.title)}</span>
                <span className="text-ink-faint"> · {word}</span>
              </span>
              {hash && <TransactionHash hash={hash} chain={chains.get(step.chainId)} />}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function StepStatusIcon({ face }: { face: StepStatus['face'] }) {
  if (face === 'busy') return <Spinner className="text-accent" />
  const Icon = { waiting: CircleDashed, done: Check, failed: X }[face]
  const tone = { waiting: 'text-ink-faint', done: 'text-accent', failed: 'text-seal' }[face]
  return <Icon aria-hidden="true" className={clsx('size-4 shrink-0', tone)} />
}
