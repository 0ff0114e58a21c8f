import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, getAddress, isAddress, isAddressEqual } from 'viem'
import { z } from 'zod'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type Config, ConfigError } from '@/lib/config'

/**
 * An agent's entry in an ERC-8004 Identity Registry. `agentId` is the registry's number, unrelated to the numbers of
 * the chat agents on the agent card.
 */
export type Registration = { chainId: number; registry: Address; agentId: bigint }

const registryName = z
  .string()
  .regex(/^eip155:[1-9]\d{0,15}:0x[0-9a-fA-F]{40}$/)
  .transform((text) => {
    const [, chain = '', address = ''] = text.split(':')
    return { chainId: Number(chain), address }
  })
  .refine(({ address }) => isAddress(address, { strict: false }))
  .transform(({ chainId, address }) => ({ chainId, registry: getAddress(address) }))

/** Parses a registry as ERC-8004 names it: `eip155:<chain id>:<address>`. Null for anything else. */
export const parseRegistry = (text: string): Omit<Registration, 'agentId'> | null =>
  registryName.safeParse(text).data ?? null

export const registryText = ({ chainId, registry }: Omit<Registration, 'agentId'>): string =>
  `eip155:${chainId}:${registry}`

/**
 * The Identity Registries of ERC-8004, at the same address on every chain: one for chains with real money, one for
 * testnets.
 */
const publishedRegistries: readonly Address[] = [
  '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
  '0x8004A818BFB912233c491871b3d84c89A494BD9e',
]

/** True if an entry in this registry counts: in a published one, or the devnet's. Anyone could deploy another. */
export const isTrustedRegistry = ({ registry }: Pick<Registration, 'registry'>): boolean =>
  [...publishedRegistries, devnetAddresses.registry].some((each) => isAddressEqual(each, registry))

const services = z.array(z.looseObject({ name: z.string().max(200), endpoint: z.string().max(2_000) })).max(50)

/**
 * The parts of an ERC-8004 registration file that are read here. Older drafts have `endpoints` in place of `services`.
 * Unreadable entries are left out, since each stands on its own.
 */
export const registrationFileSchema = z
  .looseObject({
    name: z.string().max(200).catch(''),
    services: services.optional(),
    endpoints: services.optional(),
    registrations: z.array(z.unknown()).max(200).default([]),
  })
  .transform(({ name, services, endpoints, registrations }) => ({
    name,
    services: services ?? endpoints ?? [],
    registrations: registrations.flatMap((each) => readEntry(each) ?? []),
  }))
export type RegistrationFile = z.infer<typeof registrationFileSchema>

const entry = z.object({
  agentId: z.union([z.int().min(0), z.string().regex(/^\d{1,78}$/)]).transform(BigInt),
  agentRegistry: registryName,
})

function readEntry(raw: unknown): Registration | null {
  const read = entry.safeParse(raw)
  return read.success ? { ...read.data.agentRegistry, agentId: read.data.agentId } : null
}

/** The file in which `npm run register-agent` stores its registrations. */
export const registrationsPath = (dataDir: string): string => join(dataDir, 'agent-registration.json')

const stored = z.object({ registrations: z.array(z.unknown()) })

/**
 * Returns the registrations of this app's agents: from the setting, those made from here, or the devnet's own entry.
 */
export async function ownRegistrations(config: Config): Promise<readonly Registration[]> {
  const setting = config.AGENT_REGISTRATION
  if (setting) {
    const [name = '', id = ''] = setting.split('/')
    const registry = parseRegistry(name)
    if (!registry) throw new ConfigError('Countersign cannot start: AGENT_REGISTRATION names no registry.')
    return [{ ...registry, agentId: BigInt(id) }]
  }
  const text = await readFile(registrationsPath(config.DATA_DIR), 'utf8').catch(() => null)
  const kept =
    text === null ? [] : stored.parse(JSON.parse(text)).registrations.flatMap((each) => readEntry(each) ?? [])
  if (kept.length > 0 || config.CHAINS !== 'devnet') return kept
  return [{ chainId: 31_337, registry: devnetAddresses.registry, agentId: 0n }]
}

/** Builds the registration file of this app's agents (ERC-8004, "Agent URI and Agent Registration File"). */
export const registrationFile = (origin: string, registrations: readonly Registration[]) => ({
  type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
  name: 'Countersign',
  description:
    'A conversational agent for on-chain finance. It proposes wallet actions; the person’s own wallet performs them.',
  image: `${origin}/icon.svg`,
  services: [{ name: 'A2A', endpoint: `${origin}/.well-known/agent-card.json`, version: '0.3.0' }],
  x402Support: false,
  active: true,
  registrations: registrations.map((each) => ({
    // A JSON number, which is exact here: ids count from 0, so none is near the limit.
    agentId: Number(each.agentId),
    agentRegistry: registryText(each),
  })),
  supportedTrust: [],
})
