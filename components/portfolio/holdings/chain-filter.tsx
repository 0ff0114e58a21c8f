import { useId } from 'react'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { formatUsd } from '@/components/ui/text/figures'
import type { ChainPortfolio } from '@/lib/chain/portfolio/holding'
import { chainName } from '@/lib/chain/tokens/tokens'
import { byChain } from '../view'

/** Shows the value on each chain. Choosing a chain limits the page to it. */
export function ChainFilter({
  chains,
  total,
  chainId,
  onChoose,
}: {
  chains: readonly ChainPortfolio[]
  total: bigint
  /** Null for all. */
  chainId: number | null
  onChoose: (chainId: number | null) => void
}) {
  const name = useId()
  const choice = (id: number | null, words: string, value: string) => (
    <label
      key={id ?? 'all'}
      className="relative flex min-h-9 items-center gap-2 rounded-control border px-3 text-small hover:border-rule-strong has-checked:border-accent has-checked:bg-accent-wash has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
    >
      <input type="radio" className="over-label" name={name} checked={id === chainId} onChange={() => onChoose(id)} />
      {id !== null && <ChainIcon chainId={id} />}
      {words} <span className="text-ink-muted tabular-nums">{value}</span>
    </label>
  )
  return (
    <div role="radiogroup" aria-label="Chain" className="flex flex-wrap gap-2 print:hidden">
      {choice(null, 'All chains', formatUsd(total))}
      {byChain(chains).map(({ chainId: id, usd, isRead }) =>
        choice(id, chainName(id), isRead ? formatUsd(usd) : 'not read'),
      )}
    </div>
  )
}
