import { failureReply, refuseCrossSite, type ServiceReply, type ServiceRequest } from '../http/request'
import { forward } from './forward'

const bodyLimit = 4 * 1024

/** Passes requests for play money on to the devnet. `devnetApiUrl` is null on real chains, which have no faucet. */
export function createFaucetProxy({ devnetApiUrl, origin }: { devnetApiUrl: string | null; origin: string }) {
  return async (request: ServiceRequest): Promise<ServiceReply> => {
    if (!devnetApiUrl || request.method !== 'POST')
      return failureReply(404, 'NOT_FOUND', 'There is nothing at this address.')
    const crossSite = refuseCrossSite(request, origin)
    if (crossSite) return crossSite
    const body = await request.readBody(bodyLimit)
    if (body === null) return failureReply(413, 'TOO_LARGE', 'The request is too large.')
    return forward(`${devnetApiUrl}/faucet`, {
      method: 'POST',
      body,
      headers: {},
      signal: request.signal(),
      name: 'The faucet',
    })
  }
}
