import { type AbiFunction, toFunctionSignature } from 'viem'
import { cleanChainString } from '@/lib/wire/text'
import { readAbiHint, readSignature } from './abi-hint'
import { knownByName } from './known/known-functions'
import { ArgumentError, parseArguments } from './parse-arguments'

export type RequestedFunction = { functionName: string; args: readonly string[]; abi: readonly string[] }

export type Resolved =
  | { kind: 'found'; abi: AbiFunction; values: readonly unknown[]; source: 'hint' | 'table' | 'signature' }
  /** `about`: what prevented the call. `observed`: what was found instead, in words or signatures. */
  | { kind: 'refused'; about: 'function' | 'abi' | 'arguments' | 'ambiguous'; observed: string }

/**
 * Finds the one function that a request means, with its arguments: in the ABI of the request; without one, in the
 * bundled table or by a whole signature. An ambiguous request is refused, never guessed.
 */
export function resolveFunction({ functionName, args, abi }: RequestedFunction): Resolved {
  const hint = readAbiHint(abi)
  const asked = functionName.includes('(') ? readSignature(functionName) : null
  if (functionName.includes('(') && !asked) return refused('function', 'The name is no function signature')
  const name = asked?.name ?? functionName.trim()
  const signature = asked && toFunctionSignature(asked)
  const { candidates, source } = candidatesFor(name, hint.functions, asked)
  const meant = unique(candidates).filter((each) => !signature || toFunctionSignature(each) === signature)
  if (meant.length === 0) return noneFound(name, hint.unreadable.length > 0, abi.length > 0, candidates)
  const tried = meant.map((each) => ({ each, outcome: tryArguments(args, each) }))
  const fitting = tried.flatMap(({ each, outcome }) => ('values' in outcome ? [{ each, values: outcome.values }] : []))
  const [first, ...others] = fitting
  if (first && others.length > 0)
    return refused('ambiguous', fitting.map(({ each }) => toFunctionSignature(each)).join(' or '))
  if (first) return { kind: 'found', abi: first.each, values: first.values, source }
  // Reports only functions with the right number of arguments, if several have the same name.
  const near = tried.filter(({ each }) => each.inputs.length === args.length)
  return refused(
    'arguments',
    (near.length > 0 ? near : tried)
      .flatMap(({ each, outcome }) =>
        'problem' in outcome ? [`${toFunctionSignature(each)}: ${outcome.problem}`] : [],
      )
      .join('; '),
  )
}

const refused = (about: 'function' | 'abi' | 'arguments' | 'ambiguous', observed: string): Resolved => ({
  kind: 'refused',
  about,
  observed,
})

function candidatesFor(
  name: string,
  hinted: readonly AbiFunction[],
  asked: AbiFunction | null,
): { candidates: readonly AbiFunction[]; source: 'hint' | 'table' | 'signature' } {
  const byHint = hinted.filter((each) => each.name === name)
  if (byHint.length > 0) return { candidates: byHint, source: 'hint' }
  const byTable = knownByName(name).map(({ abi }) => abi)
  const isInTable = !asked || byTable.some((each) => toFunctionSignature(each) === toFunctionSignature(asked))
  return byTable.length > 0 && isInTable
    ? { candidates: byTable, source: 'table' }
    : { candidates: asked ? [asked] : [], source: 'signature' }
}

function noneFound(name: string, broken: boolean, hinted: boolean, candidates: readonly AbiFunction[]): Resolved {
  if (candidates.length > 0)
    return refused('function', `Found ${candidates.map((each) => toFunctionSignature(each)).join(', ')}`)
  if (broken) return refused('abi', 'A part of the ABI could not be read')
  return refused(
    'function',
    hinted ? `The ABI has no function “${cleanChainString(name, 48)}”` : 'No ABI came with the request',
  )
}

const unique = (functions: readonly AbiFunction[]): AbiFunction[] => [
  ...new Map(functions.map((each) => [toFunctionSignature(each), each])).values(),
]

type Outcome = { values: readonly unknown[] } | { problem: string }

function tryArguments(args: readonly string[], { inputs }: AbiFunction): Outcome {
  try {
    return { values: parseArguments(args, inputs) }
  } catch (error) {
    if (error instanceof ArgumentError) return { problem: error.message }
    throw error
  }
}
