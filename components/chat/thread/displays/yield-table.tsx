import { type ReactNode, use, useCallback } from 'react'
import { useApp } from '@/components/app/app-context'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ProtocolIcon } from '@/components/ui/pictures/named-icons'
import { TokenOnChain } from '@/components/ui/pictures/token-on-chain'
import { percentOf } from '@/components/ui/text/figures'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { Growth } from '@/lib/chain/yields/history'
import { readAnchor, readGrowth } from '@/lib/chain/yields/history'
import { pinnedVaultAt } from '@/lib/chain/yields/pinned-vaults'
import { written as inOwnWay } from '@/lib/chat/page/reading'
import { timeOfDay } from '@/lib/chat/page/time-words'
import { durationWords } from '@/lib/tools/staking/lockup'
import type { YieldRow, YieldsDisplay } from '@/lib/wire/display'
import { gap } from '../../suggestions/gap'
import { TurnDeedsContext } from '../turn-actions'
import { RowNumber } from './row-number'
import { TableHead } from './table-head'
import { useRead } from './use-read'
import { yieldView } from './yield-view'

/**
 * Shows places to earn, named by the app's own lists if they are on one. The rates are the agent's; this page measures
 * what listed vaults have paid.
 */
export default function YieldTable({ yields }: { yields: YieldsDisplay }) {
  const { chains } = useApp()
  const { rows } = yields
  const { value: paid } = useRead(useCallback(() => readPaidRates(rows, chains), [rows, chains]))
  return (
    <div className="sheet @container my-4" data-display="yields">
      <table className="w-full text-small">
        <caption className="form-label px-4 pt-3 pb-1.5 text-left sm:px-5">
          Places to earn
          <span className="block font-sans text-label font-normal tracking-normal normal-case">
            The agent reports these rates as of {timeOfDay.format(yields.readAt)}. This page measured what vaults have
            paid; a card checks again.
          </span>
        </caption>
        <TableHead
          className="@max-[30rem]:sr-only"
          columns={['Place', { name: 'A year', isFigure: true }, { name: 'Lock-up' }]}
        />
        <tbody className="divide-y">
          {rows.map((row, index) => (
            <Row
              key={`${row.chainId}:${row.contract}:${row.token}`}
              row={row}
              number={rows.length > 1 ? <RowNumber of={index} /> : null}
              paid={paid?.get(vaultKey(row)) ?? null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `paid`: what the vault has paid lately, if that could be measured. */
function Row({ row, number, paid }: { row: YieldRow; number: ReactNode; paid: Growth | null }) {
  const { chains } = useApp()
  const deeds = use(TurnDeedsContext)
  const { chainId, contract, apy, lockupSeconds } = row
  const { place, protocol, pictured, isListed, token, isUnusual, sentence } = yieldView(row, chains.get(chainId))
  const lockup =
    lockupSeconds === null ? 'Not known' : lockupSeconds === 0 ? 'None' : inOwnWay(durationWords(lockupSeconds))
  const symbol = token?.symbol ?? 'Unlisted token'
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
            {(!isListed || isUnusual) && (
              <span className="mt-1 flex flex-wrap gap-1">
                {!isListed && <Badge tone="unverified">Not on this app’s lists</Badge>}
                {isUnusual && <Badge tone="warn">Unusually high</Badge>}
              </span>
            )}
          </span>
        </span>
      </th>
      <td className="py-2.5 pl-3 text-right">
        <span className="figures font-medium">{apy === null ? 'Not known' : percentOf(apy)}</span>
        {paid && (
          <span className="block text-label text-ink-muted" data-paid="">
            paid {percentOf(paid.apy)}
            <span className="@max-[30rem]:block"> over {inOwnWay(durationWords(paid.seconds))}</span>
          </span>
        )}
      </td>
      <td className="py-2.5 pl-3 text-ink-muted @max-[30rem]:hidden">{lockup}</td>
      <td className="py-2.5 pr-2 text-right sm:pr-3 print:hidden">
        {sentence !== null && deeds && (
          <Button
            size="small"
            look="quiet"
            className="px-2! text-accent!"
            aria-label={`Deposit ${symbol} in ${place} on ${chainName(chainId)}`}
            onClick={() => deeds.fillIn(sentence, gap)}
          >
            Deposit
          </Button>
        )}
      </td>
    </tr>
  )
}

type Vault = Pick<YieldRow, 'chainId' | 'contract'>

export const vaultKey = ({ chainId, contract }: Vault): string => `${chainId}:${contract}`

/** Measures what the listed vaults among these places have paid lately. What cannot be measured is missing. */
export async function readPaidRates(rows: readonly Vault[], chains: Chains): Promise<ReadonlyMap<string, Growth>> {
  const perChain = await Promise.all([...chains.values()].map((chain) => paidOn(chain, rows)))
  return new Map(perChain.flat())
}

async function paidOn(chain: ChainHandle, rows: readonly Vault[]): Promise<readonly [string, Growth][]> {
  const vaults = rows.filter(({ chainId, contract }) => chainId === chain.id && pinnedVaultAt(chainId, contract))
  if (vaults.length === 0) return []
  const anchor = await readAnchor(chain).catch(() => null)
  if (!anchor) return []
  const growths = await Promise.allSettled(
    vaults.map(({ contract }) => readGrowth(chain, contract, anchor, Date.now())),
  )
  return growths.flatMap((growth, index): [string, Growth][] => {
    const vault = vaults[index]
    return vault && growth.status === 'fulfilled' && growth.value ? [[vaultKey(vault), growth.value]] : []
  })
}
