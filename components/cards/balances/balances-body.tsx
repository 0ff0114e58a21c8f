'use client'

import { clsx } from 'clsx'
import { useEffect } from 'react'
import { ShortAddress } from '@/components/ui/text/address'
import { Amount, TokenSymbol } from '@/components/ui/text/amount'
import { formatUsd } from '@/components/ui/text/figures'
import type { Chains } from '@/lib/chain/chains/chain'
import type { BalanceRow, UnmatchedClaim } from '@/lib/tools/show-token-balance-ui/compare'
import type { BalanceDetails } from '@/lib/tools/show-token-balance-ui/parameters'
import type { BodyProps } from '../frame/body-props'
import { FoldedLine } from '../frame/folded-line'
import { AllocationChart, shadesOf } from './allocation-chart'
import { BalanceTable, chainName, HeldIcon, keyOf } from './balance-table'

/** Lists an account's holdings, read from the chains. Strikes out the agent's figures if they differ. */
export function BalancesBody({ details, chains, displayed }: BodyProps<BalanceDetails>) {
  const { address, isOwn, rows, unmatched, total, unpriced, unread } = details
  // Displaying is all that this tool does: the agent is told once.
  useEffect(() => {
    displayed()
  }, [displayed])
  const listed = rows.filter(({ token }) => token.listed)
  const unlisted = rows.filter(({ token }) => !token.listed)
  const slices = listed.flatMap((row) =>
    row.value === null
      ? []
      : [{ key: keyOf(row), label: `${row.token.symbol} on ${chainName(row, chains)}`, value: row.value }],
  )
  const { worthwhile, small } = apart(listed)
  const common = { chains, shades: total > 0n ? shadesOf(slices) : null, isOwn }
  return (
    <div className="flex flex-col gap-4 max-sm:gap-3">
      {/* On a narrow card the ring stands beside the title, on a wide one beside the table. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-start sm:gap-y-4">
        <p className={clsx('flex flex-wrap items-baseline gap-x-2', total > 0n ? 'sm:col-span-2' : 'col-span-2')}>
          <span className="text-title font-semibold">{isOwn ? 'What you hold' : 'What another account holds'}</span>
          <ShortAddress address={address} className="text-small text-ink-muted" />
        </p>
        {total > 0n && <AllocationChart slices={slices} total={total} />}
        <div className={clsx('flex min-w-0 flex-col gap-1 max-sm:col-span-2', total === 0n && 'col-span-2')}>
          {listed.length === 0 && (
            <p>{unread.length > 0 ? 'No balance could be read.' : 'No tokens on our list were found.'}</p>
          )}
          {worthwhile.length > 0 && <BalanceTable {...common} rows={worthwhile} total={total} />}
          {small.length > 0 && (
            <FoldedLine
              summary={`${small.length} more balances, each below $1: ${formatUsd(small.reduce((sum, { value }) => sum + (value ?? 0n), 0n))} together`}
            >
              <BalanceTable {...common} rows={small} total={null} />
            </FoldedLine>
          )}
        </div>
      </div>
      {listed.length > 0 && <LeftOut unpriced={unpriced} unread={unread} />}
      {unlisted.length > 0 && <Unlisted rows={unlisted} chains={chains} />}
      {unmatched.length > 0 && <Unmatched claims={unmatched} />}
    </div>
  )
}

/** Worth in USD with 8 decimals from which a balance has a line of its own. */
const worthALine = 10n ** 8n

/**
 * Sets small balances apart, to be folded, if there are several of them besides others. One that the agent states wrongly
 * stays in sight.
 */
function apart(rows: readonly BalanceRow[]): { worthwhile: readonly BalanceRow[]; small: readonly BalanceRow[] } {
  const isSmall = ({ value, verdict }: BalanceRow) => value !== null && value < worthALine && verdict !== 'differs'
  const small = rows.filter(isSmall)
  return small.length < 2 || small.length === rows.length
    ? { worthwhile: rows, small: [] }
    : { worthwhile: rows.filter((row) => !isSmall(row)), small }
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says what the total leaves out. */
function LeftOut({ unpriced, unread }: { unpriced: readonly string[]; unread: readonly string[] }) {
  const others = [
    ...unpriced.map((symbol) => `${symbol}, which has no price here`),
    ...(unread.length > 0 ? [`what is on ${list.format(unread)}`] : []),
  ]
  return (
    <p className="text-small text-pretty text-ink-muted">
      The total counts your wallet alone: no vaults, lending markets, debts or NFTs.
      {others.length > 0 && ` Nor does it count ${others.join('; ')}.`}
    </p>
  )
}

/**
 * Anybody can create a token, name it freely and send it to everybody. Unlisted tokens are folded away, with their own
 * name in quotes beside the address.
 */
function Unlisted({ rows, chains }: { rows: readonly BalanceRow[]; chains: Chains }) {
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer text-ink-muted">
        {rows.length === 1 ? 'One token is' : `${rows.length} tokens are`} on none of our lists: often spam
      </summary>
      <ul className="mt-1 divide-y divide-rule border-y">
        {rows.map((row) => (
          <li key={keyOf(row)} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <span className="flex gap-2">
              <HeldIcon row={row} />
              <span>
                <TokenSymbol {...row.token} /> <ShortAddress address={row.token.address} />
                <span className="block text-label text-ink-faint">{chainName(row, chains)}</span>
              </span>
            </span>
            <span className="ml-auto">
              {row.amount === null ? (
                <span className="text-ink-muted">not read</span>
              ) : (
                <Amount {...row.token} value={row.amount} way="in" />
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Strikes out a claim only if the chain was read for that token: otherwise nothing contradicts it. */
function Unmatched({ claims }: { claims: readonly UnmatchedClaim[] }) {
  return (
    <div className="text-small">
      <p className="form-label">The agent also lists, unverified</p>
      <ul>
        {claims.map(({ symbol, amount, value, contradicted }, index) => {
          const Figures = contradicted ? 's' : 'span'
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the agent may repeat itself, and the list never reorders
            <li key={index} className="text-ink-muted">
              <bdi>“{symbol}”</bdi> <Figures className="figures">{[amount, value].filter(Boolean).join(' · ')}</Figures>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
