import { clsx } from 'clsx'
import { MoveRight } from 'lucide-react'
import { Group } from '@/components/ui/group'
import { Amount } from '@/components/ui/text/amount'
import { formatAmount, formatUsd, percentOf } from '@/components/ui/text/figures'
import { written } from '@/lib/chat/page/reading'
import type { Figure, Quantity } from '@/lib/tools/figure'

/** Look of a worrying figure, with a word for those who do not see colours. */
const levels = {
  WARN: { word: 'Careful', className: 'font-semibold text-warn' },
  DANGER: { word: 'Danger', className: 'font-semibold text-seal' },
}

/** Lists what the plan does to the account's position as simulated: each figure before and after. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  const listed = figures.filter(({ inBody }) => !inBody)
  if (listed.length === 0) return null
  return (
    <Group label="Your position, before and after" className="in-words border-b py-1 first:border-t">
      <dl className="text-small @min-[32rem]:grid @min-[32rem]:grid-cols-2 @min-[32rem]:gap-x-8 [&>:last-child:nth-child(odd)]:col-span-full">
        {listed.map((figure) => (
          <FigureRow key={figure.id} figure={figure} />
        ))}
      </dl>
    </Group>
  )
}

/** One figure, before and after. */
export function FigureRow({ figure: { id, label, before, after, level } }: { figure: Figure }) {
  const worry = level && levels[level]
  return (
    <div
      data-figure={id}
      data-level={level}
      className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-0.5 @max-[24rem]:py-0"
    >
      <dt className="text-ink-muted">{label}</dt>
      <dd className="ml-auto flex min-w-0 flex-wrap items-baseline justify-end gap-x-2 text-right">
        {before && wordsOf(before) !== wordsOf(after) && (
          <>
            <span className="text-ink-muted">
              <Written quantity={before} bare={isSameUnit(before, after)} />
            </span>
            <MoveRight aria-hidden="true" className="size-4 shrink-0 self-center text-ink-faint" />
            <span className="sr-only">becomes</span>
          </>
        )}
        <span className={clsx('text-body @max-[24rem]:text-[0.9375rem]', worry ? worry.className : 'text-ink')}>
          {worry && <span className="sr-only">{worry.word}: </span>}
          <Written quantity={after} />
        </span>
      </dd>
    </div>
  )
}

/** One symbol is enough for two amounts of one token. */
const isSameUnit = (before: Quantity, after: Quantity): boolean =>
  before.kind === 'token' && after.kind === 'token' && before.symbol === after.symbol

/** Formats a quantity. No figure looks better than it is: debts are rounded up, holdings truncated. */
function Written({ quantity, bare = false }: { quantity: Quantity; bare?: boolean }) {
  if (quantity.kind === 'text') return <bdi className="break-words">{written(quantity.text)}</bdi>
  if (quantity.kind === 'health' && quantity.wad === null) return wordsOf(quantity)
  if (quantity.kind !== 'token') return <span className="figures">{wordsOf(quantity)}</span>
  const { amount, decimals, symbol, way = 'in' } = quantity
  return <Amount value={amount} decimals={decimals} symbol={bare ? null : symbol} listed way={way} />
}

/** Returns the text of a quantity. Equal texts are shown as unchanged. */
function wordsOf(quantity: Quantity): string {
  switch (quantity.kind) {
    case 'token':
      return `${formatAmount(quantity.amount, quantity.decimals, quantity.way ?? 'in')} ${quantity.symbol}`
    case 'usd':
      return formatUsd(inEightDecimals(quantity.amount, quantity.decimals))
    case 'percent':
      return asPercent(quantity.share)
    case 'health':
      return quantity.wad === null ? 'no debt' : asHealth(quantity.wad)
    case 'text':
      return written(quantity.text)
  }
}

const inEightDecimals = (amount: bigint, decimals: number): bigint =>
  decimals > 8 ? amount / 10n ** BigInt(decimals - 8) : amount * 10n ** BigInt(8 - decimals)

const asPercent = (share: number): string => (Number.isFinite(share) ? percentOf(share) : 'unknown')

/** Beyond this value a health factor only says that the debt is tiny. 18 decimals. */
const healthy = 100n * 10n ** 18n

/** Truncates to two decimals: 1.0499 must not read like 1.05. */
function asHealth(wad: bigint): string {
  if (wad > healthy) return 'over 100'
  const hundredths = wad / 10n ** 16n
  return written(`${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}`)
}
