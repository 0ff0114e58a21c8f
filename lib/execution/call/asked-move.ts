import { type Address, isAddress, isAddressEqual } from 'viem'
import { z } from 'zod'
import { isNative, nativeAddress } from '@/lib/chain/chains/chain'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { kindOf } from '@/lib/review/words/spoken-names'
import { callSchema } from '@/lib/tools/call-smart-contract-function/parameters'
import { askedTokenSend } from '@/lib/tools/call-smart-contract-function/token-send'
import { canonicalToolName } from '@/lib/wire/tool-names'
import type { LedgerEntry } from '../ledger/entry'
import { isWithinTenth } from './happening'

/** What a call asks to move, by its parameters alone. `amount` in base units; `towards`: whom to, or what for. */
export type AskedMove = { field: string; chainId: number; token: Address; amount: bigint; towards: string }

const amount = z.union([z.string().regex(/^\d{1,78}$/), z.int().nonnegative()]).transform(BigInt)
const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }))
const chainId = z.coerce.number().int().positive()

const send = z.looseObject({ to: address, value: amount, chainId })
const swap = z.looseObject({
  fromAmount: amount,
  fromChainId: chainId,
  fromTokenAddress: address,
  toChainId: chainId,
  toTokenAddress: address,
})
const lending = z.looseObject({ amount, chainId, tokenAddress: address, marketAddress: address })

/** Null where the parameters do not say it in a way that is read here. */
export function askedMove({ toolName, parameters }: Pick<LedgerEntry, 'toolName' | 'parameters'>): AskedMove | null {
  const tool = canonicalToolName(toolName)
  switch (tool) {
    case 'send_native_gas_token': {
      const { data } = send.safeParse(parameters)
      return data
        ? { field: 'value', chainId: data.chainId, token: nativeAddress, amount: data.value, towards: data.to }
        : null
    }
    case 'execute_router_swap': {
      const { data } = swap.safeParse(parameters)
      if (!data) return null
      const { fromChainId, fromTokenAddress: token, fromAmount, toChainId, toTokenAddress } = data
      const bought = kindAt(toChainId, toTokenAddress)
      const towards = fromChainId === toChainId ? bought : `${bought} on ${toChainId}`
      return { field: 'fromAmount', chainId: fromChainId, token, amount: fromAmount, towards }
    }
    case 'lending_supply':
    case 'lending_borrow':
    case 'lending_repay':
    case 'lending_withdraw': {
      const { data } = lending.safeParse(parameters)
      return data
        ? {
            field: 'amount',
            chainId: data.chainId,
            token: data.tokenAddress,
            amount: data.amount,
            towards: `${tool} ${data.marketAddress}`,
          }
        : null
    }
    case 'call_smart_contract_function': {
      const { data } = callSchema.safeParse(parameters)
      const asked = data && askedTokenSend(data)
      return asked
        ? {
            field: 'args',
            chainId: asked.token.chainId,
            token: asked.token.address,
            amount: asked.amount,
            towards: asked.to,
          }
        : null
    }
    default:
      return null
  }
}

/** Whether two proposals ask for nearly the same: for calls that have not been prepared. */
export function isNearlyAsked(one: LedgerEntry, other: LedgerEntry): boolean {
  const [a, b] = [askedMove(one), askedMove(other)]
  if (!a || !b || a.towards.toLowerCase() !== b.towards.toLowerCase()) return false
  const isSameToken =
    (a.chainId === b.chainId && isAddressEqual(a.token, b.token)) ||
    kindAt(a.chainId, a.token) === kindAt(b.chainId, b.token)
  return isSameToken && (isWithinTenth(a.amount, b.amount) || isWithinTenth(b.amount, a.amount))
}

/** The kind of a token by our own list; one that is not in it is of no other's kind. */
function kindAt(chain: number, token: Address): string {
  const known = knownToken(chain, isNative(token) ? nativeAddress : token)
  return known ? kindOf(known.symbol) : `${chain}:${token.toLowerCase()}`
}
