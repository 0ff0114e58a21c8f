import { type AbiFunction, isAddressEqual } from 'viem'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import type { Resolved } from '@/lib/chain/calldata/resolve-function'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'
import { cleanChainString, revealInvisible } from '@/lib/wire/text'
import type { Finding } from '../finding'

const shown = (text: string): string => {
  const visible = revealInvisible(text)
  return visible.length > 300 ? `${visible.slice(0, 299)}…` : visible
}

/** Says why there is no call to sign: the request cannot be encoded with certainty. Nothing is guessed. */
export const refusedFinding = (
  functionName: string,
  { about, observed }: Extract<Resolved, { kind: 'refused' }>,
): Finding => ({
  rule: `call.${about}`,
  level: 'BLOCK',
  claim: cleanChainString(functionName, 100),
  observed: shown(observed),
  ...refusals[about],
})

const refusals = {
  function: {
    title: 'It is not clear which function to call.',
    why: 'Nothing was signed. Ask again with the function’s whole signature, such as transfer(address,uint256), and its ABI.',
  },
  abi: {
    title: 'The ABI of the request cannot be read.',
    why: 'Nothing was signed. Ask again with an ABI in human-readable or JSON form.',
  },
  arguments: {
    title: 'The arguments do not fit the function.',
    why: 'Nothing was signed, and nothing was guessed. Ask again with the right number and types of arguments.',
  },
  ambiguous: {
    title: 'More than one function matches.',
    why: 'Nothing was signed. Say which one is meant, by its whole signature.',
  },
} as const

/** G20: the agent's function name has the selector of a known function with another name. */
export const maskFindings = (abi: AbiFunction, { known, selector }: DecodedCall): readonly Finding[] =>
  !known || known.abi.name === abi.name
    ? []
    : [
        {
          rule: 'G20',
          level: 'BLOCK',
          title: 'The function is given a false name.',
          claim: cleanChainString(abi.name, 100),
          observed: `${known.signature}, by the selector ${selector}`,
          why: 'Two names that share a selector are made on purpose. The contract would run the function found, not the one named. Decline it.',
        },
      ]

/**
 * G21: what was built must decode to what was asked. Otherwise this app is faulty, or an ABI was made to confuse it.
 */
export const rebuiltFinding: Finding = {
  rule: 'G21',
  level: 'BLOCK',
  title: 'Decoded, the call is not what was asked for.',
  why: 'The bytes could mean something other than what is shown. Nothing was signed.',
}

/** Functions of listed tokens that take no coins. */
const ofTokens: ReadonlySet<string> = new Set([
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
])

/**
 * Judges value sent to a function that cannot take it, or that nobody knows. Many contracts share a known function, and
 * some of them take coins in it: the simulation tells whether this one does. It also tells if no ABI came with the
 * request.
 */
export function valueFindings(
  value: bigint,
  { abi, source }: Extract<Resolved, { kind: 'found' }>,
  { known, to }: DecodedCall,
  chain: ChainInfo,
): readonly Finding[] {
  if (value === 0n) return []
  const isRefused = known
    ? ofTokens.has(known.signature) && findToken(chain, to) !== null
    : source === 'hint' && abi.stateMutability !== 'payable'
  if (isRefused)
    return [
      {
        rule: 'call.value',
        level: 'BLOCK',
        title: 'This function takes no coins, but some are sent with it.',
        observed: `${known ? known.signature : cleanChainString(abi.name, 100)} is not payable${known ? '' : ', by the ABI of the request'}`,
        why: 'The contract would refuse them, or keep them. Ask again without a value.',
      },
    ]
  if (known) return []
  return [
    {
      rule: 'call.value',
      level: 'DANGER',
      title: 'Coins go to an unknown function.',
      observed: `${value} wei`,
      why: 'What happens to them is up to the contract. Continue only if you know it and meant this.',
    },
  ]
}

/** Marks functions that are in no bundled table. Their names are somebody's word. */
export const unknownFindings = (call: DecodedCall, abi: AbiFunction): readonly Finding[] =>
  allCalls(call)
    .filter(({ known, data }) => !known && data !== '0x')
    .slice(0, 5)
    .map((each): Finding => {
      const isOuter = each === call
      if (isAddressEqual(each.to, call.caller)) return ofOwnAccount(each)
      return {
        rule: 'call.unknown',
        level: 'UNVERIFIED',
        title: isOuter ? 'This function is unknown.' : 'A call inside this one is to an unknown function.',
        terms: { claim: isOuter ? 'The agent calls it' : 'Contract', observed: 'Selector' },
        claim: isOuter ? cleanChainString(abi.name, 100) : each.to,
        observed: each.selector ?? 'none',
        why: 'Its name proves nothing. What it changes now is simulated; what else it permits could not be checked.',
      }
    })

/** An account that acts through a contract (EIP-7702) obeys itself: such a call can add keys and replace owners. */
const ofOwnAccount = ({ to, selector }: DecodedCall): Finding => ({
  rule: 'call.unknown',
  level: 'DANGER',
  title: 'Your own account is given an unknown instruction.',
  terms: { claim: 'Your account', observed: 'Selector' },
  claim: to,
  observed: selector ?? 'none',
  why: 'It may give others lasting power over your account, and the simulation would not show it. Decline it unless you know this function.',
})

/** Warns of a function that only reads, sent as a transaction: a fee for nothing. */
export const readsFindings = (abi: AbiFunction, { known }: DecodedCall): readonly Finding[] =>
  !known && (abi.stateMutability === 'view' || abi.stateMutability === 'pure')
    ? [
        {
          rule: 'call.reads',
          level: 'WARN',
          title: 'According to the request’s ABI, this function only reads.',
          why: 'Sent as a transaction, it would cost the network fee and no one would see the answer.',
        },
      ]
    : []
