import { type Address, isAddress } from 'viem'
import { z } from 'zod'

/**
 * The settings that the browser needs, written into the page by the server. Nothing in it is secret.
 */
export const publicConfigSchema = z.object({
  /** The app's own origin; also the domain and URI of sign-in messages while the service is embedded. */
  origin: z.url(),
  chains: z.array(z.object({ id: z.int().positive(), rpcUrl: z.url() })).min(1),
  /** True on the local chains: faucet and Demo wallet are offered, and the page says that the money is not real. */
  devnet: z.boolean(),
  siwe: z.object({ domain: z.string().min(1), uri: z.url(), layout: z.enum(['compact', 'eip4361']) }),
  walletConnectProjectId: z.string().nullable(),
  /** Who may redeem permissions that wallets enforce (ERC-7715); null where nobody does. */
  rebalanceSessionAddress: z.custom<Address>((value) => typeof value === 'string' && isAddress(value)).nullable(),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>
