import { readingFrom } from '@/lib/chain/chains/read-error'
import { readNft } from '@/lib/chain/nft/read-nft'
import { chainName } from '@/lib/chain/tokens/tokens'
import { chainFindings } from '../shared/checks'
import { readRecipient } from '../shared/recipient'
import type { PrepareContext, Prepared } from '../tool'
import type { NftDetails } from './details'
import type { NftParameters } from './parameters'
import { arrivalProbe, nftPlan } from './plan'
import { collectionFindings, holdingFindings, kindOf, recipientFindings } from './rules'

/** Reads the token in one round trip. Throws ChainReadError. */
export async function prepareNft(
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
