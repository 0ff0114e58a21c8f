import type { Chains } from '@/lib/chain/chains/chain'
import type { Config } from '@/lib/config'
import { agentCardPaths } from '../a2a/agent-card'
import { isPublicRead, jsonReply, publicReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { fetchPublic, PublicFetchError } from '../proxies/fetch-public'
import { isTrustedRegistry, ownRegistrations, registrationFile, registrationFileSchema } from './registration'
import { FileUnreachableError, type Identity, verifyIdentity } from './verify-identity'

const filePath = '/.well-known/agent-registration.json'
const identityPath = '/api/identity'

/** True for the paths of `createIdentityRoutes`. */
export const isIdentityPath = (path: string): boolean => path === filePath || path === identityPath

/** Maximum number of entries of one file to check. */
const mostClaims = 5
const largestFile = 100_000
const patience = 5_000
/** A registry entry changes rarely, and each check costs requests to chains and hosts. */
const keptMs = 10 * 60_000
/** An unknown result is checked again sooner. */
const retryMs = 15_000

/** Serves this app's registration file, and what the registry says about the agent card in use. */
export function createIdentityRoutes(options: { config: Config; chains: () => Chains; now: () => number }) {
  const { config, chains, now } = options
  const remote = config.AGENT_SERVICE_URL
  let kept: { until: number; identity: Promise<Identity> } | null = null

  const ownFile = async () => registrationFile(config.origin, await ownRegistrations(config))

  const fetchJson = async (url: URL): Promise<unknown> => {
    // Our own file needs no request: the network could tell nothing else.
    if (url.href === `${config.origin}${filePath}` && !remote) return ownFile()
    if (url.protocol === 'data:') return readDataUrl(url)
    if (url.protocol !== 'https:') throw new FileUnreachableError('The registration file is not served over https.')
    try {
      const signal = AbortSignal.timeout(patience)
      const { bytes } = await fetchPublic(url.href, { limit: largestFile, timeoutMs: patience, signal })
      return JSON.parse(bytes.toString('utf8'))
    } catch (error) {
      if (!(error instanceof PublicFetchError || error instanceof SyntaxError)) throw error
      throw new FileUnreachableError(`The registration file at ${url.host} could not be read.`, { cause: error })
    }
  }

  const look = async (): Promise<Identity> => {
    const base = remote ?? config.origin
    const own = await ownRegistrations(config)
    const claimed = own.length > 0 || !remote ? own : await claimedBy(new URL(filePath, base), fetchJson)
    if (claimed instanceof FileUnreachableError) return { status: 'unreachable', detail: claimed.message }
    return verifyIdentity({
      cardUrls: agentCardPaths.map((path) => base + path),
      registrations: claimed,
      chains: chains(),
      fetchJson,
    })
  }

  const identity = async (): Promise<Identity> => {
    if (!kept || kept.until <= now()) {
      const asked = { until: now() + keptMs, identity: look() }
      kept = asked
      const status = await asked.identity.then(
        (found) => found.status,
        () => 'failed',
      )
      if (status === 'unreachable' || status === 'failed') asked.until = now() + retryMs
    }
    return kept.identity
  }

  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    const { method, path } = request
    if (!isIdentityPath(path) || !isPublicRead(request)) return null
    if (path === identityPath) return method === 'OPTIONS' ? null : jsonReply(200, await identity())
    return remote ? null : publicReply(request, await ownFile())
  }
}

/**
 * Returns the registrations that a remote service claims, as places to check and no more. Returns the error if the file
 * may exist but cannot be fetched.
 */
async function claimedBy(url: URL, fetchJson: (url: URL) => Promise<unknown>) {
  try {
    const { registrations = [] } = registrationFileSchema.safeParse(await fetchJson(url)).data ?? {}
    return registrations.filter(isTrustedRegistry).slice(0, mostClaims)
  } catch (error) {
    if (!(error instanceof FileUnreachableError)) throw error
    return isMissing(error.cause) ? [] : error
  }
}

/** A host that answers without such a file, or with a page in its place, has none. */
const isMissing = (cause: unknown): boolean =>
  cause instanceof SyntaxError || (cause instanceof PublicFetchError && cause.status !== null && cause.status < 500)

function readDataUrl(url: URL): unknown {
  const [, encoding, data] = /^application\/json(?:;charset=utf-8)?(;base64)?,(.*)$/s.exec(url.pathname) ?? []
  if (data === undefined || data.length > largestFile)
    throw new FileUnreachableError('The registration file inside the entry could not be read.')
  try {
    return JSON.parse(encoding ? Buffer.from(data, 'base64').toString('utf8') : decodeURIComponent(data))
  } catch (cause) {
    throw new FileUnreachableError('The registration file inside the entry is not JSON.', { cause })
  }
}
