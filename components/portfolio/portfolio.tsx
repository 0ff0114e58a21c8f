'use client'

import { clsx } from 'clsx'
import { QrCode } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { useWork } from '@/components/app/work-context'
import { merged, type Slice, shadeOf, shareText } from '@/components/cards/balances/allocation-chart'
import { putIntoComposer } from '@/components/chat/composer/wanted-text'
import { openReceive } from '@/components/palette/overlay'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/page/skeleton'
import { FullAddress } from '@/components/ui/text/address'
import { formatUsd, percentOf } from '@/components/ui/text/figures'
import type { ChainPortfolio, Loan } from '@/lib/chain/portfolio/holding'
import { chainName } from '@/lib/chain/tokens/tokens'
import { written as inOwnWay } from '@/lib/chat/page/reading'
import { fallShare, healthText, levelOfHealth } from '@/lib/tools/shared/health-rules'
import { ChainFilter } from './holdings/chain-filter'
import { FoldedHoldings, HoldingTable } from './holdings/holding-table'
import { NftList } from './holdings/nft-list'
import { isWholeChainUnread, NotRead } from './not-read'
import { PortfolioTotal } from './portfolio-total'
import { useHistory, usePortfolio } from './use-portfolio'
import { type PortfolioView, type Row, sumOf, viewOf } from './view'

/** Page of what the account has and owes, on all chains or on one, with actions for each holding. */
export default function Portfolio() {
  const { owner } = useWork()
  const reading = usePortfolio(owner)
  const { again } = reading
  const [isAnew, setAnew] = useState(false)
  // Ignores a recent reading, such as the one for suggestions: money may have moved since.
  useEffect(() => {
    let shown = true
    void again().then(() => {
      if (shown) setAnew(true)
    })
    return () => {
      shown = false
    }
  }, [again])
  const { snapshots, forget, isKept } = useHistory(owner, isAnew ? reading : { ...reading, at: null })
  const { at, chains } = reading
  const [chainId, setChainId] = useState<number | null>(null)
  const all = useMemo(() => viewOf(chains), [chains])
  const view = useMemo(
    () => (chainId === null ? all : viewOf(chains.filter((each) => each.chainId === chainId))),
    [all, chains, chainId],
  )
  if (at === null) return <PortfolioSkeleton />
  const problem = <NotRead chains={chains} isReading={reading.isReading} onAgain={reading.again} />
  if (chains.every(isWholeChainUnread)) return <div className="mt-6">{problem}</div>
  return (
    <div className="mt-6 flex flex-col gap-6">
      <PortfolioTotal view={all} reading={reading} snapshots={snapshots} onForget={forget} isKept={isKept} />
      {problem}
      {chains.length > 1 && <ChainFilter chains={chains} total={all.total} chainId={chainId} onChoose={setChainId} />}
      {isEmpty(view) ? <Nothing owner={owner} chains={chains} /> : <Contents view={view} onAsk={putIntoComposer} />}
      <p className="text-label text-pretty text-ink-muted">
        This counts the tokens on this app’s lists and the vaults, lending markets and NFT collections it knows. Prices
        come from Chainlink feeds on the chains; lending markets use their own.
      </p>
    </div>
  )
}

const isEmpty = ({ wallet, earning, loans, dust, unpriced, nfts }: PortfolioView): boolean =>
  [wallet, earning, loans, dust, unpriced, nfts].every(({ length }) => length === 0)

function Contents({ view, onAsk }: { view: PortfolioView; onAsk: (sentence: string) => void }) {
  const { wallet, earning, loans, dust, unpriced, idle, health, nfts, incomplete, slices } = view
  return (
    <>
      {slices.length > 0 && <AllocationBar slices={slices} />}
      {wallet.length > 0 && (
        <Section title="In your wallet" sum={formatUsd(sumOf(wallet))} note={idleWords(idle)}>
          <HoldingTable caption="In your wallet" rows={wallet} onAsk={onAsk} />
        </Section>
      )}
      {earning.length > 0 && (
        <Section title="Earning" sum={formatUsd(sumOf(earning))}>
          <HoldingTable caption="Earning" rows={earning} onAsk={onAsk} />
        </Section>
      )}
      {loans.length > 0 && (
        <Section title="Owed" sum={formatUsd(sumOf(loans))}>
          <LoanHealth loans={health} />
          <HoldingTable caption="Owed" rows={loans} onAsk={onAsk} />
        </Section>
      )}
      {unpriced.length + dust.length > 0 && (
        <div className="flex flex-col">
          {unpriced.length > 0 && (
            <FoldedHoldings
              words={`${count(unpriced.length, 'token has', 'tokens have')} no price here and ${unpriced.length === 1 ? 'is' : 'are'} not in the total`}
              caption="Without a price"
              rows={unpriced}
              onAsk={onAsk}
            />
          )}
          {dust.length > 0 && (
            <FoldedHoldings
              words={`${count(dust.length, 'token', 'tokens')} under $1, ${formatUsd(sumOf(dust))} in all`}
              caption="Under $1"
              rows={dust}
              onAsk={onAsk}
            />
          )}
        </div>
      )}
      {(nfts.length > 0 || incomplete.length > 0) && (
        <Section title="NFTs" sum="not in the total">
          <NftList nfts={nfts} incomplete={incomplete} onAsk={onAsk} />
        </Section>
      )}
    </>
  )
}

const count = (of: number, one: string, many: string): string => `${of} ${of === 1 ? one : many}`

function idleWords(idle: readonly Row[]): string | undefined {
  if (idle.length === 0) return undefined
  const symbols = [...new Set(idle.map(({ holding: { symbol } }) => symbol))]
  const named = symbols.length > 4 ? [...symbols.slice(0, 3), `${symbols.length - 3} more`] : symbols
  return `${formatUsd(sumOf(idle))} of it could earn: ${new Intl.ListFormat('en').format(named)}.`
}

function Nothing({ owner, chains }: { owner: `0x${string}`; chains: readonly ChainPortfolio[] }) {
  const isKnown = chains.every(({ unread }) => unread.length === 0)
  return (
    <section aria-label="Nothing found" className="sheet px-5 py-6">
      <p className="font-semibold">{isKnown ? 'Nothing here yet.' : 'Nothing found in what could be read.'}</p>
      <p className="mt-1 text-small text-pretty text-ink-muted">
        What you receive at this address appears here, with its value and what you can do with it.
      </p>
      <FullAddress address={owner} className="mt-2" />
      <div className="mt-3">
        <Button onClick={openReceive}>
          <QrCode aria-hidden="true" /> Receive
        </Button>
      </div>
    </section>
  )
}

/** A part of the page with a heading, its sum, and an optional note. */
function Section({
  title,
  sum,
  note,
  children,
}: {
  title: string
  sum: string
  note?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        <p className="text-small font-semibold text-ink-muted">{sum}</p>
        {note && <p className="basis-full text-small text-ink-muted">{note}</p>}
      </div>
      {children}
    </section>
  )
}

/** Has the size of the page to come: the total, the chains, the bar and some rows. */
function PortfolioSkeleton() {
  return (
    <div role="status" className="mt-6 flex flex-col gap-6">
      <span className="sr-only">Reading the chains</span>
      <Skeleton className="sheet h-60 w-full" />
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  )
}

/** Shows how the value is spread over assets, before debts: as a bar, and in words and figures. */
function AllocationBar({ slices }: { slices: readonly Slice[] }) {
  const shown = merged(slices)
  const total = shown.reduce((sum, { value }) => sum + value, 0n)
  return (
    <section aria-label="By asset, before debts">
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-[3px] print:hidden">
        {shown.map(({ key, value }, index) => (
          <span
            key={key}
            className="min-w-0.5 forced-color-adjust-none"
            style={{ flexGrow: Number((value * 10_000n) / total), background: shadeOf(index) }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small">
        {shown.map(({ key, label, value }, index) => (
          <li key={key} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className="size-2.5 rounded-[2px] border border-rule-strong forced-color-adjust-none"
              style={{ background: shadeOf(index) }}
            />
            <bdi>{label}</bdi> <span className="figures text-ink-muted">{shareText(value, total)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows how far each loan is from liquidation, by the market's own health factor. */
export const LoanHealth = ({ loans }: { loans: readonly Loan[] }) => (
  <ul className="flex flex-col gap-1 pb-2 text-small">
    {loans.map(({ chainId, market, name, healthFactor }) => (
      <li key={`${chainId} ${market}`} className="text-pretty">
        {name} on {chainName(chainId)}:{' '}
        {healthFactor === null ? (
          'the market gives no health factor.'
        ) : (
          <>
            health factor{' '}
            <strong className={clsx('font-semibold', tone(healthFactor))}>{inOwnWay(healthText(healthFactor))}</strong>.{' '}
            <span className="text-ink-muted">{outlook(healthFactor)}</span>
          </>
        )}
      </li>
    ))}
  </ul>
)

const tone = (health: bigint): string | undefined => {
  const level = levelOfHealth(health)
  return level === null ? undefined : level === 'WARN' ? 'text-warn' : 'text-seal'
}

const outlook = (health: bigint): string =>
  levelOfHealth(health) === 'BLOCK'
    ? 'It can be liquidated now: repay, or add collateral.'
    : `Below 1.00 the collateral is sold. A price fall of ${percentOf(fallShare(health), 1)} is enough.`
