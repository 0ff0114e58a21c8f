import { MoveRight } from 'lucide-react'
import { useApp } from '@/components/app/app-context'
import { iconOf, TokenIcon } from '@/components/ui/pictures/token-icon'
import { Amount, TokenSymbol } from '@/components/ui/text/amount'
import { formatUsd } from '@/components/ui/text/figures'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { CallView } from '@/lib/execution/call/controller'
import { worthOfOne } from '@/lib/review/findings/budget'
import type { BalanceEffect, Effects, Review } from '@/lib/review/review'
import { isNamedByUs } from '@/lib/tools/shared/token-words'
import { changesOf, spendingOf } from '../../review/effect-list'
import { WorstFinding } from '../../review/finding-list'

/**
 * Sums up the card: what leaves, what arrives, the worst finding and the highest fee. Beside the buttons where there is
 * room; on a narrow card only while the card's own words are out of sight, over its edge. Hidden from screen readers,
 * because the card has all of it in full.
 */
export function CardSummary({
  view: { review, prepared },
  isAbove = false,
}: {
  view: CallView
  /** True for the one at the upper edge of the window, for what lies beyond that. */
  isAbove?: boolean
}) {
  const { chains } = useApp()
  if (!review) return null
  const chainId = review.effects?.chainId ?? prepared?.plan?.steps[0].chainId
  const chain = chainId === undefined ? undefined : chains.get(chainId)
  return (
    <div
      aria-hidden="true"
      data-summary={isAbove ? undefined : ''}
      data-summary-above={isAbove ? '' : undefined}
      className="card-summary in-words text-small"
    >
      {review.effects && chain && <Moves effects={review.effects} expects={prepared?.expects} chain={chain} />}
      {chain && <Fee review={review} chain={chain} />}
      <WorstFinding findings={review.findings} />
    </div>
  )
}

function Moves({
  effects,
  expects,
  chain,
}: {
  effects: Effects
  expects: NonNullable<CallView['prepared']>['expects']
  chain: ChainInfo
}) {
  const { leaving, arriving, allowances } = changesOf(effects)
  const given = allowances.filter((each) => spendingOf(each).is === 'given')
  const comes = arriving.length > 0 || expects
  // What a plan uses up of an allowance matters only where nothing moves: to one that takes it back.
  const shown = given.length > 0 || comes || leaving.length > 0 ? given : allowances
  const [allowance] = shown
  if (!comes && leaving.length === 0 && !allowance && effects.operators.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 font-medium [&_[data-icon]]:size-4 [&_img[data-icon]]:align-[-0.25em]!">
      <Some of={leaving} sign="out" />
      {leaving.length > 0 && comes && <MoveRight className="size-4 shrink-0 text-ink-faint" />}
      <Some of={arriving} sign="in" />
      {expects && (
        <span>
          <Amount {...expects} value={expects.amount} of={iconOf(expects.asset)} sign="in" className="text-accent" />{' '}
          <span className="font-normal text-ink-muted">expected</span>
        </span>
      )}
      {allowance && (
        <span>
          <span className="font-normal text-ink-muted">{briefWords[spendingOf(allowance).is]}:</span>{' '}
          <TokenIcon
            chainId={chain.id}
            address={allowance.token}
            symbol={allowance.symbol}
            size={16}
            className="mr-1"
          />
          {spendingOf(allowance).amount === 2n ** 256n - 1n ? (
            <>
              unlimited <TokenSymbol symbol={allowance.symbol} listed={findToken(chain, allowance.token) !== null} />
            </>
          ) : (
            <Amount
              value={spendingOf(allowance).amount}
              decimals={allowance.decimals}
              symbol={allowance.symbol}
              listed={findToken(chain, allowance.token) !== null}
            />
          )}
          {shown.length > 1 && more(shown.length)}
        </span>
      )}
      {effects.operators.length > 0 && <span>a permission over NFTs</span>}
    </p>
  )
}

/** The same as `allowanceWords` of the effects, in the few words that a summary has room for. */
const briefWords = { given: 'allowed', less: 'still allowed', over: 'no longer allowed' } as const

const more = (count: number) => <span className="text-ink-muted"> and {count - 1} more</span>

function Some({ of: effects, sign }: { of: readonly BalanceEffect[]; sign: 'in' | 'out' }) {
  const [effect] = effects
  if (!effect) return null
  const { before, after, debt, asset } = effect
  return (
    <span>
      {debt && <span className="font-normal text-ink-muted">{sign === 'in' ? 'owed: ' : 'no longer owed: '}</span>}
      <Amount
        value={after > before ? after - before : before - after}
        decimals={effect.decimals}
        {...('tokenId' in asset
          ? { symbol: `NFT #${shortId(asset.tokenId)}`, listed: true }
          : { symbol: effect.symbol, listed: isNamedByUs(effect), of: iconOf(asset) })}
        {...(debt ? {} : { sign })}
        className={sign === 'in' && !debt ? 'text-accent' : undefined}
      />
      {effects.length > 1 && more(effects.length)}
    </span>
  )
}

/** An id may be as long as a hash. */
const shortId = (id: bigint): string => (id < 10n ** 9n ? id.toString() : `${id.toString().slice(0, 6)}…`)

/** The highest fee, in dollars if the chain's coin has a price. */
function Fee({ review: { fee, prices }, chain }: { review: Review; chain: ChainInfo }) {
  const { chains } = useApp()
  if (!fee) return null
  const usd = worthOfOne({ asset: { kind: 'native', chainId: chain.id }, amount: fee.total }, prices, chains)
  return (
    <p className="whitespace-nowrap text-ink-muted">
      fee up to{' '}
      {usd === null ? <Amount value={fee.total} {...chain.viemChain.nativeCurrency} listed /> : formatUsd(usd)}
    </p>
  )
}
