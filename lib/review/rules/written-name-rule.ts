import { type Address, isAddressEqual } from 'viem'
import { Unread } from '../context'
import { spokenAddresses } from '../spoken-words'
import { namesByAddress, namesIn, shownName } from '../written-names'
import { recipientsOf } from './address-rules'
import type { Observation, Rule } from './rule'

/**
 * G10: a name that the person wrote (ENS) is looked up here and not taken from the agent. Where it stands for an address,
 * the other rules go by that as if it had been written.
 */
export const writtenNameRule: Rule = {
  id: 'G10.name',
  about: 'whether the recipient is the one that you named',
  applies: (context) => context.names.size > 0 && recipientsOf(context).length > 0,
  check: function* (context) {
    const recipients = recipientsOf(context)
    for (const [address, name] of namesByAddress(context.names)) if (has(recipients, address)) yield same(name, address)
    const { wanted } = spokenAddresses(context.request.text)
    if (recipients.every((address) => has(wanted, address) || context.isKnownAs('own', address))) return
    // What is left of names in the request stands for nothing, or nobody knows for what.
    for (const name of namesIn([context.request.text])) {
      const meaning = context.names.get(name)
      if (!meaning?.ok) throw new Unread(meaning?.reason ?? 'it was not asked for')
      yield nobody(name, recipients)
    }
  },
}

const has = (addresses: readonly Address[], address: Address): boolean =>
  addresses.some((each) => isAddressEqual(each, address))

const same = (name: string, address: Address): Observation => ({
  level: 'OK',
  title: `It goes to ${name}.`,
  observed: address,
  why: 'Looked up by this card itself, where names are kept (ENS).',
})

const nobody = (name: string, recipients: readonly Address[]): Observation => ({
  level: 'DANGER',
  title: 'The name that you wrote stands for no address.',
  terms: { claim: 'You wrote', observed: 'It goes to' },
  claim: shownName(name),
  observed: recipients.join(' and '),
  why: 'So the agent has this address from elsewhere. Decline it, and ask for the address whom it belongs to.',
})
