import {
  type Address,
  getAddress,
  type Hex,
  hexToBigInt,
  hexToString,
  isAddressEqual,
  numberToHex,
  size,
  slice,
  trim,
} from 'viem'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { findCollection } from '@/lib/chain/nft/collections'
import { stakedWithLido } from '@/lib/chain/tokens/lido'
import { readableDecimals } from '@/lib/chain/tokens/token-contract'
import { findToken } from '@/lib/chain/tokens/tokens'
import { pinnedVaultAt } from '@/lib/chain/yields/pinned-vaults'
import type { Allowance, Asset, Plan } from '@/lib/tools/plan'
import { cleanChainString } from '@/lib/wire/text'
import type { AllowanceEffect, BalanceEffect, Effects } from '../review'
import { assetKey, type Call, type PossibleEffect, type PossibleEffects } from './possible-effects'
import type { Simulated } from './simulate'

/**
 * How a token is written. From our list where it is listed, from the chain and sanitised where it is not. `vouched`:
 * what an unlisted one is by our list of vaults or of staked ether. `debt`: an unlisted one that says of itself that it
 * counts what is owed.
 */
export type TokenInfo = {
  symbol: string
  /** Null where the contract does not tell, or tells what no token can have: its amounts are in base units. */
  decimals: number | null
  listed: boolean
  vouched?: string
  debt?: true
}

/** What was read in vain: the address of a token whose state should have been known. */
type Unreadable = { token: Address; what: 'balance' | 'allowance' | 'permission' }

export type WorkedOut = {
  effects: Effects
  /** Of every unlisted token that the simulation read about, by checksummed address. */
  tokens: ReadonlyMap<Address, TokenInfo>
  unreadable: readonly Unreadable[]
  /** What the account held before the first step of everything that was read, by `assetKey`. */
  held: ReadonlyMap<string, bigint>
  /** The contracts that tell who may move one of their tokens, and know of no allowance: what `approve` gives there is a token by its number. */
  collections: ReadonlySet<Address>
  /** The contracts among those asked that answer to `decimals()`, as only tokens do. */
  answersAsToken: ReadonlySet<Address>
}

const symbolCall: Hex = '0x95d89b41'
const decimalsCall: Hex = '0x313ce567'
/** DEBT_TOKEN_REVISION(): what the tokens of Aave V2 and V3 answer that stand for a debt (VariableDebtToken.sol). */
const debtCall: Hex = '0xb9a7b622'

const asked = [symbolCall, decimalsCall, debtCall] as const

/** How many reads there are of each token. */
export const metadataReads = asked.length

/** The reads that name unlisted tokens. For each address, in order: symbol, decimals, whether it counts a debt. */
export const metadataCalls = (addresses: readonly Address[]): Call[] =>
  addresses.flatMap((to) => asked.map((data) => ({ to, data })))

/** The contracts that must be asked for symbol and decimals, because our list does not have them. */
export function unlistedTokens(possibleEffects: PossibleEffects, chain: ChainInfo): Address[] {
  const addresses = [...possibleEffects.values()].flatMap((possible) => contractOf(possible) ?? [])
  return [...new Set(addresses.map((address) => getAddress(address)))].filter((address) => !findToken(chain, address))
}

function contractOf(possible: PossibleEffect): Address | null {
  if (possible.kind === 'allowance') return possible.token
  if (possible.kind !== 'holding') return null
  return possible.asset.kind === 'native' ? null : possible.asset.address
}

/** What was read in one simulation, and for which candidates. */
export type Reading = {
  simulated: Pick<Simulated, 'before' | 'after' | 'once'>
  possibleEffects: PossibleEffects
  metadataOf: readonly Address[]
}

/** Turns reads before and after the steps into what the plan does. Logs have no say here. */
export function workOutEffects(
  plan: Pick<Plan, 'account' | 'declares'>,
  chain: ChainInfo,
  reading: Reading,
): WorkedOut {
  const { simulated, possibleEffects, metadataOf } = reading
  const answered = readMetadata(metadataOf, simulated.once)
  const tokens = new Map(
    [...answered].map(([address, { symbol, decimals, debt }]) => [
      address,
      { ...info(symbol, decimals), ...(debt ? { debt } : {}) },
    ]),
  )
  const declared = new Set([...plan.declares.out, ...plan.declares.in].map(({ asset }) => assetKey(asset)))
  const unreadable: Unreadable[] = []
  const balances: BalanceEffect[] = []
  const allowances: AllowanceEffect[] = []
  const operators: Effects['operators'][number][] = []
  const heldBefore = new Map<string, bigint>()
  const nfts = approvableNfts(possibleEffects, simulated)
  const collections = new Set<Address>()
  for (const [index, [key, possible]] of [...possibleEffects].entries()) {
    const before = simulated.before[index] ?? null
    const after = simulated.after[index] ?? null
    switch (possible.kind) {
      case 'holding': {
        const { asset, guess } = possible
        const held = { before: holding(asset, before, plan.account), after: holding(asset, after, plan.account) }
        const isToken = asset.kind !== 'erc20' || hasDecimals(asset.address, chain, answered)
        if (guess && (held.before === null || !isToken)) break
        if (held.before === null || held.after === null) {
          if (asset.kind !== 'native') unreadable.push({ token: asset.address, what: 'balance' })
          break
        }
        heldBefore.set(key, held.before)
        if (held.before === held.after && !declared.has(key)) break
        balances.push({ asset, before: held.before, after: held.after, ...tokenInfo(asset, chain, tokens) })
        break
      }
      case 'allowance': {
        const { token, spender } = possible
        const allowed = { before: word(before), after: word(after) }
        if (allowed.before === null || allowed.after === null) {
          if (nfts.has(getAddress(token))) collections.add(getAddress(token))
          else unreadable.push({ token, what: 'allowance' })
          break
        }
        if (allowed.before === 0n && allowed.after === 0n) break
        const { symbol, decimals } = tokenInfo({ kind: 'erc20', chainId: chain.id, address: token }, chain, tokens)
        allowances.push({ token, spender, amount: allowed.after, before: allowed.before, symbol, decimals })
        break
      }
      case 'operator': {
        const { collection, operator } = possible
        const approved = { before: word(before), after: word(after) }
        if (approved.before === null || approved.after === null)
          unreadable.push({ token: collection, what: 'permission' })
        else if (approved.before !== approved.after)
          operators.push({ collection, operator, approved: approved.after !== 0n })
        break
      }
      case 'token-approval': {
        const { collection, tokenId, guess } = possible
        const approved = { before: addressIn(before), after: addressIn(after) }
        if (guess && after === null) break
        if (after === null) unreadable.push({ token: collection, what: 'permission' })
        else if (approved.after && approved.after !== approved.before)
          operators.push({ collection, operator: approved.after, approved: true, tokenId })
        break
      }
    }
  }
  const answersAsToken = new Set([...answered].flatMap(([address, { answers }]) => (answers ? [address] : [])))
  return {
    effects: { chainId: chain.id, balances, allowances, operators },
    tokens,
    unreadable,
    held: heldBefore,
    collections,
    answersAsToken,
  }
}

/** `approve` of ERC-20 and ERC-721 look the same in calldata; only the latter answers for one token, and has no allowance. */
function approvableNfts(
  possibleEffects: PossibleEffects,
  { before, after }: Reading['simulated'],
): ReadonlySet<Address> {
  const answered = [...possibleEffects.values()].map((possible, index) =>
    possible.kind === 'token-approval' && (word(before[index] ?? null) ?? word(after[index] ?? null)) !== null
      ? getAddress(possible.collection)
      : null,
  )
  return new Set(answered.filter((collection) => collection !== null))
}

/** How an asset is written: our own list first, then what its contract answered. */
export function tokenInfo(asset: Asset, chain: ChainInfo, tokens: ReadonlyMap<Address, TokenInfo>): TokenInfo {
  if (asset.kind === 'native') return { ...pick(chain.viemChain.nativeCurrency), listed: true }
  const listed = asset.kind === 'erc20' ? findToken(chain, asset.address) : null
  if (listed) return { ...pick(listed), listed: true }
  const read = tokens.get(getAddress(asset.address)) ?? info('', null)
  if (asset.kind !== 'erc20')
    return { symbol: read.symbol, decimals: 0, listed: findCollection(chain.id, asset.address) !== null }
  const vault = pinnedVaultAt(chain.id, asset.address)
  const vouched = vault ? `shares of ${vault.pool}` : stakedWithLido(chain.id, asset.address)
  return vouched ? { ...read, vouched } : read
}

const pick = ({ symbol, decimals }: { symbol: string; decimals: number }) => ({ symbol, decimals })
const info = (symbol: string, decimals: number | null): TokenInfo => ({ symbol, decimals, listed: false })

/** `answers`: it has something to say to `decimals()`, as only tokens do, be it nonsense. */
type Metadata = ReadonlyMap<Address, { symbol: string; decimals: number | null; answers: boolean; debt: boolean }>

function readMetadata(addresses: readonly Address[], answers: readonly (Hex | null)[]): Metadata {
  return new Map(
    addresses.map((address, index) => {
      const [symbol = null, decimalsAnswer = null, debt = null] = answers.slice(index * metadataReads)
      const decimals = word(decimalsAnswer)
      // More than one word is a text, or something else that begins with a number.
      const isNumber = decimalsAnswer !== null && size(decimalsAnswer) === 32
      return [
        getAddress(address),
        {
          symbol: text(symbol),
          decimals: isNumber ? readableDecimals(decimals) : null,
          answers: decimals !== null,
          debt: word(debt) !== null,
        },
      ]
    }),
  )
}

const hasDecimals = (address: Address, chain: ChainInfo, answered: Metadata): boolean =>
  findToken(chain, address) !== null || answered.get(getAddress(address))?.answers === true

function holding(asset: Asset, answer: Hex | null, account: Address): bigint | null {
  if (asset.kind !== 'erc721') return word(answer)
  // `ownerOf` reverts for a token that does not exist yet, or no longer: then nobody here holds it.
  const owner = addressIn(answer)
  return owner && isAddressEqual(owner, account) ? 1n : 0n
}

const word = (answer: Hex | null): bigint | null =>
  answer && answer.length >= 66 ? hexToBigInt(slice(answer, 0, 32)) : null

const addressIn = (answer: Hex | null): Address | null => {
  const value = word(answer)
  return value === null || value === 0n || value >> 160n !== 0n ? null : getAddress(numberToHex(value, { size: 20 }))
}

/** A `symbol()` as string, or as bytes32 of older tokens. Sanitised; empty where it cannot be read. */
function text(answer: Hex | null): string {
  if (!answer || answer === '0x') return ''
  const size = answer.length / 2 - 1
  if (size === 32) return cleanChainString(hexToString(trim(answer, { dir: 'right' })))
  if (size < 64) return ''
  const length = Number(hexToBigInt(slice(answer, 32, 64)) % 1_000_000n)
  // Only the first bytes are looked at: a hostile contract may return megabytes.
  const end = Math.min(64 + length, size, 64 + 512)
  return end > 64 ? cleanChainString(hexToString(slice(answer, 64, end))) : ''
}

/** What is allowed of one token to one spender at the end, by declaration. */
export const declaredAllowance = (plan: Plan, { token, spender }: Pick<Allowance, 'token' | 'spender'>): bigint =>
  plan.declares.allowances
    .filter((allowed) => isAddressEqual(allowed.token, token) && isAddressEqual(allowed.spender, spender))
    .reduce((sum, { amount }) => sum + amount, 0n)
