import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Group } from '@/components/ui/group'
import { FullAddress, TitledAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import type { ShownPermission } from '@/lib/tools/call-smart-contract-function/details'
import { dateWords, lastDate } from '../frame/date-words'

/** Explains what the call permits: a permission outlives its transaction. */
export function CallPermissions({
  permissions,
  name = null,
}: {
  permissions: readonly ShownPermission[]
  /** Spender's name in our lists. Null if the card names it elsewhere. */
  name?: string | null
}) {
  const isEnd = permissions.every(endsOne)
  const [only] = permissions
  const label = permissions.length > 1 ? 'Permissions' : isEnd ? 'The end of a permission' : 'A permission'
  const isGrave = !isEnd && !permissions.every((permission) => endsOne(permission) || isModest(permission, name))
  return (
    <Group
      label="Permissions"
      data-summed=""
      className={clsx(
        'border-l-[3px] px-3 py-2.5 text-small',
        isGrave ? 'border-l-seal bg-seal-wash' : 'border-l-rule-strong bg-paper-sunk',
      )}
    >
      {permissions.length === 1 && only?.kind === 'allowance' ? (
        <div data-permission={only.kind}>
          <TitledAddress
            address={only.spender}
            title={
              <>
                <Title label={label} isGrave={isGrave} />
                {name && <span className="font-medium">{name}</span>}
              </>
            }
            note={<SingleAllowance permission={only} />}
          />
        </div>
      ) : (
        <>
          <Title label={label} isGrave={isGrave} />
          <ul className="flex flex-col gap-2">
            {permissions.map((permission, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the permissions of a transaction never reorder
              <li key={index} data-permission={permission.kind}>
                <Permission permission={permission} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Group>
  )
}

const Title = ({ label, isGrave }: { label: string; isGrave: boolean }) => (
  <p className={clsx('form-label', isGrave && 'text-seal')} data-grave={isGrave}>
    {label}
  </p>
)

/** True if it revokes a permission and grants none. */
const endsOne = (permission: ShownPermission): boolean => {
  switch (permission.kind) {
    case 'allowance':
      return permission.amount === 0n
    case 'nft':
      return isNobody(permission.operator)
    default:
      return !permission.given
  }
}

/** True for a limited sum of the person's own, for a spender on our lists: nothing that asks for the colour of danger. */
const isModest = (permission: ShownPermission, spenderName: string | null): boolean =>
  permission.kind === 'allowance' && permission.amount !== null && permission.isOwn && spenderName !== null

/** True for the zero address, which clears the approval of an NFT. */
const isNobody = (address: `0x${string}`): boolean => BigInt(address) === 0n

/** Says how much may be taken and until when, below the spender. The card's title names the token. */
function SingleAllowance({ permission }: { permission: Allowance }) {
  const { amount, decimals, way, isOwn } = permission
  const account = isOwn ? '' : ' of another account'
  return (
    <p className="text-pretty">
      {amount === 0n ? (
        'Nothing any more'
      ) : (
        <>
          {amount === null ? (
            <strong className="font-semibold text-seal">Any amount{account}</strong>
          ) : (
            <>
              {way === 'increase' ? 'Another' : 'Up to'}{' '}
              <Amount value={amount} decimals={decimals} symbol={tokenName(permission)} listed />
              {account}
            </>
          )}
          {untilWords(permission)}
        </>
      )}
      <UnlistedToken permission={permission} />
    </p>
  )
}

const UnlistedToken = ({ permission: { listed, token } }: { permission: Allowance }) =>
  !listed && (
    <>
      . The token is <FullAddress address={token} />
    </>
  )

function AllowanceWords({ permission }: { permission: Allowance }) {
  return (
    <p className="text-pretty">
      {permission.amount === 0n ? (
        <>may no longer take {tokenName(permission)}</>
      ) : (
        <>
          may take <Limit permission={permission} />
          {permission.isOwn ? ' of yours' : ' of another account'}
          {untilWords(permission)}
        </>
      )}
      <UnlistedToken permission={permission} />
    </p>
  )
}

function Permission({ permission }: { permission: ShownPermission }) {
  switch (permission.kind) {
    case 'allowance':
      return (
        <div>
          <FullAddress address={permission.spender} />
          <AllowanceWords permission={permission} />
        </div>
      )
    case 'nft':
      return isNobody(permission.operator) ? (
        <p className="text-pretty">
          No one may take the NFT <span className="figures">#{permission.id.toString()}</span> of this collection alone
          any more
        </p>
      ) : (
        <Line who={permission.operator}>
          may take the NFT <span className="figures">#{permission.id.toString()}</span> of this collection, until you
          revoke the permission
        </Line>
      )
    case 'operator':
      return (
        <Line who={permission.operator}>
          {permission.given
            ? `may take every NFT that ${permission.isOwn ? 'you hold' : 'the calling contract holds'} of the collection, now and later, until the permission is revoked. The collection is`
            : 'may no longer take NFTs of the collection'}{' '}
          <FullAddress address={permission.collection} />
        </Line>
      )
    case 'power':
      if (permission.power === 'signers') return <Signers permission={permission} />
      return (
        <Line who={permission.holder} nobody={permission.given ? 'No one named' : 'Whoever has it now'}>
          {permission.given ? powerWords[permission.power] : 'loses a permission over'}{' '}
          <FullAddress address={permission.over} />
        </Line>
      )
  }
}

const Line = ({
  who,
  nobody,
  children,
}: {
  who: `0x${string}` | null
  /** Text in place of a missing address. */
  nobody?: string
  children: ReactNode
}) => (
  <div>
    {who ? <FullAddress address={who} /> : <span className="font-medium">{nobody}</span>}
    <p className="text-pretty">{children}</p>
  </div>
)

/** Names the signers who join and leave. Without any, the number of signatures needed. */
const Signers = ({ permission: { over, holder, removed } }: { permission: Power }) => (
  <>
    {removed && (
      <Line who={removed}>
        no longer signs for the smart account <FullAddress address={over} />
      </Line>
    )}
    {(holder || !removed) && (
      <Line who={holder} nobody="Another number of owners">
        {holder ? 'signs' : 'must sign'} for the smart account <FullAddress address={over} />
      </Line>
    )}
  </>
)

type Power = Extract<ShownPermission, { kind: 'power' }>

type Allowance = Extract<ShownPermission, { kind: 'allowance' }>

function Limit({ permission }: { permission: Allowance }) {
  const { amount, decimals, way } = permission
  if (amount === null) return <strong className="font-semibold text-seal">any amount of {tokenName(permission)}</strong>
  return (
    <>
      {way === 'increase' ? 'another' : 'up to'}{' '}
      <Amount value={amount} decimals={decimals} symbol={tokenName(permission)} listed />
    </>
  )
}

const tokenName = ({ listed, symbol }: Allowance): string => (listed ? symbol : 'of an unlisted token')

function untilWords({ until }: Allowance): string {
  if (until === null) return ', until you revoke it'
  if (until > lastDate) return ', with no end date'
  return until === 0n ? ', within the same block' : `, until ${dateWords(until)}`
}

const powerWords = {
  owner: 'gets control of the contract',
  signers: 'signs for the smart account',
  upgrade: 'becomes the code of the contract',
  delegatecall: 'runs its own code with all the powers of',
  role: 'gets a role in the contract',
  module: 'gets power over the smart account',
  manager: 'may act on your position in',
  delegation: 'may borrow against your collateral, in',
  hash: 'may carry out a transaction that is not shown, of the smart account',
  operator: 'may move all you hold of the token',
  identity: 'becomes the wallet of an agent, in',
  record: 'from then on vouches for what an agent says about itself, in',
  name: 'gets a name or what is sent to it, in',
  nft: 'may take one of your NFTs, of the collection',
  position: 'gets what is yours in',
  rights: 'may act for you in',
  votes: 'votes with what you hold of',
  'stand-in': 'may stand in for your account, by',
  order: 'may carry out an order in your name, at',
} as const
