import { type Address, BaseError, ContractFunctionRevertedError, isAddressEqual, parseAbi } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import { type Registration, type RegistrationFile, registrationFileSchema, registryText } from './registration'

/** The registry's statement about an agent card. */
export type Identity =
  | { status: 'verified'; registry: string; agentId: string; owner: Address; detail: string }
  /** There is an entry, but it does not vouch for this card. */
  | { status: 'elsewhere'; registry: string; agentId: string; detail: string }
  | { status: 'unregistered'; detail: string }
  /** The registry or a file could not be reached. */
  | { status: 'unreachable'; detail: string }

/** ERC-8004 Identity Registry: an ERC-721 whose token URI is the registration file. */
const registryAbi = parseAbi([
  'function tokenURI(uint256 agentId) view returns (string)',
  'function ownerOf(uint256 agentId) view returns (address)',
])

/** A file could not be fetched. */
export class FileUnreachableError extends Error {
  override readonly name = 'FileUnreachableError'
}

export type VerifyOptions = {
  /** All addresses at which the card is served. */
  cardUrls: readonly string[]
  /** Entries to check, nearest first. */
  registrations: readonly Registration[]
  chains: Chains
  /** Fetches a small JSON file. Throws FileUnreachableError. */
  fetchJson: (url: URL) => Promise<unknown>
}

/**
 * Checks an agent card against the registry: the entry's registration file must name the card and the entry, and the
 * card's own host must confirm the file (ERC-8004, "Endpoint Domain Verification"). Never rejects.
 */
export async function verifyIdentity(options: VerifyOptions): Promise<Identity> {
  const { registrations } = options
  if (registrations.length === 0)
    return { status: 'unregistered', detail: 'This agent service is not known to be registered anywhere.' }
  const found = await Promise.all(registrations.map((registration) => verifyOne(registration, options)))
  const order: Identity['status'][] = ['verified', 'elsewhere', 'unreachable', 'unregistered']
  const best = found.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))[0]
  return best ?? { status: 'unregistered', detail: 'No entry could be looked at.' }
}

async function verifyOne(
  registration: Registration,
  { cardUrls, chains, fetchJson }: VerifyOptions,
): Promise<Identity> {
  const { chainId, registry: address, agentId } = registration
  const registry = registryText(registration)
  const elsewhere = (detail: string): Identity => ({
    status: 'elsewhere',
    registry,
    agentId: agentId.toString(),
    detail,
  })
  const chain = chains.get(chainId)
  if (!chain)
    return { status: 'unreachable', detail: `The registry is on chain ${chainId}, which this app does not read.` }
  let uri: string
  let owner: Address
  try {
    const read = { address, abi: registryAbi, args: [agentId] } as const
    ;[uri, owner] = await Promise.all([
      chain.client.readContract({ ...read, functionName: 'tokenURI' }),
      chain.client.readContract({ ...read, functionName: 'ownerOf' }),
    ])
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError))
      return { status: 'unregistered', detail: `The registry on ${chain.name} does not know this agent.` }
    return { status: 'unreachable', detail: `The registry on ${chain.name} could not be read.` }
  }
  try {
    const fileUrl = URL.parse(uri)
    if (!fileUrl) return elsewhere('The entry names no registration file that can be read.')
    const file = readFile(await fetchJson(fileUrl))
    if (!file || !lists(file, registration)) return elsewhere('The registration file does not name this entry.')
    const endpoints = file.services.flatMap(({ name, endpoint }) => (/^a2a$/i.test(name) ? [endpoint] : []))
    if (!endpoints.some((endpoint) => cardUrls.includes(endpoint)))
      return elsewhere('The registration file names another agent card.')
    const cardOrigin = new URL(cardUrls[0] ?? fileUrl).origin
    const own = new URL('/.well-known/agent-registration.json', cardOrigin)
    const standsBehind = fileUrl.origin === cardOrigin || lists(readFile(await fetchJson(own)), registration)
    if (!standsBehind) return elsewhere('The card’s own host does not confirm the entry.')
    const detail = `Its registration on ${chain.name} names this service, and the service’s host confirms it.`
    return { status: 'verified', registry, agentId: agentId.toString(), owner, detail }
  } catch (error) {
    if (!(error instanceof FileUnreachableError)) throw error
    return { status: 'unreachable', detail: error.message }
  }
}

const readFile = (raw: unknown): RegistrationFile | null => registrationFileSchema.safeParse(raw).data ?? null

const lists = (file: RegistrationFile | null, { chainId, registry, agentId }: Registration): boolean =>
  file?.registrations.some(
    (each) => each.chainId === chainId && each.agentId === agentId && isAddressEqual(each.registry, registry),
  ) ?? false
