import { type Address, isAddressEqual } from 'viem'
import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import type { AllowanceKey } from '@/lib/chain/allowances/allowances'
import { type FoundAllowance, type FoundAllowances, findAllowances } from '@/lib/chain/allowances/find-allowances'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { pinnedCollections } from '@/lib/chain/nft/collections'
import { formatAmount, shortHex } from '@/lib/chain/tokens/amount'
import { dateWords } from '@/lib/tools/staking/lockup'
import type { Display } from '@/lib/wire/display'
import type { ApprovalsQuery } from '../../meaning/queries'
import { ChainUnreadableError, chainNames, list, reading, type Scene } from '../reading'
import { propose, type Reply, say } from '../reply'

/** Most permissions that a table holds. */
const mostListed = 40

/** Answers "what approvals do I have" with a table, and "revoke the USDC allowance of 0x…" with a call. */
export async function answerApprovals(query: ApprovalsQuery, scene: Scene): Promise<Reply> {
  const served = [...scene.chains.values()].filter(({ id }) => query.chainId === undefined || id === query.chainId)
  if (served.length === 0) return say(`I do not support that network, only ${chainNames(scene.chains)}.`)
  const read = await Promise.all(served.map((chain) => foundOn(chain, scene)))
  const all = read.flatMap(({ chain, result }) => (result?.found ?? []).map((allowance) => ({ chain, allowance })))
  const wanted = all.filter((each) => isMeant(each, query)).toSorted((a, b) => rank(a) - rank(b))
  const where = searchText(read)
  if (wanted.length === 0) {
    const unread = read.every(({ result }) => result === null)
    const none = unread ? '' : `I found no approval${queryWords(query)} that stands. `
    const nothing = query.do === 'revoke' ? 'Nothing has been prepared. ' : ''
    return say(`${none}${nothing}${where} ${notAmongThem}`)
  }
  const [only, ...others] = wanted
  if (query.do === 'revoke' && only && others.length === 0) return revocation(only)
  const shown = wanted.slice(0, mostListed)
  const lead =
    query.do === 'revoke'
      ? 'Several approvals fit, so nothing has been prepared. Choose Revoke beside the one you mean.'
      : `${wanted.length === 1 ? 'This approval stands' : 'These approvals stand'}${queryWords(query)}.`
  const more = wanted.length > shown.length ? ` ${wanted.length - shown.length} more are not shown.` : ''
  const lines = shown.map((each) => `- ${lineOf(each)}`).join('\n')
  return { ...say(`${lead}${more}\n\n${lines}\n\n${where} ${notAmongThem}`), display: displayOf(shown) }
}

type Placed = { chain: ChainHandle; allowance: FoundAllowance }

/** A chain that does not answer leaves the others. */
async function foundOn(chain: ChainHandle, { account, signal }: Scene) {
  try {
    return { chain, result: await reading(chain, signal, findAllowances(chain, account)) }
  } catch (error) {
    if (!(error instanceof ChainUnreadableError)) throw error
    return { chain, result: null }
  }
}

function isMeant({ chain, allowance }: Placed, { symbol, collection, spender }: ApprovalsQuery): boolean {
  if (spender && !isAddressEqual(allowance.spender, spender)) return false
  if (symbol !== undefined) return allowance.kind === 'token' && allowance.isListed && allowance.symbol === symbol
  if (collection !== undefined)
    return allowance.kind === 'collection' && pinnedCalled(chain.id, allowance.contract) === collection
  return true
}

const pinnedCalled = (chainId: number, contract: Address): string | undefined =>
  pinnedCollections(chainId).find(({ address }) => isAddressEqual(address, contract))?.called

/** Ranks spenders that can take something now first, then those on our lists. */
function rank({ allowance }: Placed): number {
  const isKnown = allowance.kind === 'token' ? allowance.isListed : allowance.name !== null
  const isExposed = allowance.kind === 'token' ? allowance.exposed > 0n : allowance.held !== 0n
  return (isKnown ? 0 : 2) + (isExposed ? 0 : 1)
}

function lineOf({ chain, allowance }: Placed): string {
  const who = listedContract(chain, allowance.spender)
  const spender = who ? `${who} (${allowance.spender})` : allowance.spender
  const since = allowance.since === null ? '' : `; given ${dateWords(allowance.since)}`
  return `${whatOf(allowance)} on ${chain.name}: ${spender} ${mayOf(allowance)}${since}`
}

/** A contract on no list goes by its address: it may call itself anything. */
function whatOf(allowance: FoundAllowance): string {
  const isKnown = allowance.kind === 'token' ? allowance.isListed : allowance.name !== null
  if (!isKnown)
    return `${allowance.kind === 'token' ? 'The unlisted token' : 'The unlisted collection'} ${allowance.contract}`
  return (allowance.kind === 'token' ? allowance.symbol : allowance.name) ?? ''
}

function mayOf(allowance: FoundAllowance): string {
  if (allowance.kind === 'collection')
    return `may move all of them${allowance.held === null ? '' : `, now ${allowance.held}`}`
  const { allowed, exposed, decimals, symbol, isListed } = allowance
  const amount = (value: bigint) => `${formatAmount(value, decimals)}${isListed ? ` ${symbol}` : ''}`
  return `may spend ${allowed === null ? 'without limit' : `up to ${amount(allowed)}`}, now ${amount(exposed)}`
}

function queryWords({ symbol, collection, spender }: ApprovalsQuery): string {
  const what = symbol ?? collection
  return `${what === undefined ? '' : ` for ${what}`}${spender ? ` of ${shortHex(spender)}` : ''}`
}

type Searched = { chain: ChainHandle; result: FoundAllowances | null }

/** Tells how far back each chain was searched, and which was not. */
function searchText(read: readonly Searched[]): string {
  const whole = read.filter(({ result }) => result?.searched === 'all').map(({ chain }) => chain.name)
  const all =
    whole.length > 0
      ? [`I searched ${list(whole)} from ${whole.length === 1 ? 'its first block' : 'their first blocks'} on.`]
      : []
  return [...all, ...read.flatMap(limitsOf)].join(' ')
}

function limitsOf({ chain, result }: Searched): readonly string[] {
  if (!result) return [`${chain.name} could not be read just now.`]
  const { searched, isCut } = result
  const older = 'for older ones I looked only at tokens that you hold and contracts on this app’s lists'
  return [
    ...(searched === 'nothing' ? [`The node of ${chain.name} does not let me search; ${older}.`] : []),
    ...(typeof searched === 'object'
      ? [`I searched ${chain.name} from ${dateWords(searched.since)} on; ${older}.`]
      : []),
    ...(isCut ? [`Contracts on no list claim more on ${chain.name} than I looked at.`] : []),
  ]
}

const notAmongThem =
  'Approvals for a single NFT, permits that were signed but not used, and what contracts such as Permit2 pass on are not among these.'

const displayOf = (shown: readonly Placed[]): Display => ({
  type: 'allowances',
  rows: shown.map(({ chain, allowance: { kind, contract, spender, since } }) => ({
    ...{ chainId: chain.id, kind, contract, spender, since },
  })),
})

/** Proposes to set an allowance to zero, or to take back the right to move a collection. */
function revocation({ chain, allowance }: Placed): Reply {
  const { kind, contract: to, spender } = allowance
  const who = listedContract(chain, spender)
  const text = `This takes back what ${who ? `${who}, ${spender},` : spender} may do: ${whatOf(allowance)} on ${chain.name}.`
  return propose(
    'call_smart_contract_function',
    { ...revokeCall(kind, spender), to, chainId: chain.id, value: '0' },
    text,
  )
}

const revokeCall = (kind: AllowanceKey['kind'], spender: Address) =>
  kind === 'token'
    ? {
        functionName: 'approve',
        args: [spender, '0'],
        abi: ['function approve(address spender, uint256 amount) returns (bool)'],
      }
    : {
        functionName: 'setApprovalForAll',
        args: [spender, 'false'],
        abi: ['function setApprovalForAll(address operator, bool approved)'],
      }
