import { z } from 'zod'
import { cleanChainString } from '@/lib/wire/text'
import { type RasterType, rasterTypeOf } from './image-type'

/** A resource that is not on chain. `holds`: a picture itself, or metadata (JSON) that names one. */
export type RemoteResource = { via: 'https' | 'ipfs'; uri: string; holds: 'picture' | 'metadata' }

/** `embedded`: on chain, checked and bounded, as a `data:` URI for an `<img>`. */
export type NftPicture = { kind: 'embedded'; src: string } | { kind: 'remote'; resource: RemoteResource }

/** A token's own description. The name is cleaned and clipped, and may be empty. */
export type NftMetadata = { name: string; picture: NftPicture | null }

const nothing: NftMetadata = { name: '', picture: null }

/** Longest token URI in characters, and largest picture in it in bytes. */
const longestUri = 700_000
const largestPicture = 512 * 1024

/** Replaces `{id}` by the id in 64 hex digits, lowercase, without prefix (ERC-1155, "Metadata"). */
export const withTokenId = (uri: string, tokenId: bigint): string =>
  uri.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'))

/** Reads a token URI. Never fetches: a resource elsewhere is only named. */
export function readTokenUri(uri: string): NftMetadata {
  if (uri.length > longestUri) return nothing
  const data = readDataUri(uri)
  if (!data) {
    const resource = remoteResource(uri, 'metadata')
    return resource ? { name: '', picture: { kind: 'remote', resource } } : nothing
  }
  if (data.type.startsWith('image/')) return { name: '', picture: embedded(data) }
  return readMetadata(new TextDecoder().decode(data.bytes))
}

const metadataSchema = z.object({
  name: z.string().catch(''),
  image: z.string().optional().catch(undefined),
  // Not in ERC-721, but in use: the SVG itself.
  image_data: z.string().optional().catch(undefined),
})

/** Reads metadata as in ERC-721 and ERC-1155. Anything else gives nothing. */
export function readMetadata(json: string): NftMetadata {
  const parsed = metadataSchema.safeParse(parseJson(json))
  if (!parsed.success) return nothing
  const { name, image, image_data } = parsed.data
  return { name: cleanChainString(name), picture: pictureOf(image ?? image_data ?? '') }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function pictureOf(image: string): NftPicture | null {
  if (image.length > longestUri) return null
  if (/^\s*<svg/i.test(image)) return embedded({ type: 'image/svg+xml', bytes: new TextEncoder().encode(image) })
  const data = readDataUri(image)
  if (data) return embedded(data)
  const resource = remoteResource(image, 'picture')
  return resource && { kind: 'remote', resource }
}

type Data = { type: string; bytes: Uint8Array<ArrayBuffer> }

/** Parses a data URI (RFC 2397). Reads bodies without percent-encoding, as many contracts write them, unchanged. */
function readDataUri(uri: string): Data | null {
  const parts = /^data:([^,;]*)((?:;[^,;]*)*),/i.exec(uri)
  if (!parts) return null
  const [head, type = '', parameters = ''] = parts
  const body = uri.slice(head.length)
  const bytes = /;base64$/i.test(parameters) ? fromBase64(body) : new TextEncoder().encode(unescaped(body))
  return bytes && { type: type.toLowerCase(), bytes }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(unescaped(text)), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** Types a picture by its bytes and rebuilds it from them: nothing of the original URI reaches the page. */
function embedded({ type, bytes }: Data): NftPicture | null {
  if (bytes.length > largestPicture) return null
  const known: RasterType | 'image/svg+xml' | null =
    type === 'image/svg+xml' ? (isPlainSvg(bytes) ? type : null) : rasterTypeOf(bytes)
  return known && { kind: 'embedded', src: `data:${known};base64,${toBase64(bytes)}` }
}

/**
 * True for an SVG without entities or scripts. Inside an `<img>` an SVG runs no script and loads nothing (SVG 2,
 * "Secure static mode"), but entities can grow without bound. All others are left out.
 */
function isPlainSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  return /^<svg[\s>]/i.test(withoutProlog(text)) && !/<!(doctype|entity)|<script/i.test(text)
}

/** Step by step: a single pattern for any number of comments takes time that doubles with each of them. */
function withoutProlog(text: string): string {
  let rest = text.replace(/^\uFEFF?\s*(<\?xml[^>]*>)?/, '').trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end === -1) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

/** Only https and IPFS. Addresses with a user name are made to mislead. */
function remoteResource(uri: string, holds: RemoteResource['holds']): RemoteResource | null {
  if (uri.length > 2048) return null
  const ipfs = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{46,120})(\/[^?#]*)?$/.exec(uri)
  if (ipfs) {
    const [, cid = '', path = ''] = ipfs
    return staysInside(cid, path) ? { via: 'ipfs', uri: `ipfs://${cid}${path}`, holds } : null
  }
  if (!URL.canParse(uri)) return null
  const url = new URL(uri)
  if (url.protocol !== 'https:' || url.username || url.password) return null
  return { via: 'https', uri: url.href, holds }
}

/**
 * True if the path stays within the content id. A `..`, however it is written, would lead out of it, to anything on the
 * gateway.
 */
const staysInside = (cid: string, path: string): boolean =>
  URL.parse(`https://gateway.invalid/${cid}${path}`)?.pathname.startsWith(path === '' ? `/${cid}` : `/${cid}/`) ?? false
