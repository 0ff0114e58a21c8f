import { createContext, useContext } from 'react'
import { TokenSymbol } from '@/components/ui/text/amount'
import { exactAmount, formatAmount } from '@/components/ui/text/figures'
import type { Way } from '@/lib/chain/tokens/amount'
import { knownToken } from '@/lib/chain/tokens/tokens'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { readPrediction, readReceipt } from '@/lib/execution/ledger/stored-effects'
import type { Effects, Review } from '@/lib/review/review'
import { isNamedByUs } from '@/lib/tools/shared/token-words'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { allowanceWords, changesOf, spendingOf } from './effect-list'

/** Effects that the card shows. Null before they are known. */
export const MovedEffects = createContext<Effects | null>(null)

/** Returns the effects that the chain reports, or else the predicted ones. */
export function movedEffects({ receipt, predicted }: LedgerEntry, review: Review | null): Effects | null {
  const read = receipt ? readReceipt(receipt).effects : null
  return read ?? review?.effects ?? (predicted ? readPrediction(predicted).effects : null)
}

type Row = { label: string; amount: bigint; decimals: number | null; symbol: string; listed: boolean; way: Way }

/** Shows every digit of changes and allowances that the card above shortens. */
export function ExactAmounts() {
  const effects = useContext(MovedEffects)
  const rows = effects ? rowsOf(effects) : []
  const longer = rows.filter(
    ({ amount, decimals, way }) => formatAmount(amount, decimals, way) !== exactAmount(amount, decimals),
  )
  if (longer.length === 0) return null
  return (
    <DetailRows>
      {longer.map(({ label, amount, decimals, symbol, listed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state, and two may show the same token
        <DetailRow key={index} label={label}>
          <span className="figures break-all">{exactAmount(amount, decimals)}</span>{' '}
          <TokenSymbol symbol={symbol} listed={listed} />
        </DetailRow>
      ))}
    </DetailRows>
  )
}

function rowsOf({ chainId, balances, allowances }: Effects): Row[] {
  return [
    ...balances
      .filter(({ before, after }) => before !== after)
      .map((effect): Row => {
        const { before, after, debt, decimals, symbol } = effect
        const grows = after > before
        const [more, less] = debt ? ['Owed', 'No longer owed'] : ['Arrives', 'Leaves']
        return {
          label: `${grows ? more : less}, exactly`,
          amount: grows ? after - before : before - after,
          decimals,
          symbol,
          listed: isNamedByUs(effect),
          way: grows && !debt ? 'in' : 'out',
        }
      }),
    ...changesOf({ balances, allowances }).allowances.map((allowance): Row => {
      const { token, decimals, symbol } = allowance
      const { is, amount } = spendingOf(allowance)
      const listed = knownToken(chainId, token) !== null
      return { label: `${allowanceWords[is]}, exactly`, amount, decimals, symbol, listed, way: 'out' }
    }),
  ]
}
