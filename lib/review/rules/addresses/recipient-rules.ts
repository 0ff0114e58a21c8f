import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import { delegateOf } from '@/lib/chain/accounts/delegation'
import { isBurnAddress } from '@/lib/chain/accounts/fixed-addresses'
import { stakedWithLido } from '@/lib/chain/tokens/lido'
import { findToken } from '@/lib/chain/tokens/tokens'
import { type RuleContext, Unavailable } from '../../context'
import { runningCalls } from '../../facts/decoded-plan'
import { blocksOfHistory } from '../../facts/history'
import { figure } from '../../findings/figures'
import type { BalanceEffect } from '../../review'
import { assetKey } from '../../simulation/possible-effects'
import { lastPrecompile } from '../contracts/contract-rules'
import type { Observation, Rule } from '../rule'
import { isOurs, recipientsOf } from './address-rules'

/** Number of transactions below which an address counts as hardly used [Safe]. */
const fewTransactions = 5n

/**
 * G12: warns if the recipient was never used, or if the account has not sent to it before.
 *
 * @finds WARN for a recipient never used, or never paid before and not in the address book. INFO for fewer than 5
 * transactions of its own.
 * @source Safe; Rabby 1018, 1036
 */
export const firstTimeRule: Rule = {
  id: 'G12',
  about: 'whether the recipient has ever been used',
  applies: (context) => recipientsOf(context).length > 0,
  check: (context) => {
    const recipients = recipientsOf(context)
    return recipients
      .filter((address) => !context.isKnownAs('own', address) && !context.isPrecedented(address))
      .flatMap((address): Observation[] => {
        const { nonce, balance } = context.activity(address)
        const isPerson = context.code(address) === '0x'
        // The card shows a single recipient in full, so it is not repeated here.
        const name = recipients.length > 1 ? address : 'It'
        if (isPerson && nonce === 0n && balance === 0n)
          return [
            {
              level: 'WARN',
              title: 'The recipient has never been used on this chain.',
              observed: `${name} has sent nothing and holds nothing`,
              why: 'Make sure it belongs to someone: what is sent to a wrong address is lost.',
            },
          ]
        const use = isPerson ? `${name} has sent ${countWords(nonce)}` : null
        if (!isKnownRecipient(address, context) && context.isKnownAs('used', address))
          return [unlikeBefore(address, use, context)]
        if (!isKnownRecipient(address, context))
          return [firstTime(recipients.length > 1 ? address : 'it', use, context)]
        return use && nonce < fewTransactions ? [hardlyUsed(use)] : []
      })
  },
}

/** True if the recipient is pinned, in the address book, or the chain's recent blocks show an earlier send. */
const isKnownRecipient = (address: Address, context: RuleContext): boolean =>
  context.isKnownAs('pinned', address) ||
  context.isKnownAs('saved', address) ||
  context.history()?.has(address) === true

/** `use` says how many transactions the recipient has sent, null for a contract. */
const firstTime = (recipient: string, use: string | null, context: RuleContext): Observation => ({
  level: 'WARN',
  title: 'First send to this address, as far as this app knows.',
  observed: `This browser has no record of a send to ${recipient}${context.history() ? `, and the last ${blocksOfHistory.toLocaleString('en')} blocks show none of this asset` : ''}${use ? `. ${use}.` : ''}`,
  why: 'Check the whole address once. This browser remembers it after the first send.',
})

/** Names the largest earlier send, of the asset that goes there now if possible. `use` as above. */
function unlikeBefore(address: Address, use: string | null, context: RuleContext): Observation {
  const earlier = context.known.flatMap((each) =>
    each.source === 'used' && isAddressEqual(each.address, address) ? each.sent : [],
  )
  const [first] = context.decoded.recipients.filter((each) => isAddressEqual(each.address, address))
  const same = earlier.filter(({ asset }) => first && assetKey(asset) === assetKey(first.asset))
  const [most] = (same.length > 0 ? same : earlier).toSorted((a, b) => (a.amount < b.amount ? 1 : -1))
  const sent = most ? figure(most.amount, most.asset, context.token(most.asset)) : 'nothing'
  return {
    level: 'WARN',
    title: 'You have not sent anything like this to this address before.',
    observed: `This browser has a record of ${same.length > 0 ? `no more than ${sent}` : `another send, ${sent},`} to ${address}${use ? `. ${use}.` : ''}`,
    why: 'A small send does not prove whose address it is: scammers ask for one so that theirs looks familiar. Check the whole address once.',
  }
}

const hardlyUsed = (use: string): Observation => ({
  level: 'INFO',
  title: 'The recipient has hardly been used on this chain.',
  observed: use,
})

const countWords = (transactions: bigint): string =>
  transactions === 0n ? 'no transactions' : transactions === 1n ? 'one transaction' : `${transactions} transactions`

/** True for a repeated pattern such as 0xffff… or 0xEeee… (the native coin), for which no one has a key. */
const isPattern = (address: Address): boolean => /^0x(.{1,8})\1+$/i.test(address)

/**
 * G13: finds recipients where assets are lost, and sends to oneself.
 *
 * @finds BLOCK for a recipient from which nothing comes back: the zero address, a burn address, a precompile (up to
 * 0x1ff), a token contract. WARN for sending to yourself. INFO where a token contract gives its own token in return.
 * @source Rabby 1016
 */
export const lostRecipientRule: Rule = {
  id: 'G13',
  about: 'whether the recipient is a token contract',
  applies: (context) => recipientsOf(context).length > 0,
  check: function* (context) {
    for (const address of recipientsOf(context)) {
      const lost = whyLost(address, context)
      const returned = lost && givenBack(address, context)
      if (returned)
        yield {
          level: 'INFO',
          title: 'The recipient gives its own token in return for what is sent.',
          observed: figure(returned.after - returned.before, returned.asset, returned, 'in'),
          why: 'This is not a payment to someone: the token arrives in your account.',
        }
      else if (lost)
        yield { level: 'BLOCK', title: lost, observed: address, why: 'What is sent there cannot be recovered.' }
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

/**
 * Returns the tokens that a token contract mints for a plain transfer of coins, as WETH and stETH do. Only for known
 * tokens: any other can mint as much of itself as it likes.
 */
function givenBack(address: Address, context: RuleContext): BalanceEffect | undefined {
  const sent = context.decoded.recipients.filter((each) => isAddressEqual(each.address, address))
  if (!context.chain || sent.some(({ asset }) => asset.kind !== 'native')) return undefined
  if (!findToken(context.chain, address) && !stakedWithLido(context.chain.id, address)) return undefined
  const simulation = context.simulation()
  // A plan that fails or cannot be simulated gives nothing back.
  if (simulation.kind !== 'simulated' || simulation.steps.some(({ ok }) => !ok)) return undefined
  return context
    .effects()
    .balances.find(
      ({ asset, before, after }) => asset.kind === 'erc20' && isAddressEqual(asset.address, address) && after > before,
    )
}

function whyLost(address: Address, context: RuleContext): string | null {
  const { plan, decoded, isToken } = context
  if (BigInt(address) === 0n) return 'The recipient is the zero address.'
  if (BigInt(address) <= lastPrecompile) return 'The recipient is a system address of the chain.'
  if (isBurnAddress(address)) return 'The recipient is a burn address.'
  if (isPattern(address)) return 'The recipient is an address that no one can own.'
  const isMoved = decoded.recipients.some(
    ({ asset }) => asset.kind !== 'native' && isAddressEqual(asset.address, address),
  )
  if (isMoved) return 'The recipient is the contract of what is sent.'
  if (isAddressEqual(address, plan.account)) return null
  if (isToken(address)) return 'The recipient is a token contract.'
  return isProtocol(address, context) ? 'The recipient is a contract for calling, not for sending to.' : null
}

/** True for a market or router, which gives nothing for a plain transfer unless the plan also calls it. */
function isProtocol(address: Address, context: RuleContext): boolean {
  const { decoded, chain, isKnownAs } = context
  const isRouter = chain?.diamond !== undefined && isAddressEqual(chain.diamond, address)
  if (!isRouter && !isOurs(address, context) && !isKnownAs('pinned', address)) return false
  return context.code(address) !== '0x' && !runningCalls(decoded).some(({ call }) => isAddressEqual(call.to, address))
}

/**
 * G14: warns of contracts as recipients: they may keep what they get, or have no owner on this chain.
 *
 * @finds WARN for a contract. DANGER for one that has code only on another chain. INFO for a personal account that
 * delegates to a contract.
 * @source EIP-7702; Rabby 1019
 */
export const contractRecipientRule: Rule = {
  id: 'G14',
  about: 'whether the recipient is a contract, here or on another chain',
  applies: (context) => recipientsOf(context).length > 0,
  check: function* (context) {
    for (const address of recipientsOf(context)) {
      if (isAddressEqual(address, context.plan.account)) continue
      const code = context.code(address)
      if (code === '0x') yield* onlyElsewhere(address, context)
      else yield contractHere(address, code)
    }
  },
}

function contractHere(address: Address, code: Hex): Observation {
  const delegate = delegateOf(code)
  if (delegate)
    return {
      level: 'INFO',
      title: 'The recipient is a personal account that runs a contract’s code.',
      observed: `It delegates to ${getAddress(delegate)} (EIP-7702)`,
    }
  return {
    level: 'WARN',
    title: 'The recipient is a contract.',
    observed: address,
    why: 'Make sure it is meant to receive this, as a smart account is: other contracts may keep what they get forever.',
  }
}

/** Checks other chains. An address without code that has sent a transaction has a key, so they do not matter. */
function* onlyElsewhere(address: Address, context: RuleContext): Generator<Observation> {
  const there = context.elsewhere(address)
  if (there.length === 0 || context.activity(address).nonce > 0n) return
  const found = there.filter(({ code }) => code !== null && code !== '0x' && !delegateOf(code))
  if (found.length > 0) {
    yield {
      level: 'DANGER',
      title: 'The recipient is a contract on another chain, but not on this one.',
      observed: `${address} has code on ${found.map(({ chain }) => chain).join(' and ')} and none on this chain`,
      why: 'Whoever owns it there may not be able to reach what you send here. Ask for an address on this chain.',
    }
    return
  }
  const silent = there.find(({ code }) => code === null)
  if (silent) throw new Unavailable(`${silent.chain} does not say whether the recipient is a contract there`)
}
