import { type Address, isAddressEqual } from 'viem'
import { type Request, type Sum, sureOfKind } from '@/lib/language/request'
import type { RuleContext } from '../context'
import { addressOf } from '../words/written-addresses'
import { sureOfPart } from './comparison'
import { sameToken } from './effects'
import { taking } from './parts/limits'

/**
 * True if the person's own words ask to pay the proceeds of a call to this address: by a swap or withdrawal with a
 * receiver, or by sending the proceeds on (“swap 10 USDC to DAI and send it to 0x…”).
 */
export function isAskedPayout(address: Address, context: RuleContext): boolean {
  const { requests, decoded, chain } = context
  if (!chain || !requests || requests === 'unreadable' || requests.agreed || requests.unread) return false
  if (!context.isKnownAs('typed', address)) return false
  const { latest } = requests
  const received = decoded.recipients.filter((each) => isAddressEqual(each.address, address))
  return received.every(({ asset, earned }) => {
    const { symbol, listed } = context.token(asset)
    return (
      earned &&
      listed &&
      latest.some(
        (request, index) =>
          isSure(request) &&
          brings(request, symbol) &&
          (isFor(address, request, context) ||
            latest.slice(index + 1).some((next) => isSendOf(symbol, next) && isFor(address, next, context))),
      )
    )
  })
}

/** True if the reader is sure of the request and its action. */
const isSure = ({ sure, unexplained }: Request): boolean =>
  unexplained.length === 0 && Math.min(sure.kind, sure.action) >= sureOfKind

/** True if a request names this token as its proceeds, and nothing else but what is given for it. */
function brings({ action, sums }: Request, symbol: string): boolean {
  const brought = sums.find(
    ({ part, what, p }) =>
      (action === 'swap' ? part === 'get' : taking.includes(action)) &&
      p >= sureOfPart &&
      what?.is === 'token' &&
      sameToken(what.symbol, symbol),
  )
  const given = sums.find((sum) => sum !== brought && sum.part === 'give')
  const others = sums.filter((sum) => sum !== brought && sum !== given)
  return brought !== undefined && others.every((sum) => isAllOf(symbol, sum))
}

const isFor = (address: Address, { receivers }: Request, context: RuleContext): boolean =>
  receivers.some((receiver) => {
    const named = receiver.p >= sureOfPart ? addressOf(receiver.meaning, context.names) : null
    return named !== null && isAddressEqual(named, address)
  })

/** True if a request sends on all proceeds of the one before it: “send it”, “send the DAI”. */
const isSendOf = (symbol: string, request: Request): boolean =>
  request.action === 'send' && isSure(request) && request.sums.every((sum) => isAllOf(symbol, sum))

/** True if a sum may mean all of this token: it has no figure and names no other token. */
const isAllOf = (symbol: string, { amount, what }: Sum): boolean =>
  (amount === null || (amount.is === 'share' && amount.part[0] === amount.part[1] && !amount.but)) &&
  (what === null || (what.is === 'token' && sameToken(what.symbol, symbol)))
