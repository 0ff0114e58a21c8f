import { type Address, isAddressEqual } from 'viem'
import type { DecodedCall } from '@/lib/chain/calldata/decode-call'
import { type Meaning, meaningsOf } from '@/lib/chain/calldata/meaning'
import type { Asset } from '@/lib/tools/plan'
import type { RuleContext } from '../../context'
import { unique } from '../../facts/facts'
import { figure } from '../../findings/figures'
import { isAskedReceiver, isOurs, isVouchedFor } from '../addresses/address-rules'
import type { Observation, Rule } from '../rule'

/**
 * G30: an account with several owners (Safe) acts when one of them calls it. What leaves it does not change the
 * caller's own account, so no list of effects shows it. Reports what the nested calls reveal about it.
 *
 * @finds WARN where assets of another account leave, such as those of a Safe you own; DANGER where a stranger gets
 * them.
 */
export const proxiedRule: Rule = {
  id: 'G30',
  about: 'what this gives away from another account',
  applies: (context) => holders(context).length > 0,
  check: (context) =>
    holders(context).map((holder): Observation => {
      const gifts = callsOf(holder, context).flatMap((call) => given(call, context))
      const own = [holder, context.plan.account]
      const isToStranger = gifts.some(
        ({ to }) =>
          !own.some((each) => isAddressEqual(each, to)) && !isVouchedFor(to, context) && !isAskedReceiver(to, context),
      )
      const [first, ...more] = gifts.map(({ what, to }) => `${what} to ${to}`)
      return {
        level: isToStranger ? 'DANGER' : 'WARN',
        title: isToStranger
          ? 'Another account’s holdings go to an address you did not ask for.'
          : 'This acts for another account, whose holdings are not among the changes shown.',
        terms: { claim: 'In the name of', observed: 'It gives' },
        claim: holder,
        observed: first
          ? `${first}${more.length > 0 ? `, and ${more.length} more` : ''}`
          : 'Nothing outright, going by the calls inside',
        why: 'The changes shown are those of your own account. Look at the calls inside: what they do to the other account has not been simulated.',
      }
    }),
}

const calls = ({ decoded }: RuleContext): DecodedCall[] => decoded.calls.flatMap(({ call }) => inside(call))
const inside = (call: DecodedCall): DecodedCall[] => [...call.inner, ...call.inner.flatMap(inside)]

/** Returns the callers of nested calls, except for the account and contracts that only forward calls. */
const holders = (context: RuleContext): Address[] =>
  unique(calls(context).map(({ caller }) => caller)).filter(
    (caller) => !isAddressEqual(caller, context.plan.account) && !isOurs(caller, context),
  )

const callsOf = (holder: Address, context: RuleContext): DecodedCall[] =>
  calls(context).filter(({ caller }) => isAddressEqual(caller, holder))

/** Says in words what a call gives away of its caller's holdings. */
function given(call: DecodedCall, { plan, token }: RuleContext): { what: string; to: Address }[] {
  const { chainId } = plan.steps[0]
  const words = (asset: Asset, amount: bigint) => figure(amount, asset, token(asset))
  const coins = call.value > 0n ? [{ what: words({ kind: 'native', chainId }, call.value), to: call.to }] : []
  const tokens = meaningsOf(call).flatMap((meaning) =>
    meaning.kind === 'transfer' && isAddressEqual(meaning.from, call.caller)
      ? [{ what: words(assetOf(meaning, chainId), meaning.amount), to: meaning.to }]
      : [],
  )
  return [...coins, ...tokens]
}

function assetOf({ form, token: address, id }: Extract<Meaning, { kind: 'transfer' }>, chainId: number): Asset {
  if (form === 'erc721' || form === 'erc1155') return { kind: form, chainId, address, tokenId: id ?? 0n }
  return { kind: 'erc20', chainId, address }
}
