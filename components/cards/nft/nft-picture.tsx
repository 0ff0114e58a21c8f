'use client'

import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { NftPicture as Drawn } from '@/lib/chain/nft/metadata'
import type { NftDetails } from '@/lib/tools/transfer-nft/details'

const room = 'size-28 shrink-0 sm:size-32'
const line = 'rounded-control border border-rule-strong bg-paper-sunk'
const frame = `${room} ${line}`
/** Beside the title, also on a narrow card. */
const ownRoom = 'size-20 shrink-0'

/**
 * The token's picture. Shows the on-chain picture of a listed collection. Anybody else's picture could imitate a part
 * of the card, or keep the page busy: it is shown only on request, and fetched through this app's own server if it is
 * off-chain.
 */
export function NftPicture({ details }: { details: NftDetails }) {
  const [asked, setAsked] = useState(false)
  const [failed, setFailed] = useState(false)
  const picture = details.facts?.metadata.picture
  if (!picture) return null
  const where = placeOf(picture)
  if (failed) return <Missing where={where} />
  if (asked || (picture.kind === 'embedded' && details.facts?.pinned))
    return (
      <Picture
        src={picture.kind === 'embedded' ? picture.src : proxied(details)}
        room={asked ? room : ownRoom}
        onFail={setFailed}
      />
    )
  return (
    <div className={`${frame} flex flex-col items-center justify-center gap-2 border-dashed p-2 text-center`}>
      <Button size="small" onClick={() => setAsked(true)}>
        Show picture
      </Button>
      <span className="max-w-full text-pretty break-words text-small leading-tight text-ink-muted">
        {where ? (
          <>
            from <bdi className="break-all">{where}</bdi>
          </>
        ) : (
          'drawn by its contract'
        )}
      </span>
    </div>
  )
}

/** Returns `IPFS` or the host of the picture. Null if it is on-chain. */
function placeOf(picture: Drawn): string | null {
  if (picture.kind === 'embedded') return null
  const { via, uri } = picture.resource
  return via === 'ipfs' ? 'IPFS' : new URL(uri).host
}

function Picture({ src, room, onFail }: { src: string; room: string; onFail: (failed: true) => void }) {
  return (
    // A square space at most, whatever arrives; the border follows the picture.
    <div className={`${room} flex items-center justify-center`}>
      {/* biome-ignore lint/performance/noImgElement: next/image would fetch and convert it on the server */}
      <img
        src={src}
        alt="As the collection draws this token"
        className={`${line} max-h-full max-w-full object-contain`}
        decoding="async"
        draggable={false}
        onError={() => onFail(true)}
      />
    </div>
  )
}

function Missing({ where }: { where: string | null }) {
  return (
    <div className={`${frame} flex flex-col items-center justify-center gap-1 p-2 text-center`} role="status">
      <ImageOff aria-hidden="true" className="size-5 text-ink-muted" />
      <span className="text-small leading-tight text-ink-muted">
        {where ? `No picture could be loaded from ${where}.` : 'The picture cannot be shown.'}
      </span>
    </div>
  )
}

const proxied = ({ chainId, collection, tokenId }: NftDetails): string =>
  `/api/nft-image?${new URLSearchParams({ chainId: String(chainId), contract: collection, tokenId: tokenId.toString() })}`
