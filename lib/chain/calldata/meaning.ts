import type { Address, Hex } from 'viem'
import { safeBatchAt } from '../accounts/safe-batches'
import type { DecodedCall } from './decode-call'
import { meaningReaders } from './meaning-readers'

/** What a power lets its holder do. */
export type PowerKind =
  /** Control of a contract as a whole. */
  | 'owner'
  /** Signs for an account of several owners (Safe), or no longer does; or how many of them have to sign. */
  | 'signers'
  /** Exchange of a contract's code. */
  | 'upgrade'
  /** Code of somebody else runs in the place of a contract. */
  | 'delegatecall'
  /** A role of a contract (OpenZeppelin AccessControl). */
  | 'role'
  /** A module or guard of a Safe: it may send what it likes, or stop everything. */
  | 'module'
  /** Acts on a lending position. */
  | 'manager'
  /** Borrows against the collateral of another. */
  | 'delegation'
  /** Carries out a transaction of a Safe of which only the hash is named. */
  | 'hash'
  /** Moves every token of a kind (ERC-777, ERC-6909). */
  | 'operator'
  /** Whom an agent's identity pays and speaks for (ERC-8004). */
  | 'identity'
  /** What an agent says of itself, such as where it is reached and paid (ERC-8004). */
  | 'record'
  /** Who owns a name, answers for it, or gets what is sent to it (ENS). */
  | 'name'
  /** Moves one NFT. */
  | 'nft'
  /** Gets what no balance shows: a debt position, stakes, a withdrawal under way. */
  | 'position'
  /** Acts for another in a protocol, on whatever it holds there. */
  | 'rights'
  /** Votes with the tokens of another (ERC-5805). */
  | 'votes'
  /** Claims and proves things in the place of another (delegate.xyz). */
  | 'stand-in'
  /** An order that whoever likes may carry out (Seaport, CoW Protocol). */
  | 'order'

export type Power = {
  power: PowerKind
  /** The contract that the power is over, or in. */
  over: Address
  /** Who gets it, or loses it. Null where nobody is named. */
  holder: Address | null
  given: boolean
  /** Of a delegation: in base units of the debt. */
  amount?: bigint
  role?: Hex
  /** Of the owners of a Safe: who no longer is one, and how many have to sign afterwards. */
  signers?: { removed?: Address; threshold?: bigint }
  /** Whose right it is, where it is given by a signature that whoever likes may bring. Absent: the caller's. */
  signer?: Address
}

/**
 * `approve` and `increase`: of the token itself. `permit`: the same, by the owner's signature. `permit2`: within the
 * Permit2 contract, which itself may take the token.
 */
export type AllowanceWay = 'approve' | 'increase' | 'permit' | 'permit2'

/** What a known call does by its arguments. `unclear`: ERC-20 and ERC-721 share the selector. */
export type Meaning =
  | {
      kind: 'transfer'
      form: 'erc20' | 'erc721' | 'erc1155' | 'unclear'
      token: Address
      from: Address
      to: Address
      /** Null for tokens that are all alike. Of an unclear one `amount` is amount or id. */
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
      /** Unix seconds: it ends by then. Null: it does not end by itself. */
      until: bigint | null
      /** The owner has signed it, and whoever likes may send it. */
      signed: boolean
    }
  /** `signed`: as of an allowance. */
  | { kind: 'operator'; collection: Address; owner: Address; operator: Address; approved: boolean; signed: boolean }
  | ({ kind: 'power' } & Power)
  /** Somebody gets what the call pays out. `token`: null where the arguments do not name it. */
  | { kind: 'payout'; to: Address; token: Address | null }

/** What one call does; what the calls inside it do is theirs to say. Empty for an unknown function. */
export function meaningsOf(call: DecodedCall): readonly Meaning[] {
  const { known, args } = call
  const outright: Meaning[] =
    call.delegate && !isReadBatch(call)
      ? [{ kind: 'power', power: 'delegatecall', over: call.caller, holder: call.to, given: true }]
      : []
  const read = known && args ? meaningReaders[known.signature] : undefined
  return read && args ? [...outright, ...read(args, call)] : outright
}

/** Safe's code for several calls at once only makes them: where all of them can be read, they are what counts. */
const isReadBatch = ({ to, known, args, hidden }: DecodedCall): boolean =>
  safeBatchAt(to) !== null && known?.signature === 'multiSend(bytes)' && args !== null && hidden === null
