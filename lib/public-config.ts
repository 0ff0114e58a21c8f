import { type Address, isAddress } from 'viem'
import { z } from 'zod'

/** Settings that the browser needs, which the server writes into the page. None of them is secret. */
export const publicConfigSchema = z.object({
  /** The app's own origin. Also the domain and URI of sign-in messages while the service is embedded. */
  origin: z.url(),
  chains: z.array(z.object({ id: z.int().positive(), rpcUrl: z.url() })).min(1),
  /** True on the local chains: offers the faucet and the Demo wallet, and says that the money is not real. */
  devnet: z.boolean(),
  siwe: z.object({ domain: z.string().min(1), uri: z.url(), layout: z.enum(['compact', 'eip4361']) }),
  walletConnectProjectId: z.string().nullable(),
  /** Address that may redeem permissions enforced by wallets (ERC-7715). Null if there is none. */
  rebalanceSessionAddress: z.custom<Address>((value) => typeof value === 'string' && isAddress(value)).nullable(),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>
