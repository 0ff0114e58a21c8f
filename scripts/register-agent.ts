import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createWalletClient, http, isAddressEqual, isHex, parseAbi, parseEventLogs, size } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { deployer } from '@/devnet/accounts'
import { buildChains, chainEntries } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type Config, readConfig } from '@/lib/config'
import {
  ownRegistrations,
  parseRegistry,
  type Registration,
  registrationFile,
  registrationsPath,
  registryText,
} from '@/lib/service/identity/registration'

const abi = parseAbi([
  'function register(string agentURI) returns (uint256 agentId)',
  'function setAgentURI(uint256 agentId, string newURI)',
  'function ownerOf(uint256 agentId) view returns (address)',
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
])

/** A problem that the operator can fix. */
class RegisterError extends Error {
  override readonly name = 'RegisterError'
}

/**
 * npm run register-agent: registers the app's agents in an ERC-8004 Identity Registry, or moves their entry to this
 * app's address, and writes the registration file that the app serves.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const where = registryOf(config)
  const chain = buildChains(chainEntries(config)).get(where.chainId)
  if (!chain)
    throw new RegisterError(
      `Chain ${where.chainId} is not served. Add it to CHAINS, with its RPC_URL_${where.chainId}.`,
    )
  const wallet = walletFor(chain.rpcUrl, chain.isLocal)
  const uri = `${config.origin}/.well-known/agent-registration.json`
  const base = { address: where.registry, abi, chain: chain.viemChain, account: wallet.account } as const

  const known = (await ownRegistrations(config)).find(
    (each) => each.chainId === where.chainId && isAddressEqual(each.registry, where.registry),
  )
  const mine = known && (await ownerOf(known)) ? known : null
  async function ownerOf({ agentId }: Registration): Promise<boolean> {
    const args = [agentId] as const
    const owner = await chain?.client
      .readContract({ address: where.registry, abi, functionName: 'ownerOf', args })
      .catch(() => null)
    return owner !== null && owner !== undefined && isAddressEqual(owner, wallet.account.address)
  }

  const hash = mine
    ? await wallet.client.writeContract({ ...base, functionName: 'setAgentURI', args: [mine.agentId, uri] })
    : await wallet.client.writeContract({ ...base, functionName: 'register', args: [uri] })
  const receipt = await waitForTransactionReceipt(chain.client, { hash })
  if (receipt.status !== 'success')
    throw new RegisterError(`The registry refused it: transaction ${hash} was reverted.`)
  const [entered] = parseEventLogs({ abi, logs: receipt.logs, eventName: 'Registered' })
  const agentId = mine?.agentId ?? entered?.args.agentId
  if (agentId === undefined)
    throw new RegisterError(`Transaction ${hash} registered nothing. Is this an ERC-8004 registry?`)

  const path = registrationsPath(config.DATA_DIR)
  const registration = { ...where, agentId }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(
    path,
    `${JSON.stringify(registrationFile(config.origin, [...(await others(path, where)), registration]), null, 2)}\n`,
  )
  console.log(
    [
      `${mine ? 'Updated' : 'Registered as'} agent ${agentId} of ${registryText(where)}`,
      `  transaction   ${hash}`,
      `  agent URI     ${uri}`,
      `  written to    ${path}`,
      `Where the app has no such folder, set AGENT_REGISTRATION=${registryText(where)}/${agentId}`,
    ].join('\n'),
  )
}

function registryOf(config: Config): Omit<Registration, 'agentId'> {
  const named = process.env.AGENT_REGISTRY
  if (named) {
    const registry = parseRegistry(named)
    if (!registry) throw new RegisterError('AGENT_REGISTRY must be as eip155:<chain id>:<address>.')
    return registry
  }
  if (config.CHAINS !== 'devnet')
    throw new RegisterError('Set AGENT_REGISTRY to the registry to use, as eip155:<chain id>:<address>.')
  return { chainId: 31_337, registry: devnetAddresses.registry }
}

function walletFor(rpcUrl: string, isLocal: boolean) {
  const key = process.env.REGISTRAR_PRIVATE_KEY
  if (key) {
    if (!isHex(key) || size(key) !== 32)
      throw new RegisterError('REGISTRAR_PRIVATE_KEY must be a private key: 0x and 64 hex digits.')
    const account = privateKeyToAccount(key)
    return { account, client: createWalletClient({ account, transport: http(rpcUrl) }) }
  }
  if (!isLocal)
    throw new RegisterError(
      'Set REGISTRAR_PRIVATE_KEY to the key of the account that is to own the entry. It pays the gas.',
    )
  // The local chains sign for the account that owns everything on them.
  const account = { address: deployer, type: 'json-rpc' as const }
  return { account, client: createWalletClient({ account, transport: http(rpcUrl) }) }
}

/** Reads earlier entries in other registries. */
async function others(path: string, where: Omit<Registration, 'agentId'>): Promise<readonly Registration[]> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return []
  const all = await ownRegistrations(readConfig({ ...process.env, AGENT_REGISTRATION: '' }))
  return all.filter((each) => each.chainId !== where.chainId || !isAddressEqual(each.registry, where.registry))
}

main().catch((error: unknown) => {
  console.error(error instanceof RegisterError ? error.message : error)
  process.exit(1)
})
