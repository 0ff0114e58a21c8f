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
 * Display data of a token: from our list if listed, otherwise read from the chain and sanitised. `vouched`: what our
 * lists of vaults and of staked ether say an unlisted token is. `debt`: an unlisted token that claims to count a debt.
 */
export type TokenInfo = {
  symbol: string
  /** Null if the contract reports none or an impossible number: its amounts are then in base units. */
  decimals: number | null
  listed: boolean
  vouched?: string
  debt?: true
}

/** A failed read: a token whose state should have been readable. */
type Unreadable = { token: Address; what: 'balance' | 'allowance' | 'permission' }

export type WorkedOut = {
  effects: Effects
  /** Every unlisted token whose metadata was read, by checksummed address. */
  tokens: ReadonlyMap<Address, TokenInfo>
  unreadable: readonly Unreadable[]
  /** The account's balance of every asset read, before the first step, by `assetKey`. */
  held: ReadonlyMap<string, bigint>
  /** Contracts that answer `getApproved` but not `allowance`: their `approve` takes a token id. */
  collections: ReadonlySet<Address>
  /** Contracts that answer `decimals()`, as only tokens do. */
  answersAsToken: ReadonlySet<Address>
}

const symbolCall: Hex = '0x95d89b41'
const decimalsCall: Hex = '0x313ce567'
/** DEBT_TOKEN_REVISION(), which only the debt tokens of Aave V2 and V3 answer (VariableDebtToken.sol). */
const debtCall: Hex = '0xb9a7b622'

const asked = [symbolCall, decimalsCall, debtCall] as const

/** Number of metadata reads per token. */
export const metadataReads = asked.length

/** Returns the metadata reads of unlisted tokens: for each address symbol, decimals and debt, in order. */
export const metadataCalls = (addresses: readonly Address[]): Call[] =>
  addresses.flatMap((to) => asked.map((data) => ({ to, data })))

/** Returns the contracts whose symbol and decimals must be read, because our list lacks them. */
export function unlistedTokens(possibleEffects: PossibleEffects, chain: ChainInfo): Address[] {
  const addresses = [...possibleEffects.values()].flatMap((possible) => contractOf(possible) ?? [])
  return [...new Set(addresses.map((address) => getAddress(address)))].filter((address) => !findToken(chain, address))
}

function contractOf(possible: PossibleEffect): Address | null {
  if (possible.kind === 'allowance') return possible.token
  if (possible.kind !== 'holding') return null
  return possible.asset.kind === 'native' ? null : possible.asset.address
}

/** The reads of one simulation, with the possible effects and tokens they belong to. */
export type Reading = {
  simulated: Pick<Simulated, 'before' | 'after' | 'once'>
  possibleEffects: PossibleEffects
  metadataOf: readonly Address[]
}

/** Derives the effects of the plan from reads before and after the steps. Logs play no part. */
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

/** Returns likely ERC-721 contracts: their `approve` looks like ERC-20's, but they answer `getApproved`. */
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

/** Returns how to display an asset: by our list, or else by its contract's answers. */
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

/** `answers`: true if the contract answers `decimals()`, as only tokens do, even with nonsense. */
type Metadata = ReadonlyMap<Address, { symbol: string; decimals: number | null; answers: boolean; debt: boolean }>

function readMetadata(addresses: readonly Address[], answers: readonly (Hex | null)[]): Metadata {
  return new Map(
    addresses.map((address, index) => {
      const [symbol = null, decimalsAnswer = null, debt = null] = answers.slice(index * metadataReads)
      const decimals = word(decimalsAnswer)
      // More than one word is a string, or something else that begins with a number.
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
  // `ownerOf` reverts for a token that does not exist yet, or no longer: the account does not hold it then.
  const owner = addressIn(answer)
  return owner && isAddressEqual(owner, account) ? 1n : 0n
}

const word = (answer: Hex | null): bigint | null =>
  answer && answer.length >= 66 ? hexToBigInt(slice(answer, 0, 32)) : null

const addressIn = (answer: Hex | null): Address | null => {
  const value = word(answer)
  return value === null || value === 0n || value >> 160n !== 0n ? null : getAddress(numberToHex(value, { size: 20 }))
}

/** Decodes a `symbol()` string, or bytes32 of older tokens. Sanitised; empty if unreadable. */
function text(answer: Hex | null): string {
  if (!answer || answer === '0x') return ''
  const size = answer.length / 2 - 1
  if (size === 32) return cleanChainString(hexToString(trim(answer, { dir: 'right' })))
  if (size < 64) return ''
  const length = Number(hexToBigInt(slice(answer, 32, 64)) % 1_000_000n)
  // Decodes only the first bytes: a hostile contract may return megabytes.
  const end = Math.min(64 + length, size, 64 + 512)
  return end > 64 ? cleanChainString(hexToString(slice(answer, 64, end))) : ''
}

/** Returns the allowance of a token to a spender that the plan declares to leave. */
export const declaredAllowance = (plan: Plan, { token, spender }: Pick<Allowance, 'token' | 'spender'>): bigint =>
  plan.declares.allowances
    .filter((allowed) => isAddressEqual(allowed.token, token) && isAddressEqual(allowed.spender, spender))
    .reduce((sum, { amount }) => sum + amount, 0n)
