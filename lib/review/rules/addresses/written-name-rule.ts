import { type Address, isAddressEqual } from 'viem'
import { nameChain } from '@/lib/chain/accounts/names'
import { type RuleContext, Unavailable } from '../../context'
import { namesByAddress, namesIn, shownName } from '../../words/written-names'
import type { Observation, Rule } from '../rule'
import { recipientsOf } from './address-rules'

/**
 * G10: looks up the ENS names that the person wrote, instead of trusting the agent. The other rules treat the resolved
 * address as if the person had written it.
 *
 * @finds DANGER where the ENS name you wrote has no address or another one. UNVERIFIED where it cannot be looked up
 * here. INFO where it is the address of another chain. OK otherwise.
 * @source ENSIP-10, ENSIP-11
 */
export const writtenNameRule: Rule = {
  id: 'G10.name',
  about: 'whether the recipient is the one you named',
  applies: (context) => context.names.size > 0 && recipientsOf(context).length > 0,
  check: function* (context) {
    const recipients = recipientsOf(context)
    for (const [address, name] of namesByAddress(context.names))
      if (has(recipients, address) && has(context.own.typed, address)) yield same(name, address, context)
    const { latest, latestTexts } = context.written
    if (recipients.every((address) => has(latest, address) || context.isKnownAs('own', address))) return
    // Names without an address, or which could not be looked up.
    for (const name of namesIn(latestTexts)) {
      const meaning = context.names.get(name)
      if (meaning?.ok && meaning.value) continue
      if (!meaning?.ok) throw new Unavailable(meaning?.reason ?? 'it was not requested')
      yield nobody(name, recipients)
    }
  },
}

const has = (addresses: readonly Address[], address: Address): boolean =>
  addresses.some((each) => isAddressEqual(each, address))

function same(name: string, address: Address, { names, chain, chains }: RuleContext): Observation {
  const isOfChain = [...names.values()].some(
    (meaning) => meaning.ok && meaning.value?.isOfChain && isAddressEqual(meaning.value.address, address),
  )
  const keeper = chain && nameChain(chain, chains)
  if (isOfChain || !keeper)
    return {
      level: 'OK',
      title: `It goes to ${name}.`,
      observed: address,
      why: 'This card looked the name up itself, in ENS.',
    }
  return {
    level: 'INFO',
    title: `It goes to ${name}, at its address on ${keeper.name}.`,
    observed: address,
    why: `The name has no address of its own for ${chain.name}. Most accounts have the same address everywhere, but contract wallets often do not: if this may be one, ask for its address on ${chain.name}.`,
  }
}

const nobody = (name: string, recipients: readonly Address[]): Observation => ({
  level: 'DANGER',
  title: 'The name you wrote has no address.',
  terms: { claim: 'You wrote', observed: 'It goes to' },
  claim: shownName(name),
  observed: recipients.join(' and '),
  why: 'So the agent got this address from somewhere else. Decline it, and get the address from its owner.',
})
