import type { ReactNode } from 'react'
import { useApp } from '@/components/app/app-context'
import { Amount } from '@/components/ui/text/amount'
import { formatUsd } from '@/components/ui/text/figures'
import type { CallController, CallView } from '@/lib/execution/call/controller'
import { isSettled, type LedgerEntry } from '@/lib/execution/ledger/entry'
import { isInFlight } from '@/lib/execution/ledger/machine'
import { readPrediction } from '@/lib/execution/ledger/stored-effects'
import { worthOfOne } from '@/lib/review/findings/budget'
import { worstFirst } from '@/lib/review/findings/verdict'
import type { Effects } from '@/lib/review/review'
import type { Finding, Fix } from '@/lib/tools/finding'
import type { AssetAmount } from '@/lib/tools/plan'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { EffectList } from './effect-list'
import { FigureList } from './figure-list'
import { FindingList, LesserFindings } from './finding-list'
import { RequestParts } from './request-parts'

/** Returns words for unchanged balances if other effects matter. Undefined otherwise. */
function stillWords(findings: readonly Finding[]): string | undefined {
  const matters = (id: string) => findings.some(({ rule, level }) => rule === id && level !== 'OK' && level !== 'INFO')
  if (matters('G30')) return 'nothing of yours: it acts for another account'
  return matters('G19') ? 'nothing moves yet: a permission is given' : undefined
}

/** On one line with the fee, even on the narrowest card. */
const feeLabel = (
  <span className="inline-block first-letter:uppercase">
    <span className="@max-[18rem]:sr-only">Network </span>fee up to
  </span>
)

/** Look of a row of folded lines. */
export const foldedRow = 'hidden flex-wrap items-start gap-x-5 has-[details]:flex @max-[24rem]:gap-x-3'

/**
 * Shows the review of the plan. Every card answers the same questions at the same places: what happens, what it costs,
 * what was found, what was asked.
 */
export function ReviewPart({
  view,
  controller,
  open,
  children,
  details,
}: {
  view: CallView
  controller: CallController
  open: boolean
  /** The terms, shown with the costs. */
  children?: ReactNode
  /** The details, folded beside the notes and the checks that passed. */
  details?: ReactNode
}) {
  const { chains, wallet } = useApp()
  const { review, prepared, entry } = view
  // Until there is a review, the preparation's findings are all there is.
  const findings: readonly Finding[] = review?.findings ?? worstFirst(prepared?.findings ?? [])
  // A call under way is not reviewed again: after a reload, the ledger has its prediction.
  const effects = review?.effects ?? (isInFlight(entry.state) ? predictedOf(entry) : null)
  const chainId = effects?.chainId ?? prepared?.plan?.steps[0].chainId ?? entry.steps[0]?.chainId
  const chain = chainId === undefined ? undefined : chains.get(chainId)
  const onFix = (fix: Fix) => {
    switch (fix.kind) {
      case 'switch-chain':
        // If the wallet refuses, nothing changes and the finding stays. The card is reviewed again in both cases.
        return void wallet.switchChain(fix.chainId).then(controller.refresh, controller.refresh)
      case 'adjust':
        return controller.adjust(fix.adjustments)
      case 'refresh':
        return controller.refresh()
    }
  }
  const worthOf = (moved: AssetAmount) => (review ? worthOfOne(moved, review.prices, chains) : null)
  const fee = review?.fee
  const feeUsd =
    fee && chainId !== undefined ? worthOf({ asset: { kind: 'native', chainId }, amount: fee.total }) : null
  const { expects } = prepared ?? {}
  const arrivesOn = expects && chains.get(expects.asset.chainId)
  const expected = expects && arrivesOn && { what: expects, where: arrivesOn }
  const isHypothetical = isSettled(entry.state) && entry.state !== 'confirmed'
  return (
    <>
      <div className="empty:hidden">
        {effects && chain && (
          <EffectList
            effects={effects}
            chain={chain}
            expected={expected}
            worthOf={worthOf}
            still={stillWords(findings)}
            isHypothetical={isHypothetical}
            said={prepared?.approves}
          />
        )}
        {review && <FigureList figures={review.figures} />}
        {fee && chain && !isHypothetical && (
          <div className="in-words pt-2 first:pt-0" data-summed="">
            <DetailRows>
              <DetailRow label={feeLabel}>
                <Amount value={fee.total} {...chain.viemChain.nativeCurrency} listed />
                {feeUsd !== null && <span className="text-ink-muted"> · {formatUsd(feeUsd)}</span>}
              </DetailRow>
            </DetailRows>
          </div>
        )}
        {children}
      </div>
      <div className="flex flex-col gap-1.5 empty:hidden">
        <FindingList
          findings={findings}
          spender={prepared?.approves?.spender}
          onFix={open ? onFix : undefined}
          onCheck={open && !view.problem && !view.waiting ? controller.refresh : undefined}
        />
      </div>
      {review?.request && <RequestParts request={review.request} />}
      <div className={foldedRow}>
        <LesserFindings findings={findings} />
        {details}
      </div>
    </>
  )
}

/**
 * Returns the predicted effects. Null also if they contain no change: a permission may have been given all the same,
 * and the findings that said so are not stored.
 */
function predictedOf({ predicted }: LedgerEntry): Effects | null {
  const effects = predicted ? readPrediction(predicted).effects : null
  const changes =
    effects?.balances.some(({ before, after }) => before !== after) ||
    effects?.allowances.some(({ before, amount }) => before !== amount) ||
    effects?.operators.length
  return changes ? effects : null
}
