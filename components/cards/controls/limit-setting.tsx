'use client'

import { useId, useState } from 'react'
import { TokenSymbol, WholeAmount } from '@/components/ui/text/amount'
import { exactAmount } from '@/lib/chain/tokens/amount'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { writtenSymbol } from '@/lib/tools/shared/token-words'

/** Edits the most that one move may take, in whole tokens. Starts with the size of the position. */
export function LimitSetting({
  text,
  amount,
  token,
  open,
  adjust,
}: {
  /** Text that the person typed. Null while it is the position. */
  text: string | null
  /** Base units. Null if the text is not an amount. */
  amount: bigint | null
  token: TokenFacts
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  const field = useId()
  const shown = text ?? (amount === null ? '' : exactAmount(amount, token.decimals))
  const [typed, setTyped] = useState(shown)
  if (!open) return amount === null ? 'no limit set' : <WholeAmount {...token} value={amount} />
  const submit = () => {
    if (typed.trim() !== shown) adjust({ cap: typed.trim() })
  }
  return (
    <form
      className="inline-flex max-w-full flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor={field} className="sr-only">
        Maximum per move, in {writtenSymbol(token)}
      </label>
      <input
        id={field}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={amount === null}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={submit}
        className="figures min-h-9 w-36 max-w-full @max-[24rem]:w-28 rounded-control border border-rule-strong bg-paper-raised px-2 text-right text-small aria-invalid:border-seal"
        placeholder="0"
      />
      <TokenSymbol symbol={token.symbol} listed={token.listed} />
    </form>
  )
}
