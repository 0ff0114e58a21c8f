import { z } from 'zod'
import type { Chains } from '@/lib/chain/chains/chain'
import { rasterTypeOf } from '@/lib/chain/nft/image-type'
import { type RemoteResource, readMetadata, readTokenUri } from '@/lib/chain/nft/metadata'
import { readUri } from '@/lib/chain/nft/read-nft'
import { addressSchema } from '@/lib/wire/address'
import { readJson } from '../http/json'
import { failureReply, type Route, refuseCrossSite, type ServiceReply, type ServiceRequest } from '../http/request'
import { type RateLimit, rateLimitHeaders } from '../limits/rate-limit'
import { type Fetched, fetchPublic, PublicFetchError, type PublicFetchOptions } from './fetch-public'
import { ImageCache } from './image-cache'

/** Bytes. */
const largestPicture = 2 * 1024 * 1024
const largestMetadata = 256 * 1024
const patience = 10_000
/** Pictures per minute for one account and for one network address, since a remote session names its own account. */
const perMinute = 60
const perMinuteFrom = 300

const querySchema = z.object({
  chainId: z.coerce.number().int().positive(),
  contract: addressSchema,
  tokenId: z
    .string()
    .regex(/^(0|[1-9]\d{0,77})$/)
    .transform(BigInt),
})
type Query = z.infer<typeof querySchema>

type ImageProxyOptions = {
  chains: () => Chains
  /** Base address of an IPFS gateway. Without one, nothing is fetched from IPFS. */
  ipfsGateway: string | undefined
  rateLimit: RateLimit
  /** Returns the signed-in account, or null. */
  account: (request: ServiceRequest) => Promise<string | null>
  origin: string
  now: () => number
  fetchFile?: (address: string, options: PublicFetchOptions) => Promise<Fetched>
}

/**
 * Serves the picture of one token. This server fetches it, so that the browser contacts nobody: no address of the
 * person, no cookie, no script. The source is read from the chain, never from the request, so nobody can make it fetch
 * anything else. Only for signed-in people, and only raster images, judged by their bytes.
 */
export function createImageProxy(options: ImageProxyOptions) {
  const { chains, rateLimit, account, origin, now } = options
  const cache = new ImageCache(now)
  return async (request: ServiceRequest): Promise<ServiceReply> => {
    if (request.method !== 'GET')
      return failureReply(405, 'METHOD_NOT_ALLOWED', 'Send a GET request.', { allow: 'GET' })
    const crossSite = refuseCrossSite(request, origin)
    if (crossSite) return crossSite
    const who = await account(request)
    if (!who) return failureReply(401, 'UNAUTHENTICATED', 'Sign in to see pictures.')
    const query = querySchema.safeParse(Object.fromEntries(new URLSearchParams(request.search)))
    if (!query.success) return failureReply(400, 'BAD_REQUEST', 'Give a chain, a contract and a token id.')
    const chain = chains().get(query.data.chainId)
    if (!chain) return failureReply(404, 'NOT_FOUND', 'This network is not supported here.')
    const rates = [
      await rateLimit(`picture:${who}`, perMinute),
      await rateLimit(`pictures:${request.ip}`, perMinuteFrom),
    ]
    const rate = rates.find(({ retryAfter }) => retryAfter !== null)
    if (rate)
      return failureReply(429, 'RATE_LIMITED', 'Too many pictures. Try again in a minute.', rateLimitHeaders(rate))
    const key = keyOf(query.data)
    try {
      const bytes = cache.get(key) ?? (await fetchPicture(query.data, options, request.signal()))
      const type = rasterTypeOf(bytes)
      if (!type) return failureReply(415, 'NOT_A_PICTURE', 'What is there is not a kind of picture this app shows.')
      cache.set(key, bytes)
      return {
        status: 200,
        headers: {
          'content-type': type,
          'cache-control': 'private, max-age=86400',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        },
        body: Uint8Array.from(bytes),
      }
    } catch (error) {
      if (request.signal().aborted) return failureReply(499, 'CLIENT_GONE', 'The request was given up.')
      if (error instanceof PublicFetchError) return failureReply(502, 'PICTURE_UNREACHABLE', error.message)
      console.error('A picture could not be fetched.', error)
      return failureReply(502, 'PICTURE_UNREACHABLE', 'The picture could not be fetched.')
    }
  }
}

const keyOf = ({ chainId, contract, tokenId }: Query): string => `${chainId}:${contract}:${tokenId}`

/** Fetches the metadata if the token URI leads to it, then the picture that it names. No third hop. */
async function fetchPicture(
  { chainId, contract, tokenId }: Query,
  { chains, ipfsGateway, fetchFile = fetchPublic }: ImageProxyOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const chain = chains().get(chainId)
  const uri = chain ? await readUri(chain, contract, tokenId) : ''
  const first = readTokenUri(uri).picture
  if (first?.kind !== 'remote') throw new PublicFetchError('The token names no picture elsewhere.')
  const fetchFrom = (resource: RemoteResource) =>
    fetchFile(addressOf(resource, ipfsGateway), { limit: largestPicture, timeoutMs: patience, signal })
  const { bytes } = await fetchFrom(first.resource)
  if (first.resource.holds === 'picture' || rasterTypeOf(bytes)) return bytes
  if (bytes.length > largestMetadata) throw new PublicFetchError('The token’s description is too large.')
  const named = readMetadata(bytes.toString('utf8')).picture
  if (named?.kind === 'embedded') return embeddedBytes(named.src)
  if (!named) throw new PublicFetchError('The token’s description names no picture.')
  return (await fetchFrom(named.resource)).bytes
}

/** Decodes a picture embedded in fetched metadata. SVG is refused later, because its bytes are no raster image. */
const embeddedBytes = (src: string): Buffer => Buffer.from(src.slice(src.indexOf(',') + 1), 'base64')

function addressOf({ via, uri }: RemoteResource, gateway: string | undefined): string {
  if (via === 'https') return uri
  if (!gateway) throw new PublicFetchError('The picture is on IPFS, and this app is set up without a gateway to it.')
  return `${gateway}/ipfs/${uri.slice('ipfs://'.length)}`
}

const sessionSchema = z.object({ user: z.object({ walletAddress: z.string() }) })

/** Finds the signed-in account through the session route itself, the same for an embedded and a remote service. */
export const accountBy =
  (session: Route) =>
  async (request: ServiceRequest): Promise<string | null> => {
    const reply = await session({ ...request, method: 'GET', path: '/api/auth/session', search: '' })
    if (reply?.status !== 200 || typeof reply.body !== 'string') return null
    return sessionSchema.safeParse(readJson(reply.body)).data?.user.walletAddress ?? null
  }
