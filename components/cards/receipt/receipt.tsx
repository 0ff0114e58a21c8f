import { clsx } from 'clsx'
import { Badge } from '@/components/ui/badge'
import { Group } from '@/components/ui/group'
import { Notice } from '@/components/ui/notice'
import { Amount } from '@/components/ui/text/amount'
import { count } from '@/components/ui/text/figures'
import type { ChainInfo, Chains } from '@/lib/chain/chains/chain'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import type { ChainReceipt, Prediction } from '@/lib/execution/ledger/stored-effects'
import type { ReceiptLine } from '@/lib/review/findings/receipt'
import { isNamedByUs } from '@/lib/tools/shared/token-words'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { hasOrigin, LegName, LegOrigin, LegValue } from './receipt-leg'
import { receiptLines } from './receipt-lines'

/** Sets the prediction beside what the chain says. Differences are said in words, not only in colour. */
export function Receipt({ entry, chains }: { entry: LedgerEntry; chains: Chains }) {
  const compared = receiptLines(entry)
  if (!compared) return null
  const { predicted, receipt, lines, known, flagged } = compared
  const chain = chains.get(compared.chainId)
  return (
    <Group label="What this did to your account" data-receipt={receipt?.method ?? 'reading'}>
      {/* Three columns on a narrow screen: the first is as narrow as its words, and a symbol without room wraps below
          its figure rather than being cut off. */}
      <table className="w-full border-y text-small max-sm:[&_*]:whitespace-normal">
        <thead className="@max-[13rem]:sr-only">
          <tr className="form-label text-left [&_th]:py-2">
            <th scope="col" className="max-sm:w-px">
              {chain?.name ?? 'Your account'}
            </th>
            <th scope="col" className="pl-3 text-right">
              Predicted
            </th>
            <th scope="col" className="pl-3 text-right">
              On the chain
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-rule border-t">
          {lines.map((line) => (
            <Line
              key={line.key}
              line={line}
              chain={chain}
              known={known}
              flagged={flagged.includes(line)}
              predicted={predicted}
              receipt={receipt}
            />
          ))}
          {lines.length === 0 && (
            <tr>
              <td colSpan={3} className="py-2 text-ink-muted">
                {!known
                  ? 'No change was predicted.'
                  : receipt?.unread
                    ? 'Among the assets that were read, nothing left and nothing arrived.'
                    : 'Nothing left and nothing arrived.'}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Remarks entry={entry} receipt={receipt} predicted={predicted} chain={chain} />
      {flagged.length > 0 && <Difference receipt={receipt} />}
    </Group>
  )
}

/** Without room for three columns, each figure has its own label. */
const named =
  '@max-[13rem]:block @max-[13rem]:before:mr-2 @max-[13rem]:before:text-ink-faint @max-[13rem]:before:content-[attr(data-column)]'

function Line({
  line,
  chain,
  known,
  flagged,
  predicted,
  receipt,
}: {
  line: ReceiptLine
  chain: ChainInfo | undefined
  known: boolean
  flagged: boolean
  predicted: Prediction
  receipt: ChainReceipt | null
}) {
  const leg = line.actual ?? line.predicted
  if (!leg) return null
  const isPermission = leg.kind !== 'balance'
  return (
    <>
      {isPermission && (
        // Addresses in full need the whole width.
        <tr className="border-b-0!">
          <th scope="rowgroup" colSpan={3} className="pt-2 text-left font-normal text-ink-muted">
            <LegName leg={leg} chain={chain} />
          </th>
        </tr>
      )}
      <tr
        data-comparison={known ? line.comparison : undefined}
        className={clsx('align-baseline', hasOrigin(leg) && 'max-sm:border-b-0!')}
      >
        <th scope="row" className="py-2 text-left font-normal text-ink-muted @max-[13rem]:block @max-[13rem]:pb-0">
          {leg.kind === 'balance' ? (
            <LegName leg={leg} chain={chain} />
          ) : leg.kind === 'allowance' ? (
            'Limit'
          ) : (
            'Permission'
          )}
        </th>
        <td data-column="Predicted" className={clsx('py-2 pl-3 text-right text-ink-muted @max-[13rem]:pb-0', named)}>
          {line.predicted ? <LegValue leg={line.predicted} chain={chain} /> : <span>nothing</span>}
          <AtLeast line={line} known={known} predicted={predicted} />
        </td>
        <td data-column="On the chain" className={clsx('py-2 pl-3 text-right', named, flagged && 'text-seal')}>
          {!known ? (
            // Until it has been read, or if it no longer can be.
            receipt ? (
              'not known'
            ) : (
              '…'
            )
          ) : line.comparison === 'unlogged' ? (
            <span>not known</span>
          ) : line.actual ? (
            <LegValue leg={line.actual} chain={chain} />
          ) : (
            <span>nothing</span>
          )}
          {flagged && (
            <span className="block">
              <Badge tone="danger">{words[line.comparison]}</Badge>
            </span>
          )}
        </td>
      </tr>
      {/* The narrow first column has no room for it beside the word. */}
      {hasOrigin(leg) && (
        <tr className="border-t-0! sm:hidden">
          <td colSpan={3} className="pb-2 text-right">
            <LegOrigin leg={leg} />
          </td>
        </tr>
      )}
    </>
  )
}

const words: Record<ReceiptLine['comparison'], string> = {
  same: 'as predicted',
  close: 'within 1%',
  differs: 'differs',
  missing: 'did not happen',
  unpredicted: 'not predicted',
  unlogged: 'not in the logs',
}

/** Shows the minimum that the plan promised, if that is below the prediction. Hidden once that much has arrived. */
function AtLeast({ line, known, predicted }: { line: ReceiptLine; known: boolean; predicted: Prediction }) {
  const leg = line.predicted
  if (leg?.kind !== 'balance' || leg.effect.asset.kind !== 'erc20' || leg.change <= 0n) return null
  const { asset, decimals, symbol } = leg.effect
  const least = predicted.declared.in.find(
    (each) => each.asset.kind === 'erc20' && each.asset.address === asset.address,
  )
  if (!least || least.amount >= leg.change) return null
  if (known && line.actual?.kind === 'balance' && line.actual.change >= least.amount) return null
  return (
    <span className="block text-ink-faint">
      at least{' '}
      <Amount value={least.amount} decimals={decimals} symbol={symbol} listed={isNamedByUs(leg.effect)} way="in" />
    </span>
  )
}

function Difference({ receipt }: { receipt: ChainReceipt | null }) {
  const others = receipt?.others.length ?? 0
  return (
    <Notice tone="danger" className="mt-3" title="It did something other than predicted">
      What changed in your account is marked above. It is done and cannot be undone: look the transaction up in an
      explorer, and do not use this contract again until you know why.
      {others > 0 && ' Other transactions in the same blocks touch your account too: the difference may be theirs.'}
    </Notice>
  )
}

function Remarks({
  entry,
  receipt,
  predicted,
  chain,
}: {
  entry: LedgerEntry
  receipt: ChainReceipt | null
  predicted: Prediction
  chain: ChainInfo | undefined
}) {
  const coin = chain?.viemChain.nativeCurrency
  return (
    <div className="mt-2 flex flex-col gap-2 text-small">
      {receipt?.fee !== null && receipt?.fee !== undefined && coin && (
        <DetailRows>
          <DetailRow label="Network fee paid">
            {receipt.feeByOthers && receipt.fee === 0n ? (
              'not by your account'
            ) : (
              <Amount value={receipt.fee} {...coin} listed />
            )}
            {predicted.fee !== null && receipt.fee > predicted.fee && (
              <span className="text-warn">
                {' '}
                · more than the <Amount value={predicted.fee} {...coin} listed /> shown before
              </span>
            )}
          </DetailRow>
        </DetailRows>
      )}
      {remarksOn(entry, receipt, predicted).map((remark) => (
        <p key={remark} className="text-pretty text-ink-muted">
          {remark}
        </p>
      ))}
    </div>
  )
}

function remarksOn({ steps }: LedgerEntry, receipt: ChainReceipt | null, predicted: Prediction): string[] {
  if (!receipt) return ['Reading the result from the chain …']
  const isUnproven = steps.some((step) => step.inclusion === 'unproven')
  return [
    ...(predicted.effects
      ? []
      : ['It could not be simulated beforehand, so there is no prediction to compare it with.']),
    ...(receipt.method === 'logs'
      ? [
          'The network’s node no longer keeps the balances of these blocks. This is what the transactions’ own logs say, unverified; coins that arrived are not included.',
        ]
      : []),
    ...(receipt.method === 'none' ? ['The result can no longer be read: the node has no record of it.'] : []),
    ...(receipt.unread
      ? [
          `Its logs name ${count(receipt.unread)} more tokens or permissions than this app looks at. What it did to those is not known: contracts with something to hide do this. Look the transaction up in an explorer.`,
        ]
      : []),
    ...(receipt.others.length > 0
      ? [
          `The same blocks hold ${receipt.others.length === 1 ? 'another transaction that touches' : `${receipt.others.length} other transactions that touch`} your account. Their effects are in these figures too.`,
        ]
      : []),
    ...(isUnproven
      ? [
          'Your account or wallet wraps transactions, and the reviewed bytes could not be found in the one on the chain. That alone is no sign of tampering: the figures here show what it did.',
        ]
      : []),
  ]
}
