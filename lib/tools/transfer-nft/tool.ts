import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readingFrom } from '@/lib/chain/chains/read-error'
import { readNft } from '@/lib/chain/nft/read-nft'
import { shortHex } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { chainFindings } from '../shared/checks'
import { someone } from '../shared/examples'
import { doubleOf } from '../shared/lies'
import { readRecipient } from '../shared/recipient'
import type { PrepareContext, Prepared, Tool } from '../tool'
import type { NftDetails } from './details'
import { keptNft } from './kept'
import { type NftParameters, nftSchema, shortTokenId } from './parameters'
import { arrivalProbe, nftPlan } from './plan'
import { collectionFindings, holdingFindings, kindOf, recipientFindings } from './rules'

export const transferNft: Tool<NftParameters, NftDetails> = {
  name: 'transfer_nft',
  kind: 'transaction',
  schema: nftSchema,
  kept: keptNft,
  label: 'Send NFT',
  actions: () => ['sendNft', 'send'],
  headline: ({ tokenId, toAddress, chainId }) =>
    `Transfer NFT ${shortTokenId(tokenId)} to ${shortHex(toAddress)} on ${chainName(chainId)}`,
  done: ({ tokenId, toAddress, chainId, amount = 1n }) =>
    `Sent ${amount === 1n ? '' : `${amount} pieces of `}NFT ${shortTokenId(tokenId)} to ${shortHex(toAddress)} on ${chainName(chainId)}`,
  moves: () => null,
  purpose: 'Propose to transfer an NFT. `amount` is 1 for an ERC-721.',
  lie: (honest) => ({ ...honest, toAddress: doubleOf(honest.toAddress) }),
  examples: {
    least: { contractAddress: devnetAddresses.nfts.postcards, tokenId: '0', toAddress: someone, chainId: 31337 },
    full: {
      contractAddress: devnetAddresses.nfts.badges,
      tokenId: '7',
      toAddress: someone,
      amount: '2',
      chainId: 31337,
    },
  },
  prepare: prepareNft,
}

/** Reads the token in one round trip. Throws ChainReadError. */
async function prepareNft(
  { contractAddress, tokenId, toAddress, amount, chainId }: NftParameters,
  { account, chains }: PrepareContext,
): Promise<Prepared<NftDetails>> {
  const draft: NftDetails = {
    chainId,
    chainName: chainName(chainId),
    collection: contractAddress,
    tokenId,
    to: toAddress,
    amount: amount ?? 1n,
    facts: null,
    kind: null,
  }
  const chain = chains.get(chainId)
  if (!chain) return { plan: null, details: draft, findings: chainFindings(chainId, chains) }
  const [token, recipient] = await readingFrom(
    chain,
    Promise.all([readNft(chain, account, contractAddress, tokenId), readRecipient(chain, account, toAddress)]),
  )
  const kind = kindOf(token)
  const details: NftDetails = { ...draft, facts: { ...token, recipient }, kind }
  const findings = [
    ...recipientFindings(details),
    ...collectionFindings(token, kind, chain),
    ...(kind ? holdingFindings(token, kind, amount, account) : []),
  ]
  // A plan that breaks a rule must not exist, so that nothing can be signed.
  if (kind === null || findings.some(({ level }) => level === 'BLOCK')) return { plan: null, details, findings }
  const movable = { ...details, kind }
  return {
    plan: nftPlan(account, movable),
    details,
    findings,
    probes: [arrivalProbe(movable)],
    ...(token.pinned ? { pinned: [{ address: contractAddress, label: `the collection ${token.pinned.name}` }] } : {}),
  }
}
