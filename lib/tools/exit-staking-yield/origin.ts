import { type Address, erc20Abi, getAddress, isAddressEqual, toFunctionSelector } from 'viem'
import { findToken } from '@/lib/chain/tokens/tokens'
import { pinnedVaultAt } from '@/lib/chain/yields/pinned-vaults'
import { type Yield, YieldError } from '@/lib/chain/yields/yields'
import { enterSchema } from '../enter-staking-yield/parameters'
import { enterStakingYield } from '../enter-staking-yield/tool'
import type { Finding } from '../finding'
import { readParameters } from '../shared/read-parameters'
import type { PastCall, PrepareContext } from '../tool'

/** A deposit of the account, by the bytes that it signed with this app. */
type Entry = { chainId: number; contract: Address; token: Address | null }

const approveSelector = toFunctionSelector(erc20Abi.find((item) => 'name' in item && item.name === 'approve') ?? '')

/** Returns our own record of the last entry in a yield; null if there is none. */
function lastEntry(past: readonly PastCall[], yieldId: string): Entry | null {
  for (const { tool, parameters, steps } of past) {
    if (tool !== enterStakingYield.name) continue
    const asked = readParameters(enterSchema, parameters)
    const deposit = steps.at(-1)
    if ('error' in asked || asked.parameters.yieldId !== yieldId || !deposit) continue
    const approval = steps.find(({ data }) => data.startsWith(approveSelector))
    return {
      chainId: deposit.chainId,
      contract: getAddress(deposit.to),
      token: approval ? getAddress(approval.to) : (asked.parameters.tokenAddress ?? null),
    }
  }
  return null
}

export type Origin = {
  place: Yield
  contract: Address
  findings: readonly Finding[]
}

/**
 * Finds the vault and chain that are meant. The parameters do not say, so our own record of the entry comes first, then
 * the app's list; what only the yield service says is marked. Null if nobody knows. Throws YieldError if the service
 * does not answer and is the only one who could.
 */
export async function findOrigin(yieldId: string, context: PrepareContext): Promise<Origin | null> {
  const { yields, past, signal } = context
  const entry = lastEntry(past?.() ?? [], yieldId)
  const [found] = await Promise.allSettled([yields.find(yieldId, signal)])
  const failure = found.status === 'rejected' ? found.reason : null
  if (failure !== null && !(failure instanceof YieldError && entry)) throw failure
  const described = found.status === 'fulfilled' ? found.value : null
  const place = described ?? (entry && recordedPlace(yieldId, entry, context))
  if (!place) return null
  const contract = place.pinned?.contract ?? entry?.contract ?? place.contract
  if (!contract) return null
  return { place, contract, findings: originFindings(place, contract, entry) }
}

/** Describes a yield that only our own record knows: its transactions are made here. */
function recordedPlace(id: string, entry: Entry, { chains }: PrepareContext): Yield | null {
  const chain = chains.get(entry.chainId)
  const token = chain && entry.token && findToken(chain, entry.token)
  if (!token) return null
  return {
    id,
    chainId: entry.chainId,
    token,
    contract: entry.contract,
    pinned: pinnedVaultAt(entry.chainId, entry.contract),
    protocol: '',
    pool: '',
    apy: null,
    lockupSeconds: null,
    cooldownSeconds: null,
    rewardSymbols: [],
    minimum: null,
    isOpen: { enter: true, exit: true },
    source: 'pinned',
  }
}

function originFindings(place: Yield, contract: Address, entry: Entry | null): readonly Finding[] {
  const differing = (observed: string, claim: string): Finding => ({
    rule: 'staking.origin',
    level: 'BLOCK',
    title: 'The yield service names a different place from the one you entered.',
    claim,
    observed,
    terms: { claim: 'You entered', observed: 'The service says' },
    why: 'There is no reason to leave a vault other than the one you entered. Nothing was signed.',
  })
  if (entry && entry.chainId !== place.chainId) return [differing(`chain ${place.chainId}`, `chain ${entry.chainId}`)]
  if (entry && place.contract && !isAddressEqual(entry.contract, place.contract))
    return [differing(place.contract, entry.contract)]
  if (entry && isAddressEqual(entry.contract, contract))
    return [{ rule: 'staking.origin', level: 'OK', title: 'You entered this vault with this app.' }]
  if (place.pinned) return []
  return [
    {
      rule: 'staking.origin',
      level: 'UNVERIFIED',
      title: 'Not checked: whether this is the vault that you entered.',
      observed: contract,
      why: 'You did not enter it with this app in this browser; only the yield service says it is this one.',
    },
  ]
}
