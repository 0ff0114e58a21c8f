import { type LookupAddress, lookup as lookupName } from 'node:dns'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A file from the public internet. */
export type Fetched = { bytes: Buffer; url: URL }

/** Why a file was not fetched. The message is for a person. */
export class PublicFetchError extends Error {
  override readonly name = 'PublicFetchError'
  constructor(
    message: string,
    options?: ErrorOptions,
    /** HTTP status of a host that answered but has no such file or withholds it. */
    readonly status: number | null = null,
  ) {
    super(message, options)
  }
}

export type PublicFetchOptions = {
  /** Bytes. */
  limit: number
  /** Milliseconds for everything, including redirects. */
  timeoutMs: number
  signal: AbortSignal
}

/** Parts that a test may replace, to use a server on this machine without a certificate. */
export type PublicNetwork = {
  request: (options: RequestOptions, answered: (answer: IncomingMessage) => void) => ClientRequest
  isPublic: (address: string) => boolean
  resolve: (host: string) => Promise<readonly LookupAddress[]>
}

const mostRedirects = 3

/** IANA special-purpose registries for IPv4 and IPv6: ranges that are not the public internet, or ways around to it. */
const special = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, prefix, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** True for a public internet address. Refuses all IPv4 inside IPv6, which no picture needs. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

const openInternet: PublicNetwork = {
  request: httpsRequest,
  isPublic: isPublicAddress,
  resolve: (host) =>
    new Promise((resolve, reject) => {
      lookupName(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
    }),
}

/**
 * Fetches a file from the public internet over https, without cookies, credentials or any header from the person.
 * Resolves the host once, checks the address, and connects to that address, so DNS rebinding gains nothing. Each
 * redirect is checked like the first address. Throws PublicFetchError.
 */
export async function fetchPublic(
  address: string,
  options: PublicFetchOptions,
  network: PublicNetwork = openInternet,
): Promise<Fetched> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)])
  let url = allowedUrl(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await get(url, network, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location && URL.canParse(headers.location, url)) {
      answer.destroy()
      url = allowedUrl(new URL(headers.location, url).href)
      continue
    }
    if (statusCode !== 200) {
      answer.destroy()
      throw new PublicFetchError(`${url.host} answered with ${statusCode}.`, {}, statusCode)
    }
    return { bytes: await readBody(answer, options.limit), url }
  }
  throw new PublicFetchError('The address leads from one to the next without an end.')
}

function allowedUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' || url.username || url.password)
    throw new PublicFetchError('Only plain https addresses are fetched.')
  return url
}

async function get(url: URL, network: PublicNetwork, signal: AbortSignal): Promise<IncomingMessage> {
  // A URL writes an IPv6 address in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolved(host, network)
  const chosen = addresses[0]
  if (!chosen || addresses.some(({ address }) => !network.isPublic(address)))
    throw new PublicFetchError(`${url.host} is not on the open internet.`)
  const lookup: LookupFunction = (_host, { all }, callback) =>
    all ? callback(null, [chosen]) : callback(null, chosen.address, chosen.family)
  const request: RequestOptions = {
    host,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: { host: url.host, accept: 'image/*, application/json;q=0.9', 'accept-encoding': 'identity' },
    lookup,
    // A connection left open by another request may lead elsewhere.
    agent: false,
    signal,
    ...(url.port ? { port: Number(url.port) } : {}),
    ...(isIP(host) ? {} : { servername: host }),
  }
  return new Promise((resolve, reject) => {
    network
      .request(request, resolve)
      .once('error', (cause) => reject(new PublicFetchError(`${url.host} cannot be reached.`, { cause })))
      .end()
  })
}

async function resolved(host: string, network: PublicNetwork): Promise<readonly LookupAddress[]> {
  try {
    return await network.resolve(host)
  } catch (cause) {
    throw new PublicFetchError(`${host} cannot be found.`, { cause })
  }
}

async function readBody(answer: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) throw new PublicFetchError('The file is too large.')
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof PublicFetchError) throw cause
    throw new PublicFetchError('The file broke off.', { cause })
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks)
}
