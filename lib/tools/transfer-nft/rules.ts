import { type Address, isAddressEqual } from 'viem'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { type NftKind, pinnedCollections } from '@/lib/chain/nft/collections'
import type { NftFacts } from '@/lib/chain/nft/read-nft'
import type { Finding } from '../finding'
import type { NftDetails } from './details'

/**
 * Determines the standard by which the token would be moved: the contract's own declaration (ERC-165) or, if it
 * declares nothing, its answers about the token. Null: it is no NFT, or it claims to be both.
 */
export function kindOf({ declared, owner, balance }: NftFacts): NftKind | null {
  if (declared.length > 0) return declared.length === 1 ? (declared[0] ?? null) : null
  if (owner !== null && balance === null) return 'erc721'
  return balance !== null && owner === null ? 'erc1155' : null
}

/** Rules about the contract (docs/review-rules.md, "NFTs"): whether it is what it appears to be. */
export function collectionFindings(facts: NftFacts, kind: NftKind | null, chain: ChainInfo): readonly Finding[] {
  const { collection, hasCode, declared, pinned } = facts
  if (!hasCode)
    return [
      {
        rule: 'nft.kind',
        level: 'BLOCK',
        title: `There is no contract at this address on ${chain.name}.`,
        observed: collection,
        why: 'The agent named a wrong address or a wrong network.',
      },
    ]
  if (declared.length > 1)
    return [
      {
        rule: 'nft.kind',
        level: 'BLOCK',
        title: 'The contract claims to follow two standards at once.',
        observed: 'ERC-721 and ERC-1155',
        why: 'It is not clear what a transfer would move. No honest collection follows both.',
      },
    ]
  if (kind === null)
    return [
      {
        rule: 'nft.kind',
        level: 'BLOCK',
        title: 'This contract is not an NFT collection.',
        observed: collection,
        why: 'It follows neither ERC-721 nor ERC-1155. Check the address against a source of your own.',
      },
    ]
  const undeclared: Finding[] =
    declared.length > 0
      ? []
      : [
          {
            rule: 'nft.kind',
            level: 'DANGER',
            title: 'This contract does not declare itself an NFT collection.',
            observed: `It answers like ${kindName(kind)}, but does not declare it (ERC-165)`,
            why: 'Very old collections are like that, and so are contracts made to deceive. Continue only if you know it.',
          },
        ]
  return [...undeclared, ...(pinned ? [] : unlistedFindings(facts))]
}

/** A name is the contract's own word: that of a listed collection is a lie anywhere else. */
function unlistedFindings({ chainId, collectionName, collection }: NftFacts): readonly Finding[] {
  const name = skeleton(collectionName)
  const twin = name === '' ? undefined : pinnedCollections(chainId).find((each) => skeleton(each.name) === name)
  if (twin)
    return [
      {
        rule: 'nft.collection',
        level: 'DANGER',
        title: `This collection is named like ${twin.name}, but is a different one.`,
        terms: { claim: 'The real one', observed: 'This one' },
        claim: twin.address,
        observed: collection,
        why: 'Look-alikes are made to be mistaken for it.',
      },
    ]
  return [
    {
      rule: 'nft.collection',
      level: 'WARN',
      title: 'This collection is not on our list.',
      observed: collection,
      why: 'Anyone can make a collection with any name and any picture. Check its address against a source of your own.',
    },
  ]
}

/** Reduces names that are easily confused to the same skeleton: case, spaces, digits for letters. */
const skeleton = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('5', 's')

const kindName = (kind: NftKind): string => (kind === 'erc721' ? 'ERC-721' : 'ERC-1155')

/** Checks the number of tokens, and whether the account has them. */
export function holdingFindings(
  facts: NftFacts,
  kind: NftKind,
  asked: bigint | undefined,
  account: Address,
): readonly Finding[] {
  return kind === 'erc721'
    ? [...singleFindings(asked), ...ownerFindings(facts, account)]
    : balanceFindings(facts, asked)
}

const singleFindings = (asked: bigint | undefined): Finding[] =>
  asked === undefined || asked === 1n
    ? []
    : [
        {
          rule: 'nft.amount',
          level: 'BLOCK',
          title: 'There is only one NFT of this kind.',
          claim: asked.toString(),
          observed: '1',
          why: 'A token of an ERC-721 collection is one of a kind and cannot be divided. The agent is mistaken about what it is.',
        },
      ]

function ownerFindings({ owner, approved }: NftFacts, account: Address): readonly Finding[] {
  if (owner === null)
    return [
      {
        rule: 'nft.owner',
        level: 'BLOCK',
        title: 'No one owns this token.',
        why: 'The collection has no token with this id, or it was destroyed.',
      },
    ]
  if (!isAddressEqual(owner, account))
    return [
      {
        rule: 'nft.owner',
        level: 'BLOCK',
        title: 'This token is not yours.',
        terms: { claim: 'Your account', observed: 'Its owner' },
        claim: account,
        observed: owner,
        why: 'Only its owner can send it. Check the token id.',
      },
    ]
  if (approved === null) return []
  return [
    {
      rule: 'nft.approval',
      level: 'INFO',
      title: 'Another address may move this token now.',
      observed: approved,
      why: 'That permission ends with the transfer. If you did not give it, revoke your approvals of this collection.',
    },
  ]
}

function balanceFindings({ balance }: NftFacts, asked: bigint | undefined): readonly Finding[] {
  const amount = asked ?? 1n
  if (amount === 0n)
    return [
      {
        rule: 'nft.amount',
        level: 'BLOCK',
        title: 'Nothing is transferred: the amount is zero.',
        why: 'Only the network fee would be spent.',
      },
    ]
  if (balance === null || balance < amount)
    return [
      {
        rule: 'nft.balance',
        level: 'BLOCK',
        title: balance ? 'You do not hold that many of this token.' : 'You do not hold this token.',
        claim: amount.toString(),
        observed: (balance ?? 0n).toString(),
        why: 'Ask again with a smaller number, or check the token id.',
      },
    ]
  if (asked !== undefined) return []
  return [
    {
      rule: 'nft.amount',
      level: 'INFO',
      title: 'The agent does not say how many, so one is transferred.',
      observed: `You hold ${balance}`,
    },
  ]
}

/** Blocks the collection's own contract as recipient: almost none can return what it is sent. */
export const recipientFindings = ({ collection, to }: Pick<NftDetails, 'collection' | 'to'>): readonly Finding[] =>
  isAddressEqual(collection, to)
    ? [
        {
          rule: 'nft.recipient',
          level: 'BLOCK',
          title: 'The recipient is the collection itself.',
          observed: to,
          why: 'What is sent there cannot be recovered. The agent has mixed up two addresses.',
        },
      ]
    : []
