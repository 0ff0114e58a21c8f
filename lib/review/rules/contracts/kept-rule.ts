import { isAddressEqual } from 'viem'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { meaningsOf } from '@/lib/chain/calldata/meaning'
import type { RuleContext } from '../../context'
import type { Rule } from '../rule'

/**
 * G33: what a contract pays to itself does not belong to the account. Routers keep the proceeds of one call for the
 * next one, which pays them on. Without a next one, whoever calls next can take them.
 *
 * @finds DANGER where the called contract is the receiver and no later call pays it on to you.
 */
export const keptRule: Rule = {
  id: 'G33',
  about: 'whether the proceeds stay in the contract',
  applies: (context) => keeping(context).length > 0,
  check: (context) => {
    const kept = keeping(context)
    const arrives = context.effects().balances.some(({ before, after, debt }) => after > before && !debt)
    const [first] = kept.filter(({ passesOn, call }) => !passesOn || (!arrives && !isForOthers(call, context)))
    if (!first) return null
    return {
      level: 'DANGER',
      title: 'You pay, but the proceeds stay in the contract.',
      observed: first.call.to,
      why: 'The call names the contract itself as the receiver. None of it reaches your account, and whoever calls the contract next may be able to take it. Decline it.',
    }
  },
}

/** Returns the account's calls that name the called contract as receiver, and whether a later call pays it on. */
const keeping = ({ plan, decoded }: RuleContext): { call: DecodedCall; passesOn: boolean }[] =>
  decoded.calls.flatMap(({ call }) => {
    const own = allCalls(call).filter(({ caller }) => isAddressEqual(caller, plan.account))
    return own.flatMap((each, index) => {
      if (!receivers(each).some((to) => isAddressEqual(to, each.to))) return []
      const later = own.slice(index + 1).filter(({ to }) => isAddressEqual(to, each.to))
      return [{ call: each, passesOn: later.some(paysOn) }]
    })
  })

const receivers = (call: DecodedCall) =>
  meaningsOf(call).flatMap((meaning) => (meaning.kind === 'payout' ? [meaning.to] : []))

/** Router functions that pay their caller. */
const paysCaller = /^(?:unwrapWETH9\(uint256\)|sweepToken\(address,uint256\)|refundETH\(\))$/

const paysOn = (call: DecodedCall): boolean =>
  receivers(call).some((to) => !isAddressEqual(to, call.to)) ||
  (call.known !== null && paysCaller.test(call.known.signature))

/** True if the contract pays someone else, whom G10 checks. */
const isForOthers = ({ to: contract }: DecodedCall, { plan, decoded }: RuleContext): boolean =>
  decoded.recipients.some(
    ({ address, earned }) => earned && !isAddressEqual(address, contract) && !isAddressEqual(address, plan.account),
  )
