import { readingFrom } from '@/lib/chain/chains/read-error'
import { readNft } from '@/lib/chain/nft/read-nft'
import { shortHex } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { readRecipient } from '../send-native-gas-token/recipient'
import { chainFindings } from '../shared/checks'
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
  headline: ({ tokenId, toAddress, chainId }) =>
    `Transfer NFT ${shortTokenId(tokenId)} to ${shortHex(toAddress)} on ${chainName(chainId)}`,
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
  // What breaks a rule must not exist: there is then nothing that could be signed.
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
