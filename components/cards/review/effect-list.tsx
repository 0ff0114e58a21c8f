import { Badge } from '@/components/ui/badge'
import { Group } from '@/components/ui/group'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { iconOf } from '@/components/ui/pictures/token-icon'
import { Amount, TokenSymbol } from '@/components/ui/text/amount'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { aboutUsd } from '@/lib/chain/tokens/amount'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { AllowanceEffect, BalanceEffect, Effects } from '@/lib/review/review'
import type { AssetAmount } from '@/lib/tools/plan'
import { isNamedByUs } from '@/lib/tools/shared/token-words'
import { ListedAddress } from './listed-address'

const maxUint256 = 2n ** 256n - 1n

/**
 * What the plan does to the account, as the simulation found it: what leaves, what arrives, what is allowed.
 * Network fees are apart.
 */
export function EffectList({
  effects,
  chain,
  worthOf = () => null,
  still = 'nothing leaves and nothing arrives',
  isHypothetical = false,
}: {
  effects: Effects
  chain: ChainInfo
  /** In USD of 8 decimals; null for what has no price here. Absent: prices were not read. */
  worthOf?: (moved: AssetAmount) => bigint | null
  /** What is said where none of it changes: it must not read as if nothing happened where something else does. */
  still?: string
  /** The call has ended without a transaction: it must not read as if this had come about. */
  isHypothetical?: boolean
}) {
  const leaving = effects.balances.filter(({ before, after }) => after < before)
  const arriving = effects.balances.filter(({ before, after }) => after > before)
  const allowances = effects.allowances.filter(({ amount, before }) => amount !== before)
  const nothing = leaving.length + arriving.length + allowances.length + effects.operators.length === 0
  return (
    <Group label={isHypothetical ? 'What this would have done to your account' : 'What this does to your account'}>
      {isHypothetical && <p className="form-label pb-1">If it had been carried out</p>}
      <dl className="divide-y divide-rule border-y">
        {leaving.map((effect) => (
          <Row key={keyOf(effect)} term={effect.debt ? 'No longer owed' : 'Leaves'} where={chain}>
            <Change effect={effect} amount={effect.before - effect.after} sign="out" worthOf={worthOf} />
          </Row>
        ))}
        {arriving.map((effect) => (
          <Row key={keyOf(effect)} term={effect.debt ? 'Owed from now on' : 'Arrives'} where={chain}>
            <Change
              effect={effect}
              amount={effect.after - effect.before}
              sign={effect.debt ? 'owed' : 'in'}
              worthOf={worthOf}
            />
          </Row>
        ))}
        {allowances.map((allowance) => (
          <Row key={`${allowance.token} ${allowance.spender}`} term="May be spent" where={chain}>
            <AllowanceChange allowance={allowance} chain={chain} />
          </Row>
        ))}
        {effects.operators.map(({ collection, operator, approved, tokenId }) => (
          <Row
            key={`${collection} ${operator} ${tokenId ?? 'all'}`}
            term={approved ? 'Permission granted' : 'Permission revoked'}
            where={chain}
          >
            <span className="text-small">
              {tokenId === undefined ? 'all NFTs of' : <NftNumber tokenId={tokenId} />}{' '}
              <ListedAddress address={collection} chain={chain} /> {approved ? 'to' : 'from'}{' '}
              <ListedAddress address={operator} chain={chain} />
            </span>
          </Row>
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

function Row({ term, where, children }: { term: string; where: ChainInfo; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <dt className="form-label">
        {term}{' '}
        <span className="font-normal normal-case tracking-normal">
          · <ChainIcon chainId={where.id} size={12} className="align-[-0.15em]!" /> {where.name}
        </span>
      </dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  )
}

type Moved = {
  effect: BalanceEffect
  amount: bigint
  sign: 'in' | 'out' | 'owed'
  worthOf: (moved: AssetAmount) => bigint | null
}

function Change({ effect, amount, sign, worthOf }: Moved) {
  const { asset } = effect
  const worth = worthOf({ asset, amount })
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      {!effect.listed && <Origin effect={effect} unknown={sign === 'in' ? 'unverified asset' : 'unlisted'} />}
      <Amount
        value={amount}
        decimals={effect.decimals}
        symbol={effect.symbol}
        listed={isNamedByUs(effect)}
        of={iconOf(asset)}
        {...(sign === 'owed' ? {} : { sign })}
        className={sign === 'in' ? 'text-lead text-accent' : 'text-lead'}
      />
      {'tokenId' in asset && <span className="figures break-all text-small">#{asset.tokenId.toString()}</span>}
      {worth !== null && <span className="text-small text-ink-muted">{aboutUsd(worth, amount)}</span>}
    </span>
  )
}

/** Of what is in no token list: what our other lists know it as, else that nobody here does. */
const Origin = ({ effect: { vouched, debt }, unknown }: { effect: BalanceEffect; unknown: string }) =>
  vouched ? <Badge>{vouched}</Badge> : debt ? <Badge>a debt</Badge> : <Badge tone="unverified">{unknown}</Badge>

const NftNumber = ({ tokenId }: { tokenId: bigint }) => (
  <>
    NFT number <span className="figures break-all">{tokenId.toString()}</span> of
  </>
)

function AllowanceChange({ allowance, chain }: { allowance: AllowanceEffect; chain: ChainInfo }) {
  const { amount, decimals, symbol } = allowance
  const listed = findToken(chain, allowance.token) !== null
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2 text-small">
      {amount === maxUint256 ? (
        <span>
          unlimited <TokenSymbol symbol={symbol} listed={listed} />
        </span>
      ) : (
        <Amount value={amount} decimals={decimals} symbol={symbol} listed={listed} />
      )}
      <span>
        by <ListedAddress address={allowance.spender} chain={chain} />
      </span>
    </span>
  )
}

function keyOf({ asset }: BalanceEffect): string {
  if (asset.kind === 'native') return 'native'
  return 'tokenId' in asset ? `${asset.address} ${asset.tokenId}` : asset.address
}
