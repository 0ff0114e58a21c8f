import {
  type Address,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
} from 'viem'
import { type ChainHandle, isNative } from '@/lib/chain/chains/chain'
import { readBridging } from '@/lib/chain/routing/lifi-bridges'
import type { Quote } from '@/lib/chain/routing/routing'
import type { Finding } from '../../finding'
import type { Check } from '../../tool'
import { isBridge, type SwapParameters } from '../parameters'
import { deliveryFindings } from './arrival-rules'
import { lowMinimum, mismatch } from './disagreement'

/** LI.FI's CalldataVerificationFacet: the diamond itself decodes its calldata. */
const verificationAbi = parseAbi([
  'function extractMainParameters(bytes data) view returns (string bridge, address sendingAssetId, address receiver, uint256 amount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall)',
  'function extractGenericSwapParameters(bytes data) view returns (address sendingAssetId, uint256 amount, address receiver, address receivingAssetId, uint256 receivingAmount)',
])

type Diamond = ChainHandle & { diamond: Address }

/** Compares the route's bytes with the request. */
export const calldataCheck = (quote: Quote, asked: SwapParameters, account: Address, chain: Diamond): Check => ({
  id: 'swap.calldata',
  about: 'what the route’s calldata says',
  ask: async (signal) => ({
    findings: isBridge(asked)
      ? await bridgeFindings(quote, asked, account, chain, signal)
      : await swapFindings(quote, asked, account, chain, signal),
  }),
})

/** Sends a plain request, which joins the review's batch: a client that gathers reads would wait for the next tick. */
const askDiamond = (
  { client, diamond }: Diamond,
  call: EncodeFunctionDataParameters<typeof verificationAbi>,
  signal: AbortSignal,
): Promise<Hex> =>
  client.request(
    { method: 'eth_call', params: [{ to: diamond, data: encodeFunctionData(call) }, 'latest'] },
    { signal },
  )

async function swapFindings(
  { transaction, toAmountMin }: Quote,
  asked: SwapParameters,
  account: Address,
  chain: Diamond,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  try {
    const of = { abi: verificationAbi, functionName: 'extractGenericSwapParameters' } as const
    const data = await askDiamond(chain, { ...of, args: [transaction.data] }, signal)
    const [sendingAsset, amount, receiver, receivingAsset, least] = decodeFunctionResult({ ...of, data })
    return [
      ...mismatch('receiver', isSame(receiver, account), receiver, account),
      ...mismatch('token', isSame(sendingAsset, asked.fromTokenAddress), sendingAsset, asked.fromTokenAddress),
      ...mismatch('token', isSame(receivingAsset, asked.toTokenAddress), receivingAsset, asked.toTokenAddress),
      ...mismatch('amount', amount <= asked.fromAmount, `${amount}`, `${asked.fromAmount}`),
      ...(least < toAmountMin ? [lowMinimum(toAmountMin, least)] : []),
    ]
  } catch {
    // Packed calldata is beyond the diamond's own reader. What arrives is simulated; the guaranteed amount is in the
    // calldata alone.
    return [unreadMinimum]
  }
}

/** A bridge's effects on the other chain cannot be simulated here: only its bytes can be checked. */
async function bridgeFindings(
  { transaction, toAmountMin }: Quote,
  asked: SwapParameters,
  account: Address,
  chain: Diamond,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  try {
    const of = { abi: verificationAbi, functionName: 'extractMainParameters' } as const
    const data = await askDiamond(chain, { ...of, args: [transaction.data] }, signal)
    const [, asset, receiver, amount, destination, hasSourceSwaps, hasDestinationCall] = decodeFunctionResult({
      ...of,
      data,
    })
    const found = [
      ...mismatch('network', destination === BigInt(asked.toChainId), `${destination}`, `${asked.toChainId}`),
      // Before a swap on this side it is what that swap takes: what leaves the account is simulated.
      ...(hasSourceSwaps
        ? []
        : [
            ...mismatch('token', isSame(asset, asked.fromTokenAddress), asset, asked.fromTokenAddress),
            ...mismatch('amount', amount <= asked.fromAmount, `${amount}`, `${asked.fromAmount}`),
          ]),
    ]
    if (hasDestinationCall) return [...found, ...destinationCall]
    const bridging = readBridging(transaction.data)
    return [
      ...found,
      ...mismatch('receiver', isSame(receiver, account), receiver, account),
      ...(bridging ? deliveryFindings(bridging, asked, toAmountMin, { account, from: chain }) : [unreadBridge]),
    ]
  } catch {
    return [unreadableReceiver('The bridge’s calldata could not be read. Only sign if you trust the route.')]
  }
}

const isSame = (a: Address, b: Address): boolean => isAddressEqual(a, b) || (isNative(a) && isNative(b))

const unreadMinimum: Finding = {
  rule: 'swap.minimum',
  level: 'UNVERIFIED',
  title: 'Not checked: whether the route guarantees this minimum.',
  why: 'What would arrive now is simulated. Only the calldata says how much less may arrive by the time it is mined, and it could not be read.',
  fix: { kind: 'refresh', label: 'Ask for a new quote' },
}

const unreadableReceiver = (why: string): Finding => ({
  rule: 'swap.receiver',
  level: 'UNVERIFIED',
  title: 'Not checked: who receives on the other network.',
  why,
  fix: { kind: 'refresh', label: 'Ask for a new quote' },
})

const unreadBridge = unreadableReceiver(
  'The route names your account, but this bridge is told again, in data of its own that cannot be read here, whom to pay and how much. Only sign if you trust the route.',
)

const destinationCall: readonly Finding[] = [
  {
    rule: 'swap.destination-call',
    level: 'WARN',
    title: 'The bridge calls a contract on the other network.',
    why: 'It swaps there before paying out. What arrives could not be simulated.',
  },
  unreadableReceiver('A contract receives the money first and passes it on.'),
]
