import {
  type AbiFunction,
  type Address,
  decodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  toFunctionSelector,
} from 'viem'

/** The deposit to a bridge on this side, and the bridge's instructions. Amounts in base units of their token. */
export type Bridging = {
  /** At least this amount, also after a swap. */
  handed: { asset: Address; amount: bigint }
  /** Absent: by design the bridge delivers what it receives, and only to the receiver in its description. */
  order?: {
    /** The token that it takes here. Must be the one handed over, or that stays with the router. */
    takes: Address | null
    /** The token that it gives there, and the least amount; null if it is no token of an EVM chain. */
    gives: Address | null
    least: bigint
    /** Gets it back if nobody fills the order, and may change the order until then. */
    owner: Address | null
  }
}

const common = [
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
] as const

/** Bridges that are told only the receiver and amount: nothing else in their calldata can contradict it. */
const plain = parseAbi([
  ...common,
  'function startBridgeTokensViaPolygonBridge(BridgeData description)',
  'function swapAndStartBridgeTokensViaPolygonBridge(BridgeData description, SwapData[] swaps)',
  'function startBridgeTokensViaGnosisBridge(BridgeData description)',
  'function swapAndStartBridgeTokensViaGnosisBridge(BridgeData description, SwapData[] swaps)',
  'function startBridgeTokensViaOmniBridge(BridgeData description)',
  'function swapAndStartBridgeTokensViaOmniBridge(BridgeData description, SwapData[] swaps)',
])

/** Orders of Across. Their filler pays out on the other side what the order asks for, and keeps the rest. */
const across = parseAbi([
  ...common,
  'struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(BridgeData description, AcrossV4Data order)',
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData description, SwapData[] swaps, AcrossV4Data order)',
])

/** The bridge of the local chains. */
const local = parseAbi([
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address sendingAssetId; address receivingAssetId; address receiver; uint256 amount; uint256 fee; uint256 minAmountOut; uint256 destinationChainId; }',
  'function startBridge(Bridge order)',
])

/** Denominator of the multiplier applied to a swap's outcome (AcrossFacetV4, MULTIPLIER_BASE). */
const multiplierBase = 10n ** 18n

/**
 * Decodes what a bridging function of the diamond does (lifinance/contracts, src/Facets). Every such function begins
 * with a description that names receiver and amount; but most bridges are told both once more, in data of their own
 * that need not agree. Returns null for those, since the description proves nothing about them.
 */
export function readBridging(data: Hex): Bridging | null {
  try {
    if (isOneOf(plain, data)) {
      const { args } = decodeFunctionData({ abi: plain, data })
      return { handed: handedBy(args[0]) }
    }
    if (isOneOf(across, data)) {
      const { args } = decodeFunctionData({ abi: across, data })
      const order = args.length === 2 ? args[1] : args[2]
      const handed = handedBy(args[0])
      const least =
        args.length === 2 ? order.outputAmount : (handed.amount * order.outputAmountMultiplier) / multiplierBase
      const [takes, gives, owner] = [order.sendingAssetId, order.receivingAssetId, order.refundAddress].map(addressIn)
      return { handed, order: { takes: takes ?? null, gives: gives ?? null, least, owner: owner ?? null } }
    }
    if (!isOneOf(local, data)) return null
    const [{ sendingAssetId, amount }] = decodeFunctionData({ abi: local, data }).args
    return { handed: { asset: sendingAssetId, amount } }
  } catch {
    // The bytes do not match the function.
    return null
  }
}

const isOneOf = (abi: readonly AbiFunction[], data: Hex): boolean =>
  abi.some((each) => toFunctionSelector(each) === data.slice(0, 10).toLowerCase())

const handedBy = ({ sendingAssetId: asset, minAmount: amount }: { sendingAssetId: Address; minAmount: bigint }) => ({
  asset,
  amount,
})

/** Reads an address from 32 bytes, which have room for addresses of other kinds of chains. */
const addressIn = (word: Hex): Address | null => {
  const value = BigInt(word)
  return value >> 160n === 0n ? getAddress(numberToHex(value, { size: 20 })) : null
}
