import { z } from 'zod'
import { addressField, hashField } from '../api/fields'
import type { Routes } from '../api/server'
import type { DevnetChain } from '../chain'
import type { Control } from '../services/control'
import { Actions } from './actions'
import { planEntry, planExit } from './plan'
import { getVault, listVaults, vaultBalances, vaultIds } from './vaults'

const ownerSchema = z.object({ address: addressField })
/** Without a yield, all on the network are meant. */
const querySchema = ownerSchema.extend({ yieldId: z.string().min(1).optional(), network: z.string().optional() })
const queriesSchema = z.object({ queries: z.array(querySchema).max(25) })
const hashSchema = z.object({ hash: hashField })

/** The endpoints of the Yield.xyz API (docs.yield.xyz) that staking needs, over the vaults of the first chain. */
export function yieldRoutes(chain: DevnetChain, control: Control, now: () => number): Routes {
  const actions = new Actions(chain, now)
  const id = (params: Readonly<Record<string, string>>) => params.id ?? ''
  return {
    'GET /yield/v1/yields': ({ query }) => listVaults(chain, query),
    'POST /yield/v1/yields/balances': async ({ body }) => ({
      items: await Promise.all(
        queriesSchema
          .parse(body)
          .queries.flatMap(({ yieldId, network, address }) =>
            (yieldId ? [yieldId] : vaultIds(network)).map((id) => vaultBalances(chain, id, address)),
          ),
      ),
      errors: [],
    }),
    'GET /yield/v1/yields/:id': ({ params }) => getVault(chain, id(params)),
    // Older versions of the API use GET, newer ones POST.
    'GET /yield/v1/yields/:id/balances': ({ params, query }) =>
      vaultBalances(chain, id(params), ownerSchema.parse(query).address),
    'POST /yield/v1/yields/:id/balances': ({ params, body }) =>
      vaultBalances(chain, id(params), ownerSchema.parse(body).address),
    'POST /yield/v1/actions/enter': ({ body }) =>
      actions.create('enter', body, (request) => planEntry(chain, request, control.knobs())),
    'POST /yield/v1/actions/exit': ({ body }) =>
      actions.create('exit', body, (request) => planExit(chain, request, control.knobs())),
    'GET /yield/v1/actions/:id': ({ params }) => actions.get(id(params)),
    'GET /yield/v1/transactions/:id': ({ params }) => actions.getTransaction(id(params)),
    'PUT /yield/v1/transactions/:id/submit-hash': ({ params, body }) =>
      actions.submitHash(id(params), hashSchema.parse(body).hash),
  }
}
