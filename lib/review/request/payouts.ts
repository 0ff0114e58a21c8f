import { type Address, isAddressEqual } from 'viem'
import type { Request } from '@/lib/language/request'
import type { RuleContext } from '../context'
import { addressOf, sameToken, sureOfKind, sureOfPart, taking } from './compare'

/**
 * Whether the person's own words ask for what a call brings to go to this address: of a swap or a withdrawal with a
 * receiver, or where they ask for the proceeds to be sent on (“swap 10 USDC to DAI and send it to 0x…”).
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

const isSure = ({ sure }: Request): boolean => Math.min(sure.kind, sure.action) >= sureOfKind

/** Whether a request names this as what is to come of it. */
const brings = ({ action, sums }: Request, symbol: string): boolean =>
  sums.some(
    ({ part, what, p }) =>
      (action === 'swap' ? part === 'get' : taking.includes(action)) &&
      p >= sureOfPart &&
      what?.is === 'token' &&
      sameToken(what.symbol, symbol),
  )

const isFor = (address: Address, { receivers }: Request, context: RuleContext): boolean =>
  receivers.some((receiver) => {
    const named = receiver.p >= sureOfPart ? addressOf(receiver, context) : null
    return named !== null && isAddressEqual(named, address)
  })

/** Whether a request sends on all that came of the one before it: “send it”, “send the DAI”. */
const isSendOf = (symbol: string, request: Request): boolean =>
  request.action === 'send' &&
  isSure(request) &&
  request.sums.every(
    ({ amount, what }) =>
      (amount === null || (amount.is === 'share' && amount.part[0] === amount.part[1] && !amount.but)) &&
      (what === null || (what.is === 'token' && sameToken(what.symbol, symbol))),
  )
