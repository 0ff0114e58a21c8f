import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { RowButton } from '@/components/ui/row-button'
import type { HeldNft } from '@/lib/chain/portfolio/holding'
import { chainName } from '@/lib/chain/tokens/tokens'
import { sendNft } from './sentences'

/** Lists the account's NFTs of the known collections. */
export function NftList({
  nfts,
  incomplete,
  onAsk,
}: {
  nfts: readonly HeldNft[]
  incomplete: readonly string[]
  onAsk: (sentence: string) => void
}) {
  return (
    <>
      {nfts.length > 0 && (
        <ul aria-label="NFTs" className="sheet divide-y text-small">
          {nfts.map((nft) => {
            const { chainId, contract, collection, tokenId, amount } = nft
            const send = sendNft(nft)
            return (
              <li
                key={`${chainId} ${contract} ${tokenId}`}
                className="flex items-center gap-3 px-4 py-2 [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto]"
              >
                <span className="min-w-0 flex-1">
                  <span className="font-medium [overflow-wrap:anywhere]">
                    {collection} <span className="figures">#{tokenId.toString()}</span>
                  </span>
                  <span className="flex items-center gap-1 text-label text-ink-muted">
                    <ChainIcon chainId={chainId} size={13} /> {chainName(chainId)}
                    {amount > 1n && ` · ${amount} pieces`}
                  </span>
                </span>
                <RowButton
                  name={send.words}
                  label={`${send.words} ${collection} #${tokenId} on ${chainName(chainId)}`}
                  onClick={() => onAsk(send.sentence)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {incomplete.length > 0 && (
        <p className="pt-2 text-small text-ink-muted">
          You may have more of {new Intl.ListFormat('en').format(incomplete)} than this list shows.
        </p>
      )}
    </>
  )
}
