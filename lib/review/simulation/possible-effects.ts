import { type Address, decodeAbiParameters, encodeFunctionData, getAddress, type Hex, parseAbi, size } from 'viem'
import { type ChainInfo, nativeAddress } from '@/lib/chain/chains/chain'
import { findCollection } from '@/lib/chain/nft/collections'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Asset, Plan } from '@/lib/tools/plan'
import type { DecodedPlan } from '../facts/decoded-plan'
import { balanceReader } from './balance-reader'

/**
 * Something the plan might change, so it is read before and after the steps. `guess` marks assumptions: that a contract
 * is a token, that an approval is touched. A guess that does not answer is ignored.
 */
export type PossibleEffect =
  | { kind: 'holding'; asset: Asset; guess: boolean }
  | { kind: 'allowance'; token: Address; spender: Address }
  | { kind: 'operator'; collection: Address; operator: Address }
  /** The approved address of one ERC-721 token. */
  | { kind: 'token-approval'; collection: Address; tokenId: bigint; guess: boolean }

export type PossibleEffects = ReadonlyMap<string, PossibleEffect>

export type Call = { to: Address; data: Hex }

export type Log = { address: Address; topics: readonly Hex[]; data: Hex }

const readAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function getApproved(uint256 tokenId) view returns (address)',
])

export function assetKey(asset: Asset): string {
  if (asset.kind === 'native') return `native:${asset.chainId}`
  const id = asset.kind === 'erc20' ? '' : `:${asset.tokenId}`
  return `${asset.kind}:${asset.chainId}:${getAddress(asset.address)}${id}`
}

function possibleEffectKey(possible: PossibleEffect): string {
  switch (possible.kind) {
    case 'holding':
      return assetKey(possible.asset)
    case 'allowance':
      return `allowance:${getAddress(possible.token)}:${getAddress(possible.spender)}`
    case 'operator':
      return `operator:${getAddress(possible.collection)}:${getAddress(possible.operator)}`
    case 'token-approval':
      return `token-approval:${getAddress(possible.collection)}:${possible.tokenId}`
  }
}

/** Removes duplicates. A certain effect replaces the same one as a guess. */
export function collect(possibleEffects: Iterable<PossibleEffect>): PossibleEffects {
  const found = new Map<string, PossibleEffect>()
  for (const possible of possibleEffects) {
    const key = possibleEffectKey(possible)
    const known = found.get(key)
    if (!known || ('guess' in known && known.guess)) found.set(key, possible)
  }
  return found
}

/** Most unexpected effects to read: more than honest transactions have. A hostile one may log thousands. */
export const mostSurprises = 48

/** True if the effect concerns a token or collection of our lists. */
export function isListed(possible: PossibleEffect, chain: ChainInfo): boolean {
  switch (possible.kind) {
    case 'holding':
      return possible.asset.kind === 'native' || isKnownContract(possible.asset.address, chain)
    case 'allowance':
      return isKnownContract(possible.token, chain)
    default:
      return isKnownContract(possible.collection, chain)
  }
}

const isKnownContract = (address: Address, chain: ChainInfo): boolean =>
  findToken(chain, address) !== null || findCollection(chain.id, address) !== null

/** Returns the call that reads the state of a possible effect. */
export function readOf(possible: PossibleEffect, account: Address): Call {
  const abi = readAbi
  switch (possible.kind) {
    case 'allowance': {
      const args = [account, possible.spender] as const
      return { to: possible.token, data: encodeFunctionData({ abi, functionName: 'allowance', args }) }
    }
    case 'operator': {
      const args = [account, possible.operator] as const
      return { to: possible.collection, data: encodeFunctionData({ abi, functionName: 'isApprovedForAll', args }) }
    }
    case 'token-approval': {
      const args = [possible.tokenId] as const
      return { to: possible.collection, data: encodeFunctionData({ abi, functionName: 'getApproved', args }) }
    }
    case 'holding':
      return readOfHolding(possible.asset, account)
  }
}

function readOfHolding(asset: Asset, account: Address): Call {
  if (asset.kind === 'native') return balanceReader.read(account)
  const abi = readAbi
  const to = asset.address
  switch (asset.kind) {
    case 'erc20':
      return { to, data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] }) }
    case 'erc721':
      return { to, data: encodeFunctionData({ abi, functionName: 'ownerOf', args: [asset.tokenId] }) }
    case 'erc1155':
      return { to, data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account, asset.tokenId] }) }
  }
}

/** Returns everything foreseeable from the plan's bytes and declarations, so that mostly one simulation suffices. */
export function possibleEffectsOfPlan(plan: Plan, decoded: DecodedPlan, chain: ChainInfo): PossibleEffects {
  const certain = (asset: Asset): PossibleEffect => ({ kind: 'holding', asset, guess: false })
  const guess = (address: Address): PossibleEffect => ({
    kind: 'holding',
    asset: { kind: 'erc20', chainId: chain.id, address },
    guess: true,
  })
  const here = (asset: Asset) => asset.chainId === chain.id
  const declared = [...plan.declares.out, ...plan.declares.in].map(({ asset }) => asset).filter(here)
  const calldata = plan.steps.map(({ data }) => data.toLowerCase()).join()
  const mentioned = chain.tokens.filter(
    ({ address }) => address !== nativeAddress && calldata.includes(address.slice(2).toLowerCase()),
  )
  const actions = plan.steps.filter(({ purpose }) => purpose === 'action').map(({ to }) => to)
  return collect([
    certain({ kind: 'native', chainId: chain.id }),
    ...declared.map(certain),
    guess(chain.wrappedNative),
    ...mentioned.map(({ address }) => guess(address)),
    ...decoded.targets.map(guess),
    ...decoded.approvals.map(({ token, spender }): PossibleEffect => ({ kind: 'allowance', token, spender })),
    // `approve` of an ERC-721 looks the same. A contract without `getApproved` is not one.
    ...decoded.approvals
      .filter(({ token }) => !findToken(chain, token))
      .map(
        ({ token, amount }): PossibleEffect => ({
          kind: 'token-approval',
          collection: token,
          tokenId: amount,
          guess: true,
        }),
      ),
    ...plan.declares.allowances.map(({ token, spender }): PossibleEffect => ({ kind: 'allowance', token, spender })),
    ...declared.flatMap((asset): PossibleEffect[] =>
      asset.kind === 'erc20'
        ? actions
            .filter((spender) => getAddress(spender) !== getAddress(asset.address))
            .map((spender) => ({ kind: 'allowance', token: asset.address, spender }))
        : [],
    ),
    // Many collections log the end of an approval on transfer. Reading it here avoids a second simulation.
    ...declared.flatMap((asset): PossibleEffect[] =>
      asset.kind === 'erc721'
        ? [{ kind: 'token-approval', collection: asset.address, tokenId: asset.tokenId, guess: true }]
        : [],
    ),
    ...decoded.operators.map(
      ({ collection, operator }): PossibleEffect => ({ kind: 'operator', collection, operator }),
    ),
  ])
}

const topic = {
  /** ERC-20 and ERC-721: Transfer(address,address,uint256) */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** ERC-20 and ERC-721: Approval(address,address,uint256) */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** ERC-721 and ERC-1155: ApprovalForAll(address,address,bool) */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** ERC-1155: TransferSingle(address,address,address,uint256,uint256) */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** ERC-1155: TransferBatch(address,address,address,uint256[],uint256[]) */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** ERC-6909: Transfer(address,address,address,uint256,uint256). The first is the caller and not indexed. */
  transferOfId: '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859',
  /** WETH9: Deposit(address,uint256), emitted without a Transfer. */
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  /** WETH9: Withdrawal(address,uint256) */
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

/** Emitter of the logs in which `traceTransfers` reports native transfers. The native balance is always read. */
const nativeLogAddress = getAddress('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')

const addressOf = (word: Hex | undefined): Address | null =>
  word && /^0x0{24}[0-9a-f]{40}$/i.test(word) ? getAddress(`0x${word.slice(26)}`) : null

/** True if a log may mean an outflow or a permission: not for incoming or zero transfers. */
export function isLeaving({ topics, data }: Log, account: Address): boolean {
  const [signature, first, second, third] = topics
  const isOurs = (word: Hex | undefined) => addressOf(word) === getAddress(account)
  switch (signature) {
    case topic.transfer:
      return isOurs(first) && (third !== undefined || /[1-9a-f]/.test(data.slice(2)))
    case topic.transferSingle:
    case topic.transferBatch:
      return isOurs(second)
    case topic.transferOfId:
      return isOurs(first)
    default:
      return true
  }
}

/** Returns the net inflow of an asset by its logs, reliable only for listed tokens and the native coin. */
export function receivedBy(receiver: Address, asset: Asset, logs: readonly Log[]): bigint {
  const emitter = asset.kind === 'native' ? nativeLogAddress : getAddress(asset.address)
  return logs.reduce((sum, { address, topics: [signature, from, to, id], data }) => {
    if (signature !== topic.transfer || id !== undefined || getAddress(address) !== emitter || size(data) !== 32)
      return sum
    const is = (word: Hex | undefined) => addressOf(word) === getAddress(receiver)
    return sum + (is(to) ? BigInt(data) : 0n) - (is(from) ? BigInt(data) : 0n)
  }, 0n)
}

/** Returns what may have changed for the account by the logs. Logs may lie: they only tell where to look. */
export function possibleEffectsOfLogs(logs: readonly Log[], account: Address, chainId: number): PossibleEffects {
  return collect(logs.flatMap((log) => possibleEffectsOfLog(log, getAddress(account), chainId)))
}

function possibleEffectsOfLog(
  { address: emitter, topics, data }: Log,
  account: Address,
  chainId: number,
): PossibleEffect[] {
  const address = getAddress(emitter)
  if (address === nativeLogAddress) return []
  const [signature, first, second, third] = topics
  const holding = (asset: Asset): PossibleEffect => ({ kind: 'holding', asset, guess: false })
  const isParty = (...words: (Hex | undefined)[]) => words.some((word) => addressOf(word) === account)
  switch (signature) {
    case topic.transfer:
      if (!isParty(first, second)) return []
      return [
        holding(
          third ? { kind: 'erc721', chainId, address, tokenId: BigInt(third) } : { kind: 'erc20', chainId, address },
        ),
      ]
    case topic.deposit:
    case topic.withdrawal:
      return isParty(first) ? [holding({ kind: 'erc20', chainId, address })] : []
    case topic.transferSingle:
    case topic.transferBatch:
      if (!isParty(second, third)) return []
      return tokenIds(signature === topic.transferBatch, data).map((tokenId) =>
        holding({ kind: 'erc1155', chainId, address, tokenId }),
      )
    case topic.transferOfId:
      // `balanceOf(owner, id)` is the same as in ERC-1155.
      return third && isParty(first, second)
        ? [holding({ kind: 'erc1155', chainId, address, tokenId: BigInt(third) })]
        : []
    case topic.approval: {
      const spender = addressOf(second)
      if (!isParty(first) || !spender) return []
      return third
        ? [{ kind: 'token-approval', collection: address, tokenId: BigInt(third), guess: false }]
        : [{ kind: 'allowance', token: address, spender }]
    }
    case topic.approvalForAll: {
      const operator = addressOf(second)
      return isParty(first) && operator ? [{ kind: 'operator', collection: address, operator }] : []
    }
    default:
      return []
  }
}

function tokenIds(isBatch: boolean, data: Hex): readonly bigint[] {
  try {
    if (isBatch) return decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)[0]
    return [decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)[0]]
  } catch {
    // The data does not fit the topic. Logs only hint at where to look, so this one hints at nothing.
    return []
  }
}
