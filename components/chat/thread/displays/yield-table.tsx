import { type ReactNode, use, useCallback } from 'react'
import type { Address } from 'viem'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { Badge } from '@/components/ui/badge'
import { ProtocolIcon } from '@/components/ui/pictures/named-icons'
import { TokenOnChain } from '@/components/ui/pictures/token-on-chain'
import { RowButton } from '@/components/ui/row-button'
import { percentOf, shortAmount } from '@/components/ui/text/figures'
import type { Chains } from '@/lib/chain/chains/chain'
import { chainName } from '@/lib/chain/tokens/tokens'
import { written as inOwnWay } from '@/lib/chat/page/reading'
import { timeOfDay } from '@/lib/chat/page/time-words'
import { durationWords } from '@/lib/tools/staking/lockup'
import type { YieldRow, YieldsDisplay } from '@/lib/wire/display'
import { gap } from '../../suggestions/gap'
import { TurnDeedsContext } from '../turn-actions'
import { type MarketFigures, marketKey, readMarkets } from './read-markets'
import { readVaults, type VaultFigures, vaultKey } from './read-vaults'
import { marketBadges, marketFacts, RiskFacts } from './risk-facts'
import { RowNumber } from './row-number'
import { TableHead } from './table-head'
import { useRead } from './use-read'
import { yieldView } from './yield-view'

/**
 * Shows places to earn, named by the app's own lists if they are on one. The rates are the agent's; this page measures
 * what listed vaults have paid, and reads what they hold and what markets have left.
 */
export default function YieldTable({ yields }: { yields: YieldsDisplay }) {
  const { chains } = useApp()
  const { rows } = yields
  const { owner } = useWork()
  const { value } = useRead(useCallback(() => readPlaces(rows, chains, owner), [rows, chains, owner]))
  return (
    <div className="sheet @container my-4" data-display="yields">
      <table className="w-full text-small">
        <caption className="form-label px-4 pt-3 pb-1.5 text-left sm:px-5">
          Places to earn
          <span className="block font-sans text-label font-normal tracking-normal normal-case">
            The agent reports these rates as of {timeOfDay.format(yields.readAt)}. This page read the rest from the
            chains; a card checks again.
          </span>
        </caption>
        <TableHead
          className="@max-[30rem]:sr-only"
          columns={['Place', { name: 'A year', isFigure: true }, { name: 'Lock-up' }, { name: 'Risk' }]}
        />
        <tbody className="divide-y">
          {rows.map((row, index) => (
            <Row
              key={`${row.chainId}:${row.contract}:${row.token}`}
              row={row}
              number={rows.length > 1 ? <RowNumber of={index} /> : null}
              vault={value?.vaults.get(vaultKey(row))}
              market={value?.markets.get(marketKey(asMarket(row)))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const asMarket = ({ contract, ...row }: YieldRow) => ({ ...row, market: contract })

/** Reads what the chains tell of the rows that are on the app's own lists. */
async function readPlaces(rows: readonly YieldRow[], chains: Chains, owner: Address) {
  const [vaults, markets] = await Promise.all([
    readVaults(rows, chains),
    readMarkets(rows.map(asMarket), chains, owner),
  ])
  return { vaults, markets: markets.figures }
}

/** `vault` or `market`: what the place says of itself, once it is read. */
function Row({
  row,
  number,
  vault,
  market,
}: {
  row: YieldRow
  number: ReactNode
  vault: VaultFigures | undefined
  market: MarketFigures | undefined
}) {
  const { chains } = useApp()
  const deeds = use(TurnDeedsContext)
  const { chainId, contract, apy, lockupSeconds } = row
  const { place, protocol, pictured, isListed, token, isUnusual, sentence } = yieldView(row, chains.get(chainId))
  const lockup =
    lockupSeconds === null ? 'Not known' : lockupSeconds === 0 ? 'None' : inOwnWay(durationWords(lockupSeconds))
  const symbol = token?.symbol ?? 'Unlisted token'
  const paid = vault?.paid
  const badges = [
    ...(isListed
      ? []
      : [
          <Badge key="unlisted" tone="unverified">
            Not on this app’s lists
          </Badge>,
        ]),
    ...(isUnusual
      ? [
          <Badge key="unusual" tone="warn">
            Unusually high
          </Badge>,
        ]
      : []),
    ...(market ? marketBadges(market.reserve) : []),
  ]
  const facts = vault ? vaultFacts(vault) : market ? marketFacts(market.reserve, symbol).slice(0, 1) : []
  const risk = <RiskFacts badges={badges} facts={facts} />
  return (
    <tr data-yield={contract} data-listed={isListed}>
      <th scope="row" className="py-2.5 pl-4 text-left font-normal sm:pl-5">
        <span className="flex min-w-0 items-center gap-2.5">
          {number}
          <TokenOnChain chainId={chainId} address={token?.address ?? row.token} symbol={symbol} />
          <span className="min-w-0">
            {pictured !== null && <ProtocolIcon name={pictured} className="mr-1.5 @max-[30rem]:hidden" />}
            <span className="font-medium [overflow-wrap:anywhere]">{isListed ? place : `“${place}”`}</span>
            <span className="block text-label text-pretty text-ink-muted">
              {/* On a narrow table the icons say whose it is, and of which token. */}
              <span className="@max-[30rem]:sr-only">{[...(protocol ? [protocol] : []), symbol, ''].join(' · ')}</span>
              {chainName(chainId)}
              <span className="block @min-[30rem]:hidden">lock-up: {lockup.toLowerCase()}</span>
            </span>
            <span className="block @min-[30rem]:hidden">{risk}</span>
          </span>
        </span>
      </th>
      <td className="py-2.5 pl-3 text-right">
        <span className="figures font-medium">{apy === null ? 'Not known' : percentOf(apy)}</span>
        {paid && (
          <span className="block text-label text-ink-muted" data-paid="">
            <span className="whitespace-nowrap">paid {percentOf(paid.apy)}</span>{' '}
            <span className="block whitespace-nowrap">over {inOwnWay(durationWords(paid.seconds))}</span>
          </span>
        )}
      </td>
      <td className="py-2.5 pl-3 whitespace-nowrap text-ink-muted @max-[30rem]:hidden">{lockup}</td>
      <td className="py-2.5 pl-3 @max-[30rem]:hidden">{risk}</td>
      <td className="py-2.5 pr-2 text-right sm:pr-3 print:hidden">
        {sentence !== null && deeds && (
          <RowButton
            name="Deposit"
            label={`Deposit ${symbol} in ${place} on ${chainName(chainId)}`}
            onClick={() => deeds.fillIn(sentence, gap)}
          />
        )}
      </td>
    </tr>
  )
}

const vaultFacts = ({ vault: { asset }, held }: VaultFigures): readonly string[] =>
  held === null ? [] : [`Holds ${shortAmount(held, asset.decimals)} ${asset.symbol}`]
