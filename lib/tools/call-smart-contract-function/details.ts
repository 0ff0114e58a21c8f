import type { Address, Hex } from 'viem'
import type { Hidden } from '@/lib/chain/calldata/decode-call'
import type { AllowanceWay, PowerKind } from '@/lib/chain/calldata/meaning'

/** The figures on the card of a contract call. All from the bytes, the bundled table, the chain and our own lists. */
export type CallDetails = {
  chainId: number
  chainName: string
  to: Address
  /** Wei sent along. */
  value: bigint
  native: { symbol: string; decimals: number }
  /** As the agent gave it, with invisible characters shown. It never labels anything. */
  asked: { functionName: string; args: readonly string[] }
  /** Null if the function or its arguments are unclear, so that there are no bytes. */
  call: ShownCall | null
  permissions: readonly ShownPermission[]
}

/** `bundled`: from our own lists. Otherwise the contract's own name, sanitised. */
export type ContractName = { text: string; bundled: boolean }

export type ShownCall = {
  to: Address
  name: ContractName | null
  /** Wei. */
  value: bigint
  data: Hex
  selector: Hex | null
  /**
   * From the bundled table. `standard` reads "like ..." if a protocol's function is called on some other contract. It
   * is null if the contract does not answer like one of the standard: then only the function's name is known.
   */
  known: { name: string; signature: string; standard: string | null; intent: string | null } | null
  /** The agent's ABI name for an unknown function. */
  claimed: string | null
  /** Labels are the table's; for an unknown function, also the agent's. */
  fields: readonly ShownField[]
  /** True if it runs in the caller's place. */
  delegate: boolean
  inner: readonly ShownCall[]
  hidden: Hidden | null
}

export type ShownField = { label: string; type: string; value: ShownValue }

export type ShownValue =
  | { kind: 'address'; address: Address; name: string | null }
  | { kind: 'tokens'; amount: bigint; decimals: number; symbol: string; listed: boolean }
  /** A text such as "Unlimited", with the symbol of the token. */
  | { kind: 'message'; text: string; symbol: string }
  | { kind: 'nft'; collection: Address; id: bigint }
  | { kind: 'number'; amount: bigint }
  /** Unix seconds. */
  | { kind: 'date'; seconds: bigint }
  | { kind: 'duration'; seconds: bigint }
  | { kind: 'yesno'; yes: boolean }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; data: Hex }
  | { kind: 'list'; items: readonly ShownValue[] }
  | { kind: 'group'; fields: readonly ShownField[] }

/** A permission that the call grants or revokes, for a section of its own. */
export type ShownPermission =
  | {
      kind: 'allowance'
      way: AllowanceWay
      owner: Address
      isOwn: boolean
      spender: Address
      token: Address
      /** Null for more than anybody holds. */
      amount: bigint | null
      decimals: number
      symbol: string
      listed: boolean
      /** Unix seconds; null if it does not expire. */
      until: bigint | null
    }
  | { kind: 'nft'; collection: Address; id: bigint; operator: Address }
  | { kind: 'operator'; collection: Address; isOwn: boolean; operator: Address; given: boolean }
  /** `removed`: the former signer of a smart account. */
  | { kind: 'power'; power: PowerKind; over: Address; holder: Address | null; given: boolean; removed?: Address }
