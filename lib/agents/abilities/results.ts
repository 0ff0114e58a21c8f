import { maxUint256 } from 'viem'
import { z } from 'zod'
import type { Chains } from '@/lib/chain/chains/chain'
import { formatAmount, parseAmount, shortHex, type Way } from '@/lib/chain/tokens/amount'
import { pinnedVault } from '@/lib/chain/yields/pinned-vaults'
import { type FunctionCall, type FunctionReturn, functionReturnPart } from '@/lib/wire/parts'
import { readToolResult, type ToolResult } from '@/lib/wire/result'
import { cleanChainString } from '@/lib/wire/text'
import { canonicalToolName } from '@/lib/wire/tool-names'
import type { Arrival } from '../tagger/item'
import { dayText } from './plan-text'
import { type Reply, say } from './reply'
import { type Witness, witnessWords } from './witness'

/** `witness` is what the chain says of it, where it was asked. */
export type Settled = { returned: FunctionReturn; call: FunctionCall | null; witness?: Witness | null }

/** Says in a few words what became of each call. Null where there is nothing to say (balances were shown). */
export function answerResults(results: readonly Settled[], chains: Chains): Reply | null {
  const lines = results.flatMap((settled) => lineFor(settled, chains) ?? [])
  return lines.length > 0 ? say(lines.join(' ')) : null
}

/** What became of one call, in a sentence. */
export const resultText = ({ call, result }: Arrival, chains: Chains): string =>
  lineFor({ returned: functionReturnPart({ id: call.id, name: call.name, result }), call }, chains) ?? ''

function lineFor({ returned, call, witness = null }: Settled, chains: Chains): string | null {
  const tool = canonicalToolName(returned.name)
  const displays = tool === 'show_token_balance_ui'
  const result = readToolResult(returned.result, { displays })
  if (displays) return result?.status === 'error' ? 'The balances could not be shown. Nothing was sent.' : null
  if (!result)
    return 'I cannot read what came back, so I do not know whether money moved. Check your wallet’s activity before you try again.'
  switch (result.status) {
    case 'success':
      return result.granted && tool === 'request_auto_rebalance_permission'
        ? permitted(result)
        : succeeded(result, call, chains, witness)
    case 'rejected':
      return result.code
        ? `A check refused it: ${sentence(result.error)} Nothing was sent.`
        : // Not that nothing was: an approval before it may have been.
          'You declined it. It was not sent.'
    case 'error':
      return failed(result)
  }
}

function succeeded(
  result: Extract<ToolResult, { status: 'success' }>,
  call: FunctionCall | null,
  chains: Chains,
  witness: Witness | null,
): string {
  const { txHash } = result
  const { done, crosses } = call ? deed(call, chains) : { done: 'That is done', crosses: false }
  const hash = `${txHash ? `, transaction ${shortHex(txHash)}` : ''}${witness === 'pending' ? ', not mined yet' : ''}`
  const doubt = witnessWords(witness, `${done.charAt(0).toLowerCase()}${done.slice(1)}${hash}`)
  if (doubt !== null) return doubt
  if (result.altered)
    return `${done}${hash}. Your wallet changed the transaction before it sent it; what it did is what was planned.`
  if (result.destinationTxHash) return `${done}${hash}. It arrived with ${shortHex(result.destinationTxHash)}.`
  return `${done}${hash}.${crosses ? ' It may take a while to arrive on the other side.' : ''}`
}

/** A permission that the service has verified: what it is worth, and until when. */
function permitted({ enforcement, validUntil }: Extract<ToolResult, { status: 'success' }>): string {
  const until = z.int().positive().safeParse(validUntil)
  const end = until.success ? ` until ${dayText(until.data * 1000)}` : ''
  const power =
    enforcement === 'onchain'
      ? 'Your wallet enforces its limit on chain.'
      : 'It is advisory: every move still comes to you as a card.'
  return `Your permission is on record${end}. ${power} You can revoke it at any time under Account, Permissions.`
}

function failed({ error, code, txHash }: Extract<ToolResult, { status: 'error' }>): string {
  if (txHash && code === 'reverted')
    return `It reverted on the chain (transaction ${shortHex(txHash)}): only the network fee was spent.`
  const what = `That failed: ${sentence(error)}`
  return txHash
    ? `${what} Transaction ${shortHex(txHash)} was sent, so money may have moved. Look it up before you try again.`
    : `${what} No transaction is on record. If your wallet shows one anyway, money may have moved: check there before you try again.`
}

const digits = z.string().regex(/^\d{1,78}$/)
const sendSchema = z.object({ to: z.string(), value: digits, chainId: z.number() })
const transferSchema = z.object({
  to: z.string(),
  functionName: z.enum(['transfer', 'transfer(address,uint256)']),
  args: z.tuple([z.string().regex(/^0x[0-9a-fA-F]{40}$/), digits]),
  chainId: z.number(),
})
/** With their types in brackets as this agent wrote them before. */
const wrapSchema = z.discriminatedUnion('functionName', [
  z.object({ to: z.string(), functionName: z.enum(['deposit', 'deposit()']), value: digits, chainId: z.number() }),
  z.object({
    to: z.string(),
    functionName: z.enum(['withdraw', 'withdraw(uint256)']),
    args: z.tuple([digits]),
    chainId: z.number(),
  }),
])
const swapSchema = z.object({
  fromChainId: z.number(),
  toChainId: z.number(),
  fromAmount: digits,
  fromTokenSymbol: z.string().max(20),
  toTokenSymbol: z.string().max(20),
  fromTokenDecimals: z.int().min(0).max(255),
})

/** What the call did, in words made from its parameters. */
function deed({ name, parameters }: FunctionCall, chains: Chains): { done: string; crosses: boolean } {
  const chainName = (id: number) => chains.get(id)?.name ?? `chain ${id}`
  const send = sendSchema.safeParse(parameters)
  if (canonicalToolName(name) === 'send_native_gas_token' && send.success) {
    const { to, value, chainId } = send.data
    const coin = chains.get(chainId)?.viemChain.nativeCurrency ?? { symbol: 'coins', decimals: 18 }
    return {
      done: `Sent ${formatAmount(BigInt(value), coin.decimals)} ${coin.symbol} to ${shortHex(to)} on ${chainName(chainId)}`,
      crosses: false,
    }
  }
  const transfer = transferSchema.safeParse(parameters)
  if (canonicalToolName(name) === 'call_smart_contract_function' && transfer.success) {
    const { to, args, chainId } = transfer.data
    const token = chains.get(chainId)?.tokens.find(({ address }) => address.toLowerCase() === to.toLowerCase())
    const [whom, value] = args
    if (token) {
      const what = `${formatAmount(BigInt(value), token.decimals)} ${token.symbol}`
      return { done: `Sent ${what} to ${shortHex(whom)} on ${chainName(chainId)}`, crosses: false }
    }
  }
  const wrapping = wrapSchema.safeParse(parameters)
  if (canonicalToolName(name) === 'call_smart_contract_function' && wrapping.success) {
    const { to, chainId, ...done } = wrapping.data
    const chain = chains.get(chainId)
    if (chain?.wrappedNative.toLowerCase() === to.toLowerCase()) {
      const { symbol, decimals } = chain.viemChain.nativeCurrency
      const wraps = 'value' in done
      const what = `${formatAmount(BigInt(wraps ? done.value : done.args[0]), decimals)} ${symbol}`
      return { done: `${wraps ? 'Wrapped' : 'Unwrapped'} ${what} on ${chain.name}`, crosses: false }
    }
  }
  const swap = swapSchema.safeParse(parameters)
  if (canonicalToolName(name) === 'execute_router_swap' && swap.success) {
    const { fromChainId, toChainId, fromAmount, fromTokenSymbol, toTokenSymbol, fromTokenDecimals } = swap.data
    const what = `${formatAmount(BigInt(fromAmount), fromTokenDecimals)} ${fromTokenSymbol}`
    if (fromChainId === toChainId)
      return { done: `Swapped ${what} for ${toTokenSymbol} on ${chainName(fromChainId)}`, crosses: false }
    const into = fromTokenSymbol === toTokenSymbol ? '' : ` as ${toTokenSymbol}`
    return { done: `Bridged ${what} from ${chainName(fromChainId)} to ${chainName(toChainId)}${into}`, crosses: true }
  }
  return { done: workDone(canonicalToolName(name), parameters, chains) ?? 'That is done', crosses: false }
}

const lendingSchema = z.object({ tokenAddress: z.string(), amount: digits, chainId: z.number() })
/** In whole tokens, as this agent writes it. So many digits that they are of another unit are not said. */
const wholeTokens = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/)
const entrySchema = z.object({
  amount: wholeTokens,
  tokenSymbol: z.string().max(20),
  poolName: z.string().max(80).optional(),
  chainId: z.number(),
})
const exitSchema = z.object({ amount: z.union([wholeTokens, z.literal('all')]), yieldId: z.string() })
const nftSchema = z.object({ tokenId: digits, toAddress: z.string(), chainId: z.number(), amount: digits.optional() })
const lendingWords: Readonly<Record<string, string>> = {
  lending_supply: 'Supplied',
  lending_borrow: 'Borrowed',
  lending_repay: 'Repaid',
  lending_withdraw: 'Withdrew',
}
/** What they move comes to the wallet. */
const arrives: ReadonlySet<string> = new Set(['lending_borrow', 'lending_withdraw'])

/** The same for markets, vaults and NFTs; null where the parameters do not tell. */
function workDone(name: string | null, parameters: Record<string, unknown>, chains: Chains): string | null {
  const chainName = (id: number) => chains.get(id)?.name ?? `chain ${id}`
  const lending = lendingSchema.safeParse(parameters)
  const verb = name === null ? undefined : lendingWords[name]
  if (verb !== undefined && lending.success) {
    const { tokenAddress, amount, chainId } = lending.data
    const token = chains
      .get(chainId)
      ?.tokens.find(({ address }) => address.toLowerCase() === tokenAddress.toLowerCase())
    if (!token) return null
    const isAll = BigInt(amount) === maxUint256
    return `${verb} ${isAll ? 'all' : formatAmount(BigInt(amount), token.decimals, arrives.has(name ?? '') ? 'in' : 'out')} ${token.symbol} on ${chainName(chainId)}`
  }
  const nft = nftSchema.safeParse(parameters)
  if (name === 'transfer_nft' && nft.success) {
    const { tokenId, toAddress, chainId, amount = '1' } = nft.data
    const id = tokenId.length > 12 ? `${tokenId.slice(0, 4)}…${tokenId.slice(-4)}` : tokenId
    return `Sent ${amount === '1' ? '' : `${amount} pieces of `}NFT #${id} to ${shortHex(toAddress)} on ${chainName(chainId)}`
  }
  const entry = entrySchema.safeParse(parameters)
  if (name === 'enter_staking_yield' && entry.success) {
    const { amount, tokenSymbol, poolName, chainId } = entry.data
    const place = poolName ? cleanChainString(poolName, 40) : 'a vault'
    return `Deposited ${grouped(amount)} ${cleanChainString(tokenSymbol, 20)} in ${place} on ${chainName(chainId)}`
  }
  return name === 'exit_staking_yield' ? withdrawn(parameters, chains) : null
}

/** A withdrawal names its vault by an id, and no token: what they are, the app's own list says. */
function withdrawn(parameters: Record<string, unknown>, chains: Chains): string {
  const exit = exitSchema.safeParse(parameters)
  const vault = exit.success ? pinnedVault(exit.data.yieldId) : null
  const chain = vault && chains.get(vault.chainId)
  if (!exit.success || !chain) return 'The withdrawal from the vault is done'
  const { amount } = exit.data
  return `Withdrew ${amount === 'all' ? 'all' : grouped(amount, 'in')} ${vault.asset.symbol} from ${vault.pool} on ${chain.name}`
}

/** An amount that is written as a decimal number. */
const grouped = (amount: string, way: Way = 'out'): string => formatAmount(parseAmount(amount, 18) ?? 0n, 18, way)

/** Errors may carry words from the chain: they are made harmless, clipped and closed. */
const sentence = (text: string): string => {
  const short = cleanChainString(text, 300)
  return /[.!?]$/.test(short) ? short : `${short}.`
}
