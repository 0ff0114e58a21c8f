import { FullAddress, TitledAddress } from '@/components/ui/text/address'
import type { NftDetails } from '@/lib/tools/transfer-nft/details'
import type { BodyProps } from '../frame/body-props'
import { CardDetails } from '../frame/card-details'
import { CardTitle } from '../frame/card-title'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { Recipient } from '../send/recipient'
import { NftPicture } from './nft-picture'

/** An NFT transfer: which token of which collection goes to whom. Quotes what the contract says of itself. */
export function NftBody({ details, view }: BodyProps<NftDetails>) {
  const { facts, kind, amount, tokenId, collection, to, chainName } = details
  const several = kind === 'erc1155'
  // A longer id, such as a hash, has a row of its own.
  const isShort = tokenId < 10n ** 9n
  const listed = facts?.pinned ?? null
  const held = several ? (facts?.balance ?? null) : null
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <NftPicture details={details} />
        <div className="min-w-40 flex-1">
          <CardTitle>
            Send{' '}
            {several && (
              <>
                <span className="figures">{amount.toString()}</span> {amount === 1n ? 'copy' : 'copies'} of{' '}
              </>
            )}
            NFT {isShort && <span className="figures">#{tokenId.toString()}</span>} on {chainName}
          </CardTitle>
          {facts && facts.metadata.name !== '' && (
            <p className="text-small text-ink-muted">
              Calls itself <Quoted text={facts.metadata.name} />
            </p>
          )}
          {listed && (
            // Its address is among the details.
            <p className="text-small">
              <span className="text-ink-muted">of</span> <span className="font-medium">{listed.name}</span>
            </p>
          )}
          {(!isShort || held !== null) && (
            <DetailRows>
              {!isShort && (
                <DetailRow label="Token id">
                  <span className="figures break-all">{tokenId.toString()}</span>
                </DetailRow>
              )}
              {held !== null && (
                <DetailRow label="You hold">
                  <span className="figures">{held.toString()}</span>
                </DetailRow>
              )}
            </DetailRows>
          )}
        </div>
      </div>
      {!listed && (
        <TitledAddress
          address={collection}
          title={
            <>
              <span className="form-label">Collection</span>
              {facts && facts.collectionName !== '' && (
                <span className="text-small text-ink-muted">
                  calls itself <Quoted text={facts.collectionName} />
                </span>
              )}
            </>
          }
        />
      )}
      <Recipient to={to} facts={facts?.recipient} review={view.review} />
      {facts && kind && (
        <CardDetails>
          <DetailRows>
            <DetailRow label="Standard">
              {kind === 'erc721' ? 'ERC-721, one of a kind' : 'ERC-1155, may exist in several copies'}
            </DetailRow>
            {listed && (
              <DetailRow label="Collection">
                <FullAddress address={collection} />
              </DetailRow>
            )}
            {listed && facts.collectionName !== '' && (
              <DetailRow label="The contract calls itself">
                <Quoted text={facts.collectionName} />
              </DetailRow>
            )}
            {facts.symbol !== '' && (
              <DetailRow label="Its symbol">
                <Quoted text={facts.symbol} />
              </DetailRow>
            )}
            <DetailRow label="Sent as">safeTransferFrom: a contract that cannot take NFTs refuses it</DetailRow>
          </DetailRows>
        </CardDetails>
      )}
    </div>
  )
}

const Quoted = ({ text }: { text: string }) => (
  <span>
    “<bdi className="break-words">{text}</bdi>”
  </span>
)
