import type { Address, Hex } from 'viem'
import type { Hidden } from '@/lib/chain/calldata/decode-call'
import type { AllowanceWay, PowerKind } from '@/lib/chain/calldata/meaning'

/** What the card of a contract call shows. All of it from the bytes, the bundled table, the chain and our own lists. */
export type CallDetails = {
  chainId: number
  chainName: string
  to: Address
  /** Wei that are sent along. */
  value: bigint
  native: { symbol: string; decimals: number }
  /** As the agent gave it, made visible. It never labels anything. */
  asked: { functionName: string; args: readonly string[] }
  /** Null where the function or its arguments could not be told, so that there are no bytes. */
  call: ShownCall | null
  permissions: readonly ShownPermission[]
}

/** `bundled`: by our own lists. Otherwise what the contract calls itself, sanitised. */
export type ContractName = { text: string; bundled: boolean }

export type ShownCall = {
  to: Address
  name: ContractName | null
  /** Wei. */
  value: bigint
  data: Hex
  selector: Hex | null
  /**
   * By the bundled table. `standard` reads "like ..." where a protocol's function is called of some other contract, and is
   * null where the contract does not answer as one of the standard: then the function has no more than its name.
   */
  known: { name: string; signature: string; standard: string | null; intent: string | null } | null
  /** What the agent's ABI calls an unknown function: the agent's word. */
  claimed: string | null
  /** Labels are the table's; of an unknown function they are the agent's too. */
  fields: readonly ShownField[]
  /** Runs in the place of the caller. */
  delegate: boolean
  inner: readonly ShownCall[]
  hidden: Hidden | null
}

export type ShownField = { label: string; type: string; value: ShownValue }

export type ShownValue =
  | { kind: 'address'; address: Address; name: string | null }
  | { kind: 'tokens'; amount: bigint; decimals: number; symbol: string; listed: boolean }
  /** Such as "Unlimited", with the symbol of the token. */
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

/** A permission that the call gives or takes, for a section of its own. */
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
      /** Unix seconds; null where it does not end by itself. */
      until: bigint | null
    }
  | { kind: 'nft'; collection: Address; id: bigint; operator: Address }
  | { kind: 'operator'; collection: Address; isOwn: boolean; operator: Address; given: boolean }
  /** `removed`: who no longer signs for a smart account. */
  | { kind: 'power'; power: PowerKind; over: Address; holder: Address | null; given: boolean; removed?: Address }
