import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { NftKind } from '@/lib/chain/nft/collections'
import type { Finding } from '../finding'
import type { Asset, Plan } from '../plan'
import type { Answer, Probe } from '../tool'
import type { NftDetails } from './details'
import { shortTokenId } from './parameters'

/** Always the safe forms: a contract that cannot take NFTs refuses them (ERC-721, ERC-1155, "Safe Transfer Rules"). */
const abi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, uint256 amount, bytes data)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function balanceOf(address owner, uint256 tokenId) view returns (uint256)',
])

type Movable = NftDetails & { kind: NftKind }

/** Plans one call that moves this token and nothing else. */
export function nftPlan(account: Address, { chainId, collection, tokenId, to, amount, kind }: Movable): Plan {
  const asset: Asset = { kind, chainId, address: collection, tokenId }
  const data =
    kind === 'erc721'
      ? encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [account, to, tokenId] })
      : encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [account, to, tokenId, amount, '0x'] })
  const what = kind === 'erc721' ? `NFT ${shortTokenId(tokenId)}` : `${amount} of NFT ${shortTokenId(tokenId)}`
  return {
    account,
    steps: [{ id: 'transfer', purpose: 'action', title: `Transfer ${what}`, chainId, to: collection, data, value: 0n }],
    declares: { out: [{ asset, amount }], in: [], allowances: [] },
  }
}

/** Verifies that the token really ends up with the recipient, by reads inside the simulation. */
export function arrivalProbe(details: Movable): Probe {
  const { collection, tokenId, to, kind } = details
  const about = 'whether the token reaches the recipient'
  if (kind === 'erc721')
    return {
      id: 'nft.arrival',
      about,
      reads: [
        { to: collection, data: encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] }) },
        { to: collection, data: encodeFunctionData({ abi, functionName: 'getApproved', args: [tokenId] }) },
      ],
      judge: ({ after }) => ({ findings: ownerFindings(wordOf(after[0]), wordOf(after[1]), to) }),
    }
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [to, tokenId] })
  return {
    id: 'nft.arrival',
    about,
    reads: [{ to: collection, data }],
    judge: ({ before, after }) => ({ findings: amountFindings(wordOf(before[0]), wordOf(after[0]), details) }),
  }
}

/** Throws if nothing was answered: the unknown must not pass for good. */
function wordOf(answer: Answer | undefined): bigint {
  if (!answer || answer.length < 66) throw new Error('the collection did not answer')
  return BigInt(answer.slice(0, 66))
}

const elsewhere: Finding = {
  rule: 'nft.arrival',
  level: 'DANGER',
  title: 'The token does not reach the recipient.',
  why: 'The collection takes it from you and gives it to someone else, or to no one. Decline it.',
}

function ownerFindings(owner: bigint, approved: bigint, to: Address): readonly Finding[] {
  if (owner !== BigInt(to)) return [elsewhere]
  if (approved === 0n) return [arrived]
  return [
    {
      rule: 'nft.arrival',
      level: 'WARN',
      title: 'Someone else may still take the token from the recipient afterwards.',
      observed: `0x${approved.toString(16).padStart(40, '0')}`,
      why: 'A transfer should end every approval of the token. This collection keeps one.',
    },
  ]
}

function amountFindings(before: bigint, after: bigint, { amount, to, facts }: Movable): readonly Finding[] {
  const toSelf = facts?.recipient.isSelf ?? false
  if (after - before === (toSelf ? 0n : amount)) return [arrived]
  if (after <= before) return [{ ...elsewhere, observed: to }]
  return [
    {
      ...elsewhere,
      title: 'The recipient gets a different number from what leaves your account.',
      claim: amount.toString(),
      observed: (after - before).toString(),
    },
  ]
}

const arrived: Finding = { rule: 'nft.arrival', level: 'OK', title: 'Simulated: the recipient gets the token.' }
