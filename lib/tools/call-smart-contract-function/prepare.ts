import {
  type AbiFunction,
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  isAddressEqual,
  slice,
  toFunctionSelector,
} from 'viem'
import { addressAt } from '@/lib/chain/calldata/arguments'
import { allCalls, type DecodedCall, decodeCall, encodeCall } from '@/lib/chain/calldata/decode-call'
import { type Meaning, meaningsOf } from '@/lib/chain/calldata/meaning'
import { resolveFunction } from '@/lib/chain/calldata/resolve-function'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { readingFrom } from '@/lib/chain/chains/read-error'
import { chainName } from '@/lib/chain/tokens/tokens'
import { revealInvisible } from '@/lib/wire/text'
import type { Finding } from '../finding'
import type { Plan, Step } from '../plan'
import { allowanceAdjustment } from '../plan'
import { approvalSteps } from '../shared/approval'
import { chainFindings } from '../shared/checks'
import type { PrepareContext, Prepared } from '../tool'
import { prepareNft } from '../transfer-nft/prepare'
import { arrivalOf } from './arrival'
import {
  maskFindings,
  readsFindings,
  rebuiltFinding,
  refusedFinding,
  unknownFindings,
  valueFindings,
} from './call-findings'
import { declaredBy } from './declare'
import { describeCall } from './describe'
import type { CallDetails } from './details'
import { allowanceKey, approvalIn, type CallFacts, readCallFacts } from './facts'
import { guaranteeOf } from './guarantee'
import { allowanceIn, onlyAllowance } from './only-allowance'
import { type CallParameters, callAdjustments } from './parameters'
import { permissionsOf } from './permissions'
import { debtsOf } from './protocols/debt'
import { loansOf } from './protocols/loan'
import { morphoLoans } from './protocols/morpho'
import { worthOf } from './protocols/worth'
import { signerFindings } from './signers'
import { shownTokenSend, sumOf } from './token-send'

/** Throws ChainReadError if the chain does not answer. */
export async function prepareCallFunction(
  parameters: CallParameters,
  context: PrepareContext,
  adjustments?: unknown,
): Promise<Prepared<CallDetails>> {
  const { to, functionName, args = [], chainId, value = 0n, abi: hint = [] } = parameters
  const { account, chains } = context
  const chain = chains.get(chainId)
  const draft: CallDetails = {
    chainId,
    chainName: chainName(chainId),
    to,
    value,
    native: chain?.viemChain.nativeCurrency ?? { symbol: 'wei', decimals: 0 },
    asked: { functionName: revealInvisible(functionName), args: args.map(revealInvisible) },
    call: null,
    permissions: [],
  }
  if (!chain) return { plan: null, details: draft, findings: chainFindings(chainId, chains) }
  const resolved = resolveFunction({ functionName, args, abi: hint })
  if (resolved.kind === 'refused')
    return { plan: null, details: draft, findings: [refusedFinding(functionName, resolved)] }

  const { abi, values } = resolved
  const built = build(abi, values)
  if (!built) return { plan: null, details: draft, findings: [rebuiltFinding] }
  const decode = (data: Hex) => decodeCall({ caller: account, to, value, data, delegate: false })
  const amounts = callAdjustments.safeParse(adjustments ?? {})
  const call = decode(amounts.success ? adjustAllowances(decode(built), account, amounts.data) : built)
  // A possible NFT is read as one at the same time: finding out whether it is one costs a round trip.
  const [facts, signers, transfer] = await Promise.all([
    readingFrom(chain, readCallFacts(chain, account, call)),
    readingFrom(chain, signerFindings(chain, call)),
    readNftTransfer(call, context, chainId),
  ])
  const scene = { chain, account, facts }
  const details: CallDetails = {
    ...draft,
    call: describeCall(call, scene, abi),
    permissions: permissionsOf(call, scene),
  }
  const nft = asNftTransfer(transfer, facts)
  const guarantee = guaranteeOf(call, scene)
  const loans = loansOf(call, account, chainId)
  const findings: Finding[] = [
    ...maskFindings(abi, call),
    ...(call.known && !call.exact ? [rebuiltFinding] : []),
    ...valueFindings(value, resolved, call, chain),
    ...unknownFindings(call, abi),
    ...readsFindings(abi, call),
    ...nft.findings,
    ...signers,
    ...(guarantee && 'level' in guarantee ? [guarantee] : []),
    ...loans.filter((loan) => 'level' in loan),
  ]
  const worth = worthOf(call, account, facts)
  const arrival = arrivalOf(call, scene)
  const debts = debtsOf(call, account, chain)
  const probes = [
    ...(nft.probes ?? []),
    ...(guarantee && 'judge' in guarantee ? [guarantee] : []),
    ...(worth ? [worth] : []),
    ...(arrival ? [arrival] : []),
    ...loans.filter((loan) => 'judge' in loan),
    ...morphoLoans(call, account, facts),
    ...(debts ? [debts] : []),
  ]
  const allowance = onlyAllowance(details)
  return {
    plan: planOf(call, details, scene, abi),
    details,
    findings,
    ...(allowance && { approves: allowanceIn(allowance) }),
    ...(probes.length > 0 ? { probes } : {}),
    ...(nft.pinned ? { pinned: nft.pinned } : {}),
  }
}

/** Encodes the call; null if its bytes do not decode to the same values (G21). */
function build(abi: AbiFunction, values: readonly unknown[]): Hex | null {
  const selector = toFunctionSelector(abi)
  const data = encodeCall({ abi, selector }, values)
  if (abi.inputs.length === 0) return data
  const read = decodeAbiParameters(abi.inputs, slice(data, 4)) as readonly unknown[]
  return encodeAbiParameters(abi.inputs, read) === slice(data, 4) ? data : null
}

type NftTransfer = { moved: Extract<Meaning, { kind: 'transfer' }>; prepared: Prepared<unknown> }

/** Prepares a call that is a single transfer as the NFT tool would; null if it cannot be an NFT's. */
async function readNftTransfer(
  call: DecodedCall,
  context: PrepareContext,
  chainId: number,
): Promise<NftTransfer | null> {
  const transfers = allCalls(call)
    .flatMap(meaningsOf)
    .filter((meaning) => meaning.kind === 'transfer')
  const [moved, ...others] = transfers
  if (!moved || moved.form === 'erc20' || others.length > 0 || call.inner.length > 0) return null
  const isUnclear = moved.form === 'unclear'
  const prepared = await prepareNft(
    {
      contractAddress: moved.token,
      tokenId: isUnclear ? moved.amount : (moved.id ?? 0n),
      toAddress: moved.to,
      amount: isUnclear ? 1n : moved.amount,
      chainId,
    },
    context,
  )
  return { moved, prepared }
}

/** Applies the NFT tool's rules to an NFT transfer as well: there is no way around them. */
function asNftTransfer(
  transfer: NftTransfer | null,
  facts: CallFacts,
): Pick<Prepared<unknown>, 'findings' | 'probes' | 'pinned'> {
  if (!transfer) return { findings: [] }
  const { moved, prepared } = transfer
  const isUnclear = moved.form === 'unclear'
  if (isUnclear && !facts.collections.has(moved.token)) return { findings: [] }
  const { findings, probes, pinned } = prepared
  return {
    findings: [...findings, ...(isUnclear ? [unsafeFinding] : [])],
    ...(probes ? { probes } : {}),
    ...(pinned ? { pinned } : {}),
  }
}

const unsafeFinding: Finding = {
  rule: 'nft.unsafe',
  level: 'WARN',
  title: 'The recipient is not asked whether it can hold NFTs.',
  why: 'transferFrom sends it regardless. A contract that cannot handle NFTs would keep it forever.',
}

function planOf(
  call: DecodedCall,
  details: CallDetails,
  scene: { chain: ChainHandle; account: Address; facts: CallFacts },
  abi: AbiFunction,
): Plan {
  const { chain, account } = scene
  const step: Step = {
    id: 'call',
    purpose: 'action',
    title: titleOf(details, abi),
    chainId: chain.id,
    to: call.to,
    data: call.data,
    value: call.value,
  }
  const [first, ...more] = [...resetSteps(call, scene.facts), step]
  return {
    account,
    steps: first ? [first, ...more] : [step],
    declares: declaredBy(call, scene),
    adjustsAllowances: true,
  }
}

/** A few tokens accept a new allowance only once the old one is zero (G18). */
function resetSteps(call: DecodedCall, facts: CallFacts): Step[] {
  const token = facts.tokens.get(call.to)
  const approval = approvalIn(call)
  if (!token || !approval || !facts.refusesApproval) return []
  const before = facts.allowances.get(allowanceKey(approval.token, approval.spender)) ?? 0n
  return before > 0n ? approvalSteps(token, approval.spender, approval.amount, 'reset-first').slice(0, 1) : []
}

/** For progress lists and the wallet. An unknown function has only the agent's name. */
function titleOf(details: CallDetails, abi: AbiFunction): string {
  const send = shownTokenSend(details)
  if (send) return `Send ${sumOf(send)}`
  const { call } = details
  return call?.known ? (call.known.intent ?? `Call ${abi.name}`) : 'Call an unknown function'
}

/**
 * Rewrites the account's approvals in the call to the amounts that the person chose, also in calls that a contract
 * makes to itself (`multicall`). Everything else keeps its bytes.
 */
function adjustAllowances(call: DecodedCall, account: Address, amounts: Readonly<Record<string, bigint>>): Hex {
  const { known, args, data, to, caller } = call
  if (!known || !args || !isAddressEqual(caller, account)) return data
  switch (known.signature) {
    case 'approve(address,uint256)':
    case 'approveAndCall(address,uint256)':
    case 'approveAndCall(address,uint256,bytes)':
    case 'increaseApproval(address,uint256)':
    case 'increaseAllowance(address,uint256)': {
      const amount = amounts[allowanceAdjustment(to, addressAt(args, 0))]
      return amount === undefined ? data : encodeCall(known, args.with(1, amount))
    }
    case 'approve(address,address,uint160,uint48)': {
      const amount = amounts[allowanceAdjustment(addressAt(args, 0), addressAt(args, 1))]
      return amount === undefined ? data : encodeCall(known, [args[0], args[1], amount, args[3]])
    }
    case 'multicall(bytes[])':
    case 'multicall(uint256,bytes[])':
    case 'multicall(bytes32,bytes[])': {
      if (call.inner.length === 0) return data
      const inner = call.inner.map((each) => adjustAllowances(each, account, amounts))
      const isSame = inner.every((bytes, index) => bytes === call.inner[index]?.data)
      return isSame ? data : encodeCall(known, [...args.slice(0, -1), inner])
    }
    default:
      return data
  }
}
