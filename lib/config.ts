import { getAddress, isAddress } from 'viem'
import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_535)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/+$/, ''))
/** Normalised as browsers do, because it is compared with their Origin header. */
const origin = httpUrl
  .refine((url) => /^\w+:\/\/[^/?#@]+$/.test(url), 'must be scheme and host alone, as https://chat.example.org')
  .transform((url) => new URL(url).origin)
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a Postgres URL, as postgres://user:password@host/database',
})
const chainList = z
  .string()
  .regex(/^(devnet|\d+(\s*,\s*\d+)*)$/, 'must be "devnet" or chain ids separated by commas, as 1,8453')
  .transform((list) => (list === 'devnet' ? list : [...new Set(list.split(',').map(Number))]))

/**
 * Every setting of the app, in the order of docs/configuration.md. `about` is the text of that page.
 * `RPC_URL_<chainId>` is read separately, because its name varies.
 */
export const settings = {
  PORT: { schema: port.default(3000), about: 'Port of the web app.' },
  HOST: {
    schema: z.string().min(1).optional(),
    about:
      'Address to listen on. Default: this machine alone (`127.0.0.1`) on the local chains, all addresses otherwise.',
  },
  APP_ORIGIN: {
    schema: origin.optional(),
    about:
      'Origin at which people open the app, such as `https://chat.example.org`. Sign-in messages are bound to it. Default: `http://localhost:<PORT>`.',
  },
  CHAINS: {
    schema: chainList.default('devnet'),
    about: '`devnet` for the two local chains, or ids of real chains separated by commas, such as `1,8453`.',
  },
  DEVNET_PORT: {
    schema: port.max(65_533).default(8545),
    about:
      'First of three ports of the devnet: chain 31337, chain 31338 (one higher), routing, yield and faucet APIs (two higher).',
  },
  DATA_DIR: {
    schema: z.string().min(1).default('.data'),
    about: 'Folder of the embedded database and the generated secret. Not used when `DATABASE_URL` is set.',
  },
  DATABASE_URL: {
    schema: postgresUrl.optional(),
    about: 'A Postgres to use instead of the embedded database.',
  },
  DATABASE_DIRECT_URL: {
    schema: postgresUrl.optional(),
    about:
      'The same Postgres without a pooler in between, for the one connection per process on which it hears of other instances. Default: `DATABASE_URL`.',
  },
  AUTH_SECRET: {
    schema: z.string().min(32, 'must have 32 characters or more').optional(),
    about:
      'Signs session cookies; 32 characters or more. Default: generated once and kept in `DATA_DIR`. Required with `DATABASE_URL`.',
  },
  SIWE_LAYOUT: {
    schema: z.enum(['compact', 'eip4361']).default('compact'),
    about:
      'Layout of the sign-in message: `compact` has one empty line after the address, `eip4361` the two that strict parsers expect (some wallets then show their own sign-in screen).',
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: z.coerce.number().int().min(1).max(1_000_000).default(120),
    about: 'Requests to the agent endpoint that one account may make per minute.',
  },
  RETENTION_DAYS: {
    schema: z.coerce.number().int().min(0).max(36_500).default(365),
    about:
      'Days after which the service deletes a conversation no one has touched, a plan that has ended or is paused, a rebalance permission whose term has ended, and what was last seen of a portfolio; once nothing is left, also an account that no one has signed in to for as long. `0` keeps everything.',
  },
  CRON_SECRET: {
    schema: z.string().min(16, 'must have 16 characters or more').optional(),
    about:
      'Lets a scheduler look for plans that are due, by `/api/cron/plans` with `Authorization: Bearer <CRON_SECRET>`; 16 characters or more. Needed where no process of ours lives on (Vercel sets the header itself); a long-running server has a timer of its own.',
  },
  AGENT_SERVICE_URL: {
    schema: httpUrl.optional(),
    about:
      'Base address of a remote agent service, such as `https://agents.example.org`. The app is then a front end for that service, with no agents and no database of its own.',
  },
  SIWE_URI: {
    schema: httpUrl.optional(),
    about:
      'With `AGENT_SERVICE_URL`: the URI the service expects in sign-in messages. Default: the origin of `AGENT_SERVICE_URL`.',
  },
  SIWE_DOMAIN: {
    schema: z
      .string()
      .regex(/^[^\s/]+$/, 'must be a host, with a port where it has one')
      .optional(),
    about:
      'With `AGENT_SERVICE_URL`: the domain the service expects in sign-in messages. Default: the host of `SIWE_URI`.',
  },
  AGENT_MODEL_URL: {
    schema: httpUrl.optional(),
    about:
      'Base address of an OpenAI-compatible API, such as `https://models.example.org/v1`. The agents then answer with its model; without it they go by the trained reader.',
  },
  AGENT_MODEL_KEY: {
    schema: z.string().min(1).optional(),
    about: 'Key for `AGENT_MODEL_URL`. Stays on the server.',
  },
  AGENT_MODEL_NAME: {
    schema: z.string().min(1).optional(),
    about: 'Model at `AGENT_MODEL_URL`. Required with it.',
  },
  AGENT_MODEL_TIMEOUT: {
    schema: z.coerce.number().int().min(1).max(600).default(90),
    about: 'Seconds a model may take for one turn, including all of its steps.',
  },
  AGENT_MODEL_MAX_TOKENS: {
    schema: z.coerce.number().int().min(256).max(1_000_000).default(60_000),
    about: 'Tokens, read and written, after which a model’s turn takes no further step.',
  },
  ROUTING_API_URL: {
    schema: httpUrl.optional(),
    about: 'LI.FI API for swaps and bridges. Default: the devnet’s own, or `https://li.quest/v1` on real chains.',
  },
  ROUTING_API_KEY: { schema: z.string().min(1).optional(), about: 'LI.FI key. Stays on the server.' },
  YIELD_API_URL: {
    schema: httpUrl.optional(),
    about: 'Yield.xyz API for staking. Default: the devnet’s own, or `https://api.yield.xyz` on real chains.',
  },
  YIELD_API_KEY: { schema: z.string().min(1).optional(), about: 'Yield.xyz key. Stays on the server.' },
  IPFS_GATEWAY_URL: {
    schema: httpUrl.optional(),
    about:
      'Gateway through which this server fetches NFT pictures from IPFS, such as `https://ipfs.example.org`, when a person asks for one. Without it, such pictures are not shown.',
  },
  AGENT_REGISTRATION: {
    schema: z
      .string()
      .regex(/^eip155:[1-9]\d*:0x[0-9a-fA-F]{40}\/\d{1,78}$/, 'must be as eip155:1:0x8004…/22')
      .optional(),
    about:
      'Entry of the agent service in an ERC-8004 identity registry, as `eip155:<chain id>:<registry>/<id>`. Default: what `npm run register-agent` has written to `DATA_DIR`.',
  },
  WALLETCONNECT_PROJECT_ID: {
    schema: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be 32 digits and letters from a to f')
      .optional(),
    about: 'Offers WalletConnect. Without it, only browser wallets are offered.',
  },
  REBALANCE_SESSION_ADDRESS: {
    schema: z
      .string()
      .refine((text) => isAddress(text), 'must be an address with a right checksum')
      .transform((text) => getAddress(text))
      .optional(),
    about:
      'Account of yours that redeems rebalance permissions which wallets enforce on chain (ERC-7715). Wallets that offer them are then asked for one as well. Without it every permission is advisory.',
  },
} as const

const environmentSchema = z.object({
  ...(Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof typeof settings]: (typeof settings)[Name]['schema']
  }),
})

export type Config = z.infer<typeof environmentSchema> & {
  origin: string
  /** Address to listen on. Undefined for all addresses. */
  host: string | undefined
  /** RPC URLs by chain id, as far as they are set. */
  rpcUrls: ReadonlyMap<number, string>
  devnetApiUrl: string
  /** Base address of the LI.FI API. */
  routingApiUrl: string
  yieldApiUrl: string
}

/**
 * Thrown if settings are missing or wrong. The message has a line for each, with the variable and what it should be.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings, treating empty variables as unset. Throws a ConfigError that names every wrong variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environmentSchema.safeParse(set)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const rpcUrls = new Map<number, string>()
  for (const [name, value] of Object.entries(set)) {
    if (!name.startsWith('RPC_URL_')) continue
    const id = Number(name.slice('RPC_URL_'.length))
    const url = httpUrl.safeParse(value)
    if (!Number.isSafeInteger(id) || id < 1) problems.push(`${name}: the name must end in a chain id`)
    else if (!url.success) problems.push(`${name}: must be an http or https URL`)
    else rpcUrls.set(id, url.data)
  }
  if (parsed.success) problems.push(...contradictions(parsed.data))
  if (parsed.success && set.VERCEL && !parsed.data.DATABASE_URL && !parsed.data.AGENT_SERVICE_URL)
    problems.push('DATABASE_URL: required on Vercel, whose functions have no disk that lasts')
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`Countersign cannot start with these settings:\n${problems.map((p) => `  ${p}`).join('\n')}`)
  const values = parsed.data
  const devnetApiUrl = `http://127.0.0.1:${values.DEVNET_PORT + 2}`
  const onDevnet = values.CHAINS === 'devnet'
  return {
    ...values,
    origin: values.APP_ORIGIN ?? `http://localhost:${values.PORT}`,
    host: values.HOST ?? (onDevnet ? '127.0.0.1' : undefined),
    rpcUrls,
    devnetApiUrl,
    routingApiUrl: values.ROUTING_API_URL ?? (onDevnet ? `${devnetApiUrl}/routing/v1` : 'https://li.quest/v1'),
    yieldApiUrl: values.YIELD_API_URL ?? (onDevnet ? `${devnetApiUrl}/yield` : 'https://api.yield.xyz'),
  }
}

const isLocalHost = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

function contradictions(values: z.infer<typeof environmentSchema>): string[] {
  const problems: string[] = []
  const { AGENT_SERVICE_URL: remote } = values
  if (remote && values.DATABASE_URL)
    problems.push('DATABASE_URL: not used with AGENT_SERVICE_URL, which keeps all state')
  if (remote && !remote.startsWith('https:') && !isLocalHost(new URL(remote).hostname))
    problems.push('AGENT_SERVICE_URL: must be an https URL, because session cookies go there')
  if (!remote && (values.SIWE_URI || values.SIWE_DOMAIN))
    problems.push(
      'SIWE_URI, SIWE_DOMAIN: only with AGENT_SERVICE_URL; the embedded service signs in to this app itself',
    )
  if (values.AGENT_MODEL_URL && !values.AGENT_MODEL_NAME)
    problems.push('AGENT_MODEL_NAME: required with AGENT_MODEL_URL')
  if (remote && values.AGENT_MODEL_URL)
    problems.push('AGENT_MODEL_URL: not used with AGENT_SERVICE_URL, whose agents are its own')
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL: only together with DATABASE_URL')
  if (values.DATABASE_URL && !values.AUTH_SECRET) problems.push('AUTH_SECRET: required with DATABASE_URL')
  return problems
}
