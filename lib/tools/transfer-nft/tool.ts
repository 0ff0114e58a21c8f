import { z } from 'zod'
import { shortAddress } from '@/lib/chain/amount'
import { chainName } from '@/lib/chain/tokens'
import { addressRow, askedTool, chainRow } from '../asked'
import { address, chainId, optional, uint } from '../fields'

const schema = z.strictObject({
  contractAddress: address,
  tokenId: uint,
  toAddress: address,
  /** One for an ERC-721, whose calls need not say so. */
  amount: optional(uint),
  chainId,
})

export const transferNft = askedTool({
  name: 'transfer_nft',
  kind: 'transaction',
  schema,
  headline: ({ tokenId, toAddress, chainId }) =>
    `Transfer NFT ${idText(tokenId)} to ${shortAddress(toAddress)} on ${chainName(chainId)}`,
  rows: ({ contractAddress, tokenId, toAddress, amount, chainId }) => [
    ...addressRow('Collection', contractAddress),
    { label: 'Token id', value: tokenId.toString(), kind: 'text' },
    { label: 'Amount', value: (amount ?? 1n).toString(), kind: 'amount' },
    ...addressRow('Recipient', toAddress),
    ...chainRow(chainId),
  ],
})

/** Some collections use hashes as ids. */
function idText(tokenId: bigint): string {
  const digits = tokenId.toString()
  return digits.length > 12 ? `#${digits.slice(0, 4)}…${digits.slice(-4)}` : `#${digits}`
}
