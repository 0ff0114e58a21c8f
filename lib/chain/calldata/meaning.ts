import type { Address, Hex } from 'viem'
import { safeBatchAt } from '../accounts/safe-batches'
import type { DecodedCall } from './decode-call'
import { meaningReaders } from './meaning-readers'

/** Kinds of power that a call can give or take. */
export type PowerKind =
  /** Control of a contract as a whole. */
  | 'owner'
  /** Signing for an account with several owners (Safe), gained or lost; or the number of required signatures. */
  | 'signers'
  /** Replacing a contract's code. */
  | 'upgrade'
  /** Somebody else's code runs in a contract's place. */
  | 'delegatecall'
  /** A role of a contract (OpenZeppelin AccessControl). */
  | 'role'
  /** A module or guard of a Safe, which may send anything, or stop everything. */
  | 'module'
  /** Acting on a lending position. */
  | 'manager'
  /** Borrowing against another's collateral. */
  | 'delegation'
  /** Execution of a Safe transaction of which only the hash is named. */
  | 'hash'
  /** Moving every token of a kind (ERC-777, ERC-6909). */
  | 'operator'
  /** Being paid and speaking for an agent's identity (ERC-8004). */
  | 'identity'
  /** Changing an agent's statements about itself, such as where it is reached and paid (ERC-8004). */
  | 'record'
  /** Owning a name, managing it, or receiving what is sent to it (ENS). */
  | 'name'
  /** Moving one NFT. */
  | 'nft'
  /** Receiving what no balance shows: a debt position, a stake, a pending withdrawal. */
  | 'position'
  /** Acting for another in a protocol, on whatever they hold there. */
  | 'rights'
  /** Voting with another's tokens (ERC-5805). */
  | 'votes'
  /** Claiming and proving things in another's place (delegate.xyz). */
  | 'stand-in'
  /** An order that anyone may fill (Seaport, CoW Protocol). */
  | 'order'

export type Power = {
  power: PowerKind
  /** The contract that the power is over, or within which it applies. */
  over: Address
  /** The address that gains or loses it. Null if none is named. */
  holder: Address | null
  given: boolean
  /** For a delegation, in base units of the debt. */
  amount?: bigint
  role?: Hex
  /** For a Safe's owners: the removed owner, and the number of signatures required afterwards. */
  signers?: { removed?: Address; threshold?: bigint }
  /** The account whose right it is, if given by a signature that anyone may submit. Absent: the caller's. */
  signer?: Address
}

/**
 * `approve` and `increase`: by the token itself. `permit`: the same, by the owner's signature. `permit2`: within the
 * Permit2 contract, which itself may take the token.
 */
export type AllowanceWay = 'approve' | 'increase' | 'permit' | 'permit2'

/** Effect of a known call, by its arguments. `unclear`: ERC-20 and ERC-721 share the selector. */
export type Meaning =
  | {
      kind: 'transfer'
      form: 'erc20' | 'erc721' | 'erc1155' | 'unclear'
      token: Address
      from: Address
      to: Address
      /** Null for fungible tokens. If `unclear`, `amount` is an amount or an id. */
      id: bigint | null
      amount: bigint
    }
  | {
      kind: 'allowance'
      way: AllowanceWay
      token: Address
      owner: Address
      spender: Address
      amount: bigint
      /** Expiry in Unix seconds. Null: never. */
      until: bigint | null
      /** Signed by the owner; anyone may submit it. */
      signed: boolean
    }
  /** `signed`: as for an allowance. */
  | { kind: 'operator'; collection: Address; owner: Address; operator: Address; approved: boolean; signed: boolean }
  | ({ kind: 'power' } & Power)
  /** Somebody receives what the call pays out. `token`: null if the arguments do not name it. */
  | { kind: 'payout'; to: Address; token: Address | null }

/**
 * Returns what one call does, without its inner calls, which have meanings of their own. Empty for an unknown function.
 */
export function meaningsOf(call: DecodedCall): readonly Meaning[] {
  const { known, args } = call
  const outright: Meaning[] =
    call.delegate && !isReadBatch(call)
      ? [{ kind: 'power', power: 'delegatecall', over: call.caller, holder: call.to, given: true }]
      : []
  const read = known && args ? meaningReaders[known.signature] : undefined
  return read && args ? [...outright, ...read(args, call)] : outright
}

/** True for Safe's batching code, which only makes calls: if all of them can be read, they are what counts. */
const isReadBatch = ({ to, known, args, hidden }: DecodedCall): boolean =>
  safeBatchAt(to) !== null && known?.signature === 'multiSend(bytes)' && args !== null && hidden === null
