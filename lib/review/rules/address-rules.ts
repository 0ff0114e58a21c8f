import { type Address, getAddress, isAddressEqual } from 'viem'
import { delegateOf } from '@/lib/chain/delegation'
import { findToken } from '@/lib/chain/tokens'
import type { RuleContext } from '../context'
import { unique } from '../facts'
import { addressesIn, type KnownAddress } from '../known-addresses'
import type { Observation, Rule } from './rule'

const recipientsOf = ({ subjects }: RuleContext): Address[] => unique(subjects.recipients.map(({ address }) => address))

/** Whoever is given the right to take something. Taking a right away (an amount of 0) gives none. */
const spendersOf = ({ subjects }: RuleContext): Address[] =>
  unique([
    ...subjects.approvals.filter(({ amount }) => amount > 0n).map(({ spender }) => spender),
    ...subjects.operators.filter(({ approved }) => approved).map(({ operator }) => operator),
  ])

/** Known by more than having been sent to: that was one decision about one sum, and vouches for nothing else. */
function isVouchedFor(address: Address, { isKnown }: RuleContext): boolean {
  const known = isKnown(address)
  return known !== null && known.source !== 'used'
}

/**
 * G10: where the address comes from. An address that only an agent has brought up deserves a second look; one that goes
 * against the person's last message must not be taken for the one in it, whatever else is known of it.
 */
export const provenanceRule: Rule = {
  id: 'G10',
  about: 'where the addresses come from',
  check: (context) => {
    const written = writtenLast(context)
    return [
      ...recipientsOf(context).flatMap((address) => recipientFinding(address, written, context)),
      ...spendersOf(context)
        .filter((address) => !isVouchedFor(address, context))
        .map(
          (address): Observation => ({
            level: 'DANGER',
            title: 'An unknown address may take your tokens.',
            observed: address,
            why: 'You have not written this address, and this app does not know it. What it is allowed to take, it can take.',
          }),
        ),
    ]
  },
}

/** The addresses in the person's last message. One of a listed token tells what to move, not to whom. */
const writtenLast = ({ userMessages, chain }: RuleContext): Address[] =>
  addressesIn(userMessages.at(-1) ?? '').filter((address) => !(chain && findToken(chain, address)))

function recipientFinding(address: Address, written: readonly Address[], context: RuleContext): Observation[] {
  const source = context.isKnown(address)?.source
  if (source === 'own' || written.some((each) => isAddressEqual(each, address))) return []
  const [closest] = written.toSorted((a, b) => sameCharacters(b, address) - sameCharacters(a, address))
  if (closest)
    return [
      {
        level: 'DANGER',
        title: 'You wrote another address.',
        terms: { claim: 'You wrote', observed: 'It goes to' },
        claim: closest,
        observed: address,
        why: 'This would go to an address that is not in your last message. Decline it, unless you know why it differs.',
      },
    ]
  if (source) return []
  return [
    {
      level: 'WARN',
      title: 'Only the agent has named this recipient.',
      observed: address,
      why: 'You have not written this address, and it is not yours. Compare it with the one you mean.',
    },
  ]
}

/** In how many places two addresses have the same character. */
function sameCharacters(a: Address, b: Address): number {
  const other = b.toLowerCase()
  return [...a.toLowerCase()].filter((character, index) => character === other[index]).length
}

/** Characters at one end that make two addresses look alike where the middle is not read [MetaMask, Safe]. */
const sameEnd = 4

/** G11: an address made to be taken for one that the person knows. */
export const lookalikeRule: Rule = {
  id: 'G11',
  about: 'whether an address imitates one that you know',
  check: (context) => {
    const named = unique([...recipientsOf(context), ...spendersOf(context), ...context.subjects.targets])
    return named
      .filter((address) => !isVouchedFor(address, context))
      .flatMap((address): Observation[] => {
        const matches = context.known.flatMap((known) => {
          if (isAddressEqual(known.address, address)) return []
          const ends = matchingEnds(address, known.address)
          return ends === 0 ? [] : [{ known, ends }]
        })
        const worst = matches.find(({ ends }) => ends === 2) ?? matches[0]
        return worst ? [imitation(address, worst.known, worst.ends)] : []
      })
  },
}

const imitation = (address: Address, known: KnownAddress, ends: 1 | 2): Observation => ({
  level: ends === 2 ? 'BLOCK' : 'DANGER',
  title:
    ends === 2
      ? 'This address imitates one that you know.'
      : 'This address looks like one that you know, but is another.',
  terms: { claim: 'You know', observed: 'This is' },
  claim: `${known.address}, ${known.label}`,
  observed: address,
  why:
    ends === 2
      ? 'Beginning and end are the same, the middle is not. That is how swindlers get money sent to them. Decline it.'
      : 'One end is the same, the rest is not. Compare every character.',
})

/** How many ends of two different addresses are the same. */
function matchingEnds(a: Address, b: Address): 0 | 1 | 2 {
  const [one, other] = [getAddress(a).slice(2).toLowerCase(), getAddress(b).slice(2).toLowerCase()]
  const prefix = one.slice(0, sameEnd) === other.slice(0, sameEnd)
  const suffix = one.slice(-sameEnd) === other.slice(-sameEnd)
  if (prefix && suffix) return 2
  // Many contracts are given addresses that begin with zeros to save gas: alone, that is no likeness.
  const idle = '0'.repeat(sameEnd)
  return (prefix && !one.startsWith(idle)) || (suffix && !one.endsWith(idle)) ? 1 : 0
}

/** G12: an address that nobody has ever used is often a mistyped one. */
export const unusedRecipientRule: Rule = {
  id: 'G12',
  about: 'whether the recipient has ever been used',
  applies: (context) => recipientsOf(context).length > 0,
  check: (context) =>
    recipientsOf(context)
      .filter((address) => !context.isKnownAs('own', address) && !context.isKnownAs('used', address))
      .flatMap((address): Observation[] => {
        const { nonce, balance } = context.activity(address)
        if (nonce > 0n || balance > 0n || context.code(address) !== '0x') return []
        return [
          {
            level: 'WARN',
            title: 'The recipient has never been used on this chain.',
            observed: `${address} has sent nothing and holds nothing`,
            why: 'Make sure that it belongs to somebody: what is sent to a wrong address is lost.',
          },
        ]
      }),
}

/** Addresses that things are sent to in order to destroy them. */
const burnAddresses: readonly Address[] = [
  '0x000000000000000000000000000000000000dEaD',
  '0xdEAD000000000000000042069420694206942069',
]

/** Precompiles sit at the lowest addresses; 0x1ff leaves room for those of rollups. */
const lastPrecompile = 0x1ffn

/** G13: recipients with whom whatever arrives is lost, and sending to oneself. */
export const lostRecipientRule: Rule = {
  id: 'G13',
  about: 'whether the recipient is a token contract',
  applies: (context) => recipientsOf(context).length > 0,
  check: function* (context) {
    for (const address of recipientsOf(context)) {
      const lost = whyLost(address, context)
      if (lost)
        yield { level: 'BLOCK', title: lost, observed: address, why: 'What is sent there cannot be brought back.' }
      else if (isAddressEqual(address, context.plan.account))
        yield {
          level: 'WARN',
          title: 'You are sending to yourself.',
          observed: address,
          why: 'It costs the network fee and changes nothing else.',
        }
    }
  },
}

function whyLost(address: Address, { plan, subjects, isToken }: RuleContext): string | null {
  if (BigInt(address) === 0n) return 'The recipient is the zero address.'
  if (BigInt(address) <= lastPrecompile) return 'The recipient is a system address of the chain.'
  if (burnAddresses.some((burn) => isAddressEqual(burn, address))) return 'The recipient is a burn address.'
  const isMoved = subjects.recipients.some(
    ({ asset }) => asset.kind !== 'native' && isAddressEqual(asset.address, address),
  )
  if (isMoved) return 'The recipient is the contract of what is sent.'
  if (isAddressEqual(address, plan.account)) return null
  return isToken(address) ? 'The recipient is a token contract.' : null
}

/** G14: a recipient that is a contract may not be able to give back what it gets. */
export const contractRecipientRule: Rule = {
  id: 'G14',
  about: 'whether the recipient is a contract',
  applies: (context) => recipientsOf(context).length > 0,
  check: (context) =>
    recipientsOf(context)
      .filter((address) => !isAddressEqual(address, context.plan.account))
      .flatMap((address): Observation[] => {
        const code = context.code(address)
        if (code === '0x') return []
        const delegate = delegateOf(code)
        if (delegate)
          return [
            {
              level: 'INFO',
              title: 'The recipient is a person’s account that acts through a contract.',
              observed: `It delegates to ${getAddress(delegate)} (EIP-7702)`,
            },
          ]
        return [
          {
            level: 'WARN',
            title: 'The recipient is a contract.',
            observed: address,
            why: 'Make sure that it is meant to be sent to, as a smart account is: other contracts may keep what they get for ever.',
          },
        ]
      }),
}

/** G15: data sent to an address without code is not run by anybody. */
export const emptyTargetRule: Rule = {
  id: 'G15',
  about: 'whether there is a contract to call',
  applies: ({ plan }) => plan.steps.some(({ data }) => data !== '0x'),
  check: (context) => {
    const called = unique(context.plan.steps.filter(({ data }) => data !== '0x').map(({ to }) => to))
    return called
      .filter((address) => context.code(address) === '0x' && BigInt(address) > lastPrecompile)
      .map(
        (address): Observation => ({
          level: 'BLOCK',
          title: 'There is no contract at this address.',
          observed: address,
          why: 'The call would appear to succeed and do nothing, and whatever is sent with it would be lost.',
        }),
      )
  },
}
