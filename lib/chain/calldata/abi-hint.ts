import { type AbiFunction, type AbiParameter, parseAbi, parseAbiItem } from 'viem'
import { z } from 'zod'

/** The readable part of an ABI that came with a request. A hint: it says how to encode, never what a function does. */
type AbiHint = {
  functions: readonly AbiFunction[]
  /** Fragments that are no ABI, unchanged. */
  unreadable: readonly string[]
}

const sizes = Array.from({ length: 32 }, (_, index) => (index + 1) * 8).join('|')
const elementary = new RegExp(
  String.raw`^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(?:${sizes})|tuple)(?:\[(?:[1-9]\d{0,3})?\])*$`,
)

/** Expands Solidity's short forms, because selectors are computed from the long ones. */
const longForm = (type: string): string =>
  type.replace(/^(u?int)(?=\[|$)/, '$1256').replace(/^address payable(?=\[|$)/, 'address')

/** A Solidity identifier. Any other name may smuggle in what yields another function's selector. */
const identifier = /^[A-Za-z_$][\w$]*$/

type Parameter = { name?: string | null | undefined; type: string; components?: Parameter[] | undefined }

const parameterSchema: z.ZodType<Parameter> = z.lazy(() =>
  z.object({
    name: z.union([z.literal(''), z.string().max(100).regex(identifier)]).nullish(),
    type: z.string().max(100),
    components: z.array(parameterSchema).max(50).optional(),
  }),
)

const mutabilities = ['pure', 'view', 'nonpayable', 'payable'] as const

const fragmentSchema = z.object({
  type: z.string().default('function'),
  name: z.string().max(200).regex(identifier).optional(),
  inputs: z.array(parameterSchema).max(50).default([]),
  stateMutability: z.enum(mutabilities).optional(),
  payable: z.boolean().optional(),
})

/** Reads fragments in human-readable or JSON form. Each string is one fragment or a whole JSON ABI. */
export function readAbiHint(fragments: readonly string[]): AbiHint {
  const functions: AbiFunction[] = []
  const unreadable: string[] = []
  const texts = fragments.map((fragment) => fragment.trim()).filter((fragment) => fragment !== '')
  const structs = texts.filter((text) => /^struct\s/.test(text)).map(plain)
  for (const text of texts) {
    if (/^(?:struct|event|error|constructor|fallback|receive)\b/.test(text)) continue
    const read = /^[[{]/.test(text) ? fromJson(text) : fromWords(text, structs)
    if (read) functions.push(...read)
    else unreadable.push(text)
  }
  return { functions, unreadable }
}

/** Reads `name(types)` as a function; null if it is not one. */
export function readSignature(text: string): AbiFunction | null {
  const [only, ...others] = fromWords(text.trim(), []) ?? []
  return only && others.length === 0 ? only : null
}

function fromJson(text: string): AbiFunction[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const items = Array.isArray(value) ? value : [value]
  const functions: AbiFunction[] = []
  for (const item of items) {
    const fragment = fragmentSchema.safeParse(item)
    if (!fragment.success) return null
    const { type, name, inputs, stateMutability, payable } = fragment.data
    if (type !== 'function') continue
    const parameters = inputs.map(toParameter)
    if (!name || !parameters.every(isParameter)) return null
    const mutability = stateMutability ?? (payable ? 'payable' : 'nonpayable')
    functions.push({ type: 'function', name, inputs: parameters, outputs: [], stateMutability: mutability })
  }
  return functions
}

const isParameter = (parameter: AbiParameter | null): parameter is AbiParameter => parameter !== null

function toParameter({ name, type, components }: Parameter): AbiParameter | null {
  const long = longForm(type)
  if (!elementary.test(long)) return null
  const named = name ? { name } : {}
  if (!long.startsWith('tuple')) return { ...named, type: long }
  const inner = (components ?? []).map(toParameter)
  return inner.length > 0 && inner.every(isParameter) ? { ...named, type: long, components: inner } : null
}

const plain = (text: string): string => text.replace(/;\s*$/, '')

function fromWords(text: string, structs: readonly string[]): AbiFunction[] | null {
  const words = plain(text)
    .replace(/\s+/g, ' ')
    .replace(/\btuple\s*\(/g, '(')
  const whole = words.startsWith('function ') ? words : `function ${words}`
  if (!canBeWrittenOut(whole, structs)) return null
  try {
    const parsed: unknown =
      structs.length > 0 ? parseAbi([...structs, whole] as readonly string[]) : [parseAbiItem(whole as string)]
    return Array.isArray(parsed) ? fromJson(JSON.stringify(parsed)) : null
  } catch {
    return null
  }
}

/** `struct Name { type name; … }`, as in human-readable ABIs. */
const structShape = /^struct\s+([\w$]+)\s*\{([^{}]*)\}$/

/** Maximum number of parameters with all structs expanded. No legitimate function has more. */
const mostWrittenOut = 5_000

/**
 * True if a function's parameters stay few with all structs expanded. A struct that contains another twice doubles it,
 * so a handful of lines can expand to more than any machine can read; one may also contain itself.
 */
function canBeWrittenOut(signature: string, structs: readonly string[]): boolean {
  const members = new Map(
    structs.map((text): [string, readonly string[]] => {
      const [, name = '', body = ''] = structShape.exec(text.trim()) ?? []
      // Counts every word, including those in tuples and member names: an upper bound, not the exact number.
      return [name, body.match(/[\w$]+/g) ?? []]
    }),
  )
  const sizes = new Map<string, number>()
  const sizeOf = (type: string): number => {
    const known = sizes.get(type)
    if (known !== undefined) return known
    // Placeholder until known: a struct that contains itself has no finite size.
    sizes.set(type, Number.POSITIVE_INFINITY)
    const size = (members.get(type) ?? []).reduce((sum, member) => sum + sizeOf(member), 1)
    sizes.set(type, size)
    return size
  }
  const largest = structs.length === 0 ? 1 : Math.max(...[...members.keys()].map(sizeOf))
  return largest * signature.split(',').length <= mostWrittenOut
}
