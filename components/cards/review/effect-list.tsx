import { clsx } from 'clsx'
import { MoveRight } from 'lucide-react'
import { isAddressEqual } from 'viem'
import { Badge } from '@/components/ui/badge'
import { Group } from '@/components/ui/group'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { iconOf, TokenIcon } from '@/components/ui/pictures/token-icon'
import { Amount, TokenSymbol } from '@/components/ui/text/amount'
import { aboutUsd } from '@/components/ui/text/figures'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'
import { written } from '@/lib/chat/page/reading'
import type { AllowanceEffect, BalanceEffect, Effects } from '@/lib/review/review'
import type { AssetAmount } from '@/lib/tools/plan'
import { isNamedByUs } from '@/lib/tools/shared/token-words'
import { durationWords } from '@/lib/tools/staking/lockup'
import type { Prepared } from '@/lib/tools/tool'
import { ListedAddress } from './listed-address'

const maxUint256 = 2n ** 256n - 1n

type Expected = NonNullable<Prepared<unknown>['expects']>

/**
 * Lists the plan's effects on the account as simulated: what leaves, what arrives and what is allowed. An exchange of
 * one asset for another is shown side by side. Excludes network fees.
 */
export function EffectList({
  effects,
  chain,
  expected,
  worthOf = () => null,
  still = 'nothing leaves and nothing arrives',
  isHypothetical = false,
  said,
}: {
  effects: Effects
  chain: ChainInfo
  /** Assets that will arrive later on another chain according to the router, and that chain. */
  expected?: { what: Expected; where: ChainInfo } | undefined
  /** USD value with 8 decimals. Null without a price. Absent if prices were not read. */
  worthOf?: (moved: AssetAmount) => bigint | null
  /** Text if nothing changes, for calls that do something else. */
  still?: string
  /** True if the call ended without a transaction: the effects must not read as if they had happened. */
  isHypothetical?: boolean
  /** An allowance that the card states already, with its spender in full: listed only if it comes out otherwise. */
  said?: Prepared<unknown>['approves']
}) {
  const { leaving, arriving, allowances: changed } = changesOf(effects)
  const allowances = changed.filter((each) => !isSame(each, said))
  const nothing = leaving.length + arriving.length + allowances.length + effects.operators.length === 0
  if (nothing && allowances.length < changed.length) return null
  const isPair = leaving.length === 1 && arriving.length + (expected ? 1 : 0) === 1
  return (
    <Group
      label={isHypothetical ? 'What this would have done to your account' : 'What this does to your account'}
      className="in-words"
      data-summed=""
    >
      {isHypothetical && <p className="form-label pb-1">If it had been carried out</p>}
      <dl
        data-pair={isPair || undefined}
        data-one-chain={!expected || undefined}
        className="group/effects divide-y divide-rule border-y data-pair:grid data-pair:@min-[19rem]:grid-cols-2 data-pair:@min-[19rem]:divide-y-0"
      >
        {leaving.map((effect) => (
          <Row
            key={keyOf(effect)}
            term={effect.debt ? 'No longer owed' : 'Leaves'}
            where={chain}
            side={isPair ? 'gives' : undefined}
          >
            <Change effect={effect} amount={effect.before - effect.after} sign="out" worthOf={worthOf} />
          </Row>
        ))}
        {arriving.map((effect) => (
          <Row
            key={keyOf(effect)}
            term={effect.debt ? 'Owed from now on' : 'Arrives'}
            where={chain}
            side={isPair ? 'gets' : undefined}
          >
            <Change
              effect={effect}
              amount={effect.after - effect.before}
              sign={effect.debt ? 'owed' : 'in'}
              worthOf={worthOf}
            />
          </Row>
        ))}
        {expected && <ExpectedRow {...expected} side={isPair ? 'gets' : undefined} />}
        {allowances.map((allowance) => (
          <Row
            key={`${allowance.token} ${allowance.spender}`}
            term={allowanceWords[spendingOf(allowance).is]}
            where={chain}
          >
            <AllowanceChange allowance={allowance} chain={chain} isNamed={isSpender(allowance, said)} />
          </Row>
        ))}
        {effects.operators.map((operator) => (
          <OperatorRow
            key={`${operator.collection} ${operator.operator} ${operator.tokenId ?? 'all'}`}
            effect={operator}
            chain={chain}
          />
        ))}
        {nothing && (
          <Row term="Balances" where={chain}>
            <span className="text-small text-ink-muted">{still}</span>
          </Row>
        )}
      </dl>
    </Group>
  )
}

const isSpender = ({ spender }: AllowanceEffect, said: Prepared<unknown>['approves']): boolean =>
  said !== undefined && isAddressEqual(spender, said.spender)

const isSame = (effect: AllowanceEffect, said: Prepared<unknown>['approves']): boolean =>
  said !== undefined &&
  isSpender(effect, said) &&
  isAddressEqual(effect.token, said.token) &&
  effect.amount === said.amount

/** Returns the effects that change something. Leaves out balances and allowances that stay equal. */
export function changesOf({ balances, allowances }: Pick<Effects, 'balances' | 'allowances'>) {
  return {
    leaving: balances.filter(({ before, after }) => after < before),
    arriving: balances.filter(({ before, after }) => after > before),
    allowances: allowances.filter(({ amount, before }) => amount !== before),
  }
}

/** What to call an allowance by what becomes of it. */
export const allowanceWords = {
  given: 'May be spent',
  less: 'May still be spent',
  over: 'May no longer be spent',
} as const

/**
 * Tells whether an allowance is given, becomes less or is over, and the amount that matters then. A step that spends what
 * an earlier one allowed leaves nothing: that amount is over, and none is given.
 */
export function spendingOf({ before, amount }: AllowanceEffect): {
  is: keyof typeof allowanceWords
  amount: bigint
} {
  if (amount >= before) return { is: 'given', amount }
  return amount === 0n ? { is: 'over', amount: before } : { is: 'less', amount }
}

/** A line, or one side of a pair: what leaves, then an arrow, then what arrives. */
function Row({
  term,
  where,
  side,
  children,
}: {
  term: string
  where: ChainInfo
  side?: 'gives' | 'gets' | undefined
  children: React.ReactNode
}) {
  return (
    <div
      className={clsx(
        'py-2',
        side
          ? 'relative flex min-w-0 flex-col gap-0.5'
          : 'flex flex-wrap items-baseline justify-between gap-x-4 group-data-pair/effects:col-span-full group-data-pair/effects:border-t',
        side === 'gives' && '@min-[19rem]:pr-3.5 @min-[24rem]:pr-4',
        side === 'gets' && '@min-[19rem]:border-l @min-[19rem]:pl-3.5 @min-[24rem]:pl-6',
      )}
    >
      <dt className="form-label">
        {side === 'gets' && (
          <MoveRight
            aria-hidden="true"
            className="absolute top-1/2 -left-3 size-6 -translate-y-1/2 rounded-full border bg-paper-raised p-1 text-ink-muted @max-[19rem]:hidden"
          />
        )}
        {term}{' '}
        <span className="font-normal whitespace-nowrap normal-case tracking-normal">
          <ChainIcon chainId={where.id} size={12} className="mx-0.5 align-[-0.15em]!" />{' '}
          {/* On a narrow card the name would push the amount to another line. The title has it, and the icon stays. */}
          <span className="group-data-one-chain/effects:@max-[24rem]:sr-only">{where.name}</span>
        </span>
      </dt>
      <dd className={side ? 'text-left' : 'ml-auto text-right'}>{children}</dd>
    </div>
  )
}

type Moved = {
  effect: BalanceEffect
  amount: bigint
  sign: 'in' | 'out' | 'owed'
  worthOf: (moved: AssetAmount) => bigint | null
}

/** In a pair on a narrow card, an amount and its symbol may wrap. */
const amountLook =
  'text-lead font-medium group-data-pair/effects:whitespace-normal group-data-pair/effects:[overflow-wrap:anywhere] group-data-pair/effects:@max-[24rem]:text-[0.875rem] group-data-pair/effects:@max-[24rem]:[&_[data-icon]]:size-4! group-data-pair/effects:@max-[24rem]:[&_img[data-icon]]:align-[-0.25em]! group-data-pair/effects:@max-[24rem]:[&_[data-icon]]:mr-1'

const Side = ({ children }: { children: React.ReactNode }) => (
  <span className="inline-flex flex-wrap items-baseline gap-x-2">{children}</span>
)

function Change({ effect, amount, sign, worthOf }: Moved) {
  const { asset } = effect
  const worth = worthOf({ asset, amount })
  return (
    <Side>
      {!effect.listed && !effect.vouched && (
        <Badge tone={effect.debt ? 'neutral' : 'unverified'}>
          {effect.debt ? 'a debt' : sign === 'in' ? 'unverified asset' : 'unlisted'}
        </Badge>
      )}
      <Amount
        value={amount}
        decimals={effect.decimals}
        // What its contract calls it means little: the word comes first, its name behind.
        {...('tokenId' in asset
          ? { symbol: 'NFT', listed: true }
          : { symbol: effect.symbol, listed: isNamedByUs(effect), of: iconOf(asset) })}
        {...(sign === 'owed' ? {} : { sign })}
        className={clsx(amountLook, sign === 'in' && 'text-accent')}
      />
      {'tokenId' in asset && (
        <span className="text-small">
          <span className="figures break-all">#{asset.tokenId.toString()}</span> of{' '}
          <TokenSymbol symbol={effect.symbol} listed={isNamedByUs(effect)} />
        </span>
      )}
      {!effect.listed && effect.vouched && (
        <span className="text-small text-ink-muted @max-[24rem]:text-label">{effect.vouched}</span>
      )}
      {worth !== null && <span className="text-small text-ink-muted">{aboutUsd(worth, amount)}</span>}
    </Side>
  )
}

const NftNumber = ({ tokenId }: { tokenId: bigint }) => (
  <>
    NFT number <span className="figures break-all">{tokenId.toString()}</span> of
  </>
)

/** Amounts that the router promises. */
const ExpectedRow = ({ what, where, side }: { what: Expected; where: ChainInfo; side: 'gets' | undefined }) => (
  <Row term="Arrives, expected" where={where} side={side}>
    <Side>
      <Amount
        value={what.amount}
        decimals={what.decimals}
        symbol={what.symbol}
        listed={what.listed}
        of={iconOf(what.asset)}
        sign="in"
        className={clsx(amountLook, 'text-accent')}
      />
      {what.usd !== null && <span className="text-small text-ink-muted">{aboutUsd(what.usd, what.amount)}</span>}
      <span className="text-small text-ink-muted">
        in about {written(durationWords(what.inSeconds))}, the router says
      </span>
    </Side>
  </Row>
)

function OperatorRow({ effect, chain }: { effect: Effects['operators'][number]; chain: ChainInfo }) {
  const { collection, operator, approved, tokenId } = effect
  return (
    <Row term={approved ? 'Permission granted' : 'Permission revoked'} where={chain}>
      <span className="text-small">
        {tokenId === undefined ? 'all NFTs of' : <NftNumber tokenId={tokenId} />}{' '}
        <ListedAddress address={collection} chain={chain} /> {approved ? 'to' : 'from'}{' '}
        <ListedAddress address={operator} chain={chain} />
      </span>
    </Row>
  )
}

function AllowanceChange({
  allowance,
  chain,
  isNamed,
}: {
  allowance: AllowanceEffect
  chain: ChainInfo
  isNamed: boolean
}) {
  const { decimals, symbol } = allowance
  const { amount } = spendingOf(allowance)
  const listed = findToken(chain, allowance.token) !== null
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2 text-small">
      <TokenIcon chainId={chain.id} address={allowance.token} symbol={symbol} size={16} className="self-center" />
      {amount === maxUint256 ? (
        <span>
          unlimited <TokenSymbol symbol={symbol} listed={listed} />
        </span>
      ) : (
        <Amount value={amount} decimals={decimals} symbol={symbol} listed={listed} />
      )}
      {!isNamed && (
        <span className="inline-flex items-baseline gap-x-1 text-left">
          by <ListedAddress address={allowance.spender} chain={chain} />
        </span>
      )}
    </span>
  )
}

function keyOf({ asset }: BalanceEffect): string {
  if (asset.kind === 'native') return 'native'
  return 'tokenId' in asset ? `${asset.address} ${asset.tokenId}` : asset.address
}
