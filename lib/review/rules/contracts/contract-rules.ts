import { type Address, isAddressEqual } from 'viem'
import { delegateOf } from '@/lib/chain/accounts/delegation'
import type { RuleContext } from '../../context'
import type { ProxyKind } from '../../facts/contract-facts'
import { runningCalls } from '../../facts/decoded-plan'
import { unique } from '../../facts/facts'
import { selectorOf, unpinnedContracts } from '../../facts/unpinned-contracts'
import { hasSelector } from '../../simulation/runtime-code'
import type { Observation, Rule } from '../rule'

const names: Record<ProxyKind, string> = {
  'EIP-1967': 'a proxy, EIP-1967',
  beacon: 'a proxy whose beacon names the code, EIP-1967',
  OpenZeppelin: 'a proxy of an older kind, OpenZeppelin',
  'EIP-1822': 'a proxy, EIP-1822',
  'EIP-1167': 'a fixed copy, EIP-1167',
  'EIP-7702': 'a personal account that runs a contract’s code, EIP-7702',
  diamond: 'a facet of a diamond, EIP-2535',
}

/** True if the code cannot change while the contract exists. */
const isFixed = (kind: ProxyKind): boolean => kind === 'EIP-1167'

const withCode = (context: RuleContext): Address[] => context.contracts().filter((each) => context.code(each) !== '0x')

/** Highest precompile address. Precompiles have the lowest addresses; 0x1ff leaves room for those of rollups. */
export const lastPrecompile = 0x1ffn

/**
 * G15: data sent to an address without code runs nothing, whoever sends it.
 *
 * @finds BLOCK where calldata goes to an address without code.
 */
export const emptyTargetRule: Rule = {
  id: 'G15',
  about: 'whether there is a contract to call',
  applies: ({ decoded }) => runningCalls(decoded).length > 0,
  check: (context) =>
    unique(runningCalls(context.decoded).map(({ call }) => call.to))
      .filter((address) => context.code(address) === '0x' && BigInt(address) > lastPrecompile)
      .map(
        (address): Observation => ({
          level: 'BLOCK',
          title: 'There is no contract at this address.',
          observed: address,
          why: 'The call would appear to succeed but do nothing, and anything sent with it would be lost.',
        }),
      ),
}

/**
 * G16: reports contracts that run the code of others. That is common and no fault, but someone may be able to replace
 * the code; if a single person can, that is a WARN. Code replaced between review and click blocks (`compareReviews`).
 *
 * @finds INFO for a proxy. WARN where one personal account can replace its code. BLOCK where the code changed between
 * review and click.
 * @source EIP-1967, EIP-1167, EIP-2535
 */
export const proxyRule: Rule = {
  id: 'G16',
  about: 'whose code the contract runs',
  check: function* (context) {
    for (const contract of withCode(context)) {
      for (const { address, kind } of context.runs(contract))
        yield {
          level: 'INFO',
          title: isFixed(kind)
            ? 'The contract runs another contract’s code.'
            : 'The contract runs code that can be replaced.',
          observed: `${contract} runs the code of ${address} (${names[kind]})`,
          why: isFixed(kind)
            ? 'It cannot be switched to other code.'
            : 'Whoever administers it can change what it does later.',
        }
      const admin = context.admin(contract)
      if (admin?.isAccount)
        yield {
          level: 'WARN',
          title: 'One person can replace the contract’s code.',
          observed: `${admin.address} administers ${contract}, and is not a contract`,
          why: 'That person needs no second signature and no delay to change what the contract does with your tokens.',
        }
    }
  },
}

/** Days for which a contract counts as new [Rabby]. */
const fresh = 3

/**
 * G17: warns about new contracts, because swindles use freshly deployed ones.
 *
 * @finds WARN where a contract is less than three days old. INFO where the chain itself is.
 * @source Rabby 1024
 */
export const contractAgeRule: Rule = {
  id: 'G17',
  about: 'how old the contract is',
  looksBack: (decoded, known) => unpinnedContracts(decoded, known).map(({ address }) => ({ address, days: fresh })),
  check: function* (context) {
    for (const contract of withCode(context)) {
      // The code of a delegated account (EIP-7702) says nothing about the account's age.
      if (delegateOf(context.code(contract))) continue
      const age = context.age(contract, fresh)
      if (age === 'unborn') {
        yield {
          level: 'INFO',
          title: 'The contract’s age says nothing here.',
          observed: 'The chain itself is younger than three days',
        }
        return
      }
      if (age === 'new')
        yield {
          level: 'WARN',
          title: 'The contract is less than three days old.',
          observed: `${contract} did not exist three days ago`,
          why: 'Most scams use new contracts. Continue only if you know whose it is.',
        }
    }
  },
}

/**
 * G22: the contract must have the called function. Otherwise its fallback runs, which may do anything.
 *
 * @finds DANGER where the selector is not in the contract’s code, so that its fallback runs.
 */
export const selectorRule: Rule = {
  id: 'G22',
  about: 'whether the contract has the function being called',
  check: function* (context) {
    for (const contract of withCode(context)) {
      const calls = runningCalls(context.decoded).filter(({ call }) => isAddressEqual(call.to, contract))
      if (calls.length === 0) continue
      const codes = [context.code(contract), ...context.runs(contract).map(({ code }) => code)]
      // `runs` includes the facet that a diamond names for each selector.
      for (const { step, call } of calls) {
        const [selector] = selectorOf(call.data)
        if (selector && codes.some((code) => hasSelector(code, selector))) continue
        yield missing(contract, step.title, selector)
      }
    }
  },
}

const missing = (contract: Address, title: string, selector: string | undefined): Observation => ({
  level: 'DANGER',
  title: 'The contract does not have this function.',
  observed: `“${title}” calls ${selector ?? 'no function at all'} of ${contract}, whose code does not have it: its fallback will run`,
  why: 'A fallback does whatever its author chose, no matter what the proposal is called. Continue only if you know this contract.',
})
