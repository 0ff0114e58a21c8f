import { type Address, isAddressEqual } from 'viem'
import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import { matchingEnds } from '@/lib/chain/accounts/matching-ends'
import { findToken } from '@/lib/chain/tokens/tokens'
import { type RuleContext, readerMissing, Unavailable } from '../../context'
import { empoweredBy, permittedBy } from '../../facts/decoded-plan'
import { unique } from '../../facts/facts'
import type { KnownAddress } from '../../facts/known-addresses'
import { isAskedPayout } from '../../request/payouts'
import { namesByAddress } from '../../words/written-names'
import type { Observation, Rule } from '../rule'

/** Returns everyone who is sent something, each once. */
export const recipientsOf = ({ decoded }: RuleContext): Address[] =>
  unique(decoded.recipients.map(({ address }) => address))

const spendersOf = ({ decoded, isCollection }: RuleContext): Address[] => unique(permittedBy(decoded, isCollection))

const holdersOf = ({ decoded }: RuleContext): Address[] => unique(empoweredBy(decoded))

/**
 * True if an address is known by more than being typed or sent to. A typed address means only what the words around it
 * say, and an earlier send was one decision about one amount.
 */
export const isVouchedFor = (address: Address, { isKnownAs }: RuleContext): boolean =>
  isKnownAs('own', address) || isKnownAs('pinned', address)

/** True if the person's own words ask to send something to this address. */
export const isAskedReceiver = (address: Address, { own: { send } }: RuleContext): boolean =>
  send?.receivers.some((each) => isAddressEqual(each, address)) ?? false

/** True for a contract of a protocol or list that this app knows. */
export const isOurs = (address: Address, { chain, plan }: RuleContext): boolean =>
  listedContract(chain ?? { id: plan.steps[0].chainId, tokens: [] }, address) !== null

/** True if the address is vouched for or in the app's own lists. */
const isKnownHere = (address: Address, context: RuleContext): boolean =>
  isVouchedFor(address, context) || isOurs(address, context)

/**
 * G10: checks where addresses come from. An address that only an agent mentioned deserves a second look. One that
 * differs from the address in the person's last message is reported even if it is known otherwise.
 *
 * @finds DANGER for a recipient that you refused, that differs from the one you wrote, or that only the agent named;
 * for someone else who gets what you pay for, unless you asked for just that; for a spender or holder of a power that
 * this app does not know. UNVERIFIED for a payment whose receiver your words do not name, even if you have paid it before.
 * @source Rabby 1069, 1096, 1103, 1139
 */
export const provenanceRule: Rule = {
  id: 'G10',
  about: 'where the addresses come from',
  check: function* (context) {
    for (const address of spendersOf(context).filter((each) => !isKnownHere(each, context)))
      yield {
        level: 'DANGER',
        title: 'An unknown address may take your tokens.',
        observed: address,
        why: 'This app does not know this address, and having it written does not make it safe. It can take whatever it is allowed to.',
      }
    for (const address of holdersOf(context).filter((each) => !isKnownHere(each, context)))
      yield {
        level: 'DANGER',
        title: 'This gives power to an unknown address.',
        observed: address,
        why: 'This app does not know this address, and having it written does not make it safe. Another finding says what the power is.',
      }
    const recipients = recipientsOf(context).filter((address) => !isVouchedFor(address, context))
    if (recipients.length > 0 && context.requests === 'unreadable') throw new Unavailable(readerMissing)
    const written = writtenLast(context)
    for (const address of recipientsOf(context)) yield* recipientFinding(address, written, context)
  },
}

/** Returns the addresses of the last requests. Listed tokens are no receivers. */
const writtenLast = ({ written, chain }: RuleContext): Address[] =>
  written.latest.filter((address) => !(chain && findToken(chain, address)))

/** True if the person's latest mention refuses the address, or did at the proposal: a refusal stays. */
const isRefused = (address: Address, { written, isRefusedLater }: RuleContext): boolean =>
  written.isRefused(address) || isRefusedLater(address)

function recipientFinding(address: Address, written: readonly Address[], context: RuleContext): Observation[] {
  const { own, isKnownAs, isPrecedented } = context
  if (isRefused(address, context))
    return [
      {
        level: 'DANGER',
        title: 'Your words speak against paying this address.',
        observed: address,
        why: 'It would go there anyway. Decline it unless you have changed your mind.',
      },
    ]
  if (isKnownAs('own', address)) return []
  const [closest] = written.toSorted((a, b) => sameCharacters(b, address) - sameCharacters(a, address))
  if (closest && !written.some((each) => isAddressEqual(each, address)))
    return [
      {
        level: 'DANGER',
        title: 'You wrote a different address.',
        terms: { claim: 'You wrote', observed: 'It goes to' },
        claim: [namesByAddress(context.names).get(closest), closest].filter(Boolean).join(', '),
        observed: address,
        why: 'This would go to an address that is not in your last message. Decline it unless you know why.',
      },
    ]
  if (isKnownAs('pinned', address)) return []
  if (isPaidOut(address, context) && isAskedPayout(address, context))
    return [
      {
        level: 'INFO',
        title: 'The proceeds go to the address you asked for.',
        observed: address,
        why: 'None of it reaches your own account.',
      },
    ]
  if (isPaidOut(address, context))
    return [
      {
        level: 'DANGER',
        title: 'You pay, and someone else gets the proceeds.',
        observed: address,
        why: 'What is bought, repaid or deposited goes to this address and not to yours. Decline it unless you meant that.',
      },
    ]
  if (isAskedReceiver(address, context)) return []
  if (own.send && isPrecedented(address))
    return [
      {
        level: 'UNVERIFIED',
        title: 'You did not say to whom.',
        observed: address,
        why: 'You have paid this address before, but your words do not name it. Approve this only if it is the one you mean.',
      },
    ]
  return [
    {
      level: 'DANGER',
      title: isKnownAs('typed', address)
        ? 'You wrote this address, but not clearly as the recipient.'
        : 'Only the agent named this recipient.',
      observed: address,
      why: 'You have not clearly asked for anything to go to this address, and it is not yours. What goes there is gone. Decline it unless it is the one you mean.',
    },
  ]
}

/**
 * True if the address receives the proceeds of a swap, deposit or withdrawal. If that is not the account, it is a
 * danger unless the person asked for exactly that [Rabby 1069, 1096, 1103, 1139].
 */
const isPaidOut = (address: Address, { decoded }: RuleContext): boolean =>
  decoded.recipients.some((each) => each.earned && isAddressEqual(each.address, address))

/** Counts the positions in which two addresses have the same character. */
function sameCharacters(a: Address, b: Address): number {
  const other = b.toLowerCase()
  return [...a.toLowerCase()].filter((character, index) => character === other[index]).length
}

/**
 * G11: finds addresses made to look like one the person knows.
 *
 * @finds Compares four characters at each end with the addresses you know. BLOCK where both ends match and the middle
 * does not, DANGER where one end does, or where you wrote the address yourself. Leading zeros alone count for nothing.
 * @source MetaMask, Safe
 */
export const lookalikeRule: Rule = {
  id: 'G11',
  about: 'whether an address imitates one you know',
  check: (context) => {
    const named = unique([
      ...recipientsOf(context),
      ...spendersOf(context),
      ...holdersOf(context),
      ...context.decoded.targets,
    ])
    return named.flatMap((address): Observation[] => {
      const matches = context.known.flatMap((known) => {
        if (isAddressEqual(known.address, address)) return []
        const ends = matchingEnds(address, known.address)
        return ends === 0 ? [] : [{ known, ends }]
      })
      const worst = matches.find(({ ends }) => ends === 2) ?? matches[0]
      if (!worst) return []
      if (!isKnownHere(address, context) && !isAskedReceiver(address, context))
        return [imitation(address, worst.known, worst.ends)]
      return worst.ends === 2 && isCopied(address, context) ? [copied(address, worst.known)] : []
    })
  },
}

/** True if the address is known only because the person typed it, perhaps copied from a poisoned history. */
const isCopied = (address: Address, { isKnownAs, isPrecedented }: RuleContext): boolean =>
  isKnownAs('typed', address) && !isPrecedented(address) && !isKnownAs('own', address) && !isKnownAs('pinned', address)

const copied = (address: Address, known: KnownAddress): Observation => ({
  level: 'DANGER',
  title: 'You wrote an address that nearly matches one you know.',
  terms: { claim: 'You know', observed: 'You wrote' },
  claim: `${known.address}, ${known.label}`,
  observed: address,
  why: 'The start and the end match, the middle does not. Scammers plant such addresses in your history for you to copy. Get the address from its owner.',
})

const imitation = (address: Address, known: KnownAddress, ends: 1 | 2): Observation => ({
  level: ends === 2 ? 'BLOCK' : 'DANGER',
  title:
    ends === 2
      ? 'This address imitates one you know.'
      : 'This address looks like one you know, but is a different one.',
  terms: { claim: 'You know', observed: 'This is' },
  claim: `${known.address}, ${known.label}`,
  observed: address,
  why:
    ends === 2
      ? 'The start and the end match, the middle does not. This is how scammers get people to send them money. Decline it.'
      : 'One end matches, the rest does not. Compare every character.',
})
