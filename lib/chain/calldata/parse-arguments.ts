import { type AbiParameter, isAddress, isHex, size } from 'viem'

/** An argument does not match its type. The message tells a person what it must be. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

const fail = (message: string): never => {
  throw new ArgumentError(message)
}

/** Maximum number of 32-byte values in a transaction: nodes relay up to 128 KiB (go-ethereum, txMaxSize). */
const mostValues = 4_096

/**
 * Parses a function's arguments from strings: integers in decimal, bytes and addresses in hex, `true` or `false`,
 * tuples and arrays as JSON. Repairs and guesses nothing. Throws ArgumentError.
 */
export function parseArguments(texts: readonly string[], parameters: readonly AbiParameter[]): readonly unknown[] {
  if (texts.length !== parameters.length)
    return fail(`takes ${count(parameters.length)}, and ${texts.length === 0 ? 'none' : texts.length} came`)
  // Counted first: reading and showing many more would block the page for a minute.
  const lists = texts.filter((_, index) => isComposed(parameters[index]))
  if (lists.reduce((sum, text) => sum + text.split(',').length, 0) > mostValues)
    return fail('more values came than a transaction has room for')
  return parameters.map((parameter, index) => {
    const label = `argument ${index + 1} (${[parameter.name, parameter.type].filter(Boolean).join(', ')})`
    return within(label, () => parseArgument(texts[index] ?? '', parameter))
  })
}

const count = (number: number): string => (number === 1 ? '1 argument' : `${number} arguments`)

function within<T>(label: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ArgumentError) return fail(`${label}: ${error.message}`)
    throw error
  }
}

function parseArgument(text: string, parameter: AbiParameter): unknown {
  if (!isComposed(parameter)) return parseValue(text, parameter)
  return parseValue(readJson(text), parameter)
}

const isComposed = (parameter: AbiParameter | undefined): boolean =>
  parameter !== undefined && (parameter.type.endsWith(']') || parameter.type.startsWith('tuple'))

function readJson(text: string): unknown {
  try {
    return parseStrictJson(text)
  } catch {
    return fail('must be JSON, with addresses and bytes in quotes')
  }
}

function parseValue(value: unknown, parameter: AbiParameter): unknown {
  const { type } = parameter
  const array = /^(.*)\[(\d*)\]$/s.exec(type)
  if (array) return parseList(value, { ...parameter, type: array[1] ?? '' }, array[2] ?? '')
  if (type === 'tuple') return parseTuple(value, 'components' in parameter ? parameter.components : [])
  if (type === 'bool') return parseBool(value)
  if (/^u?int/.test(type)) return parseInteger(value, type)
  if (typeof value !== 'string') return fail(`must be a string in quotes (${type})`)
  if (type === 'string') return value
  if (type === 'address') return parseAddress(value)
  return parseBytes(value, type)
}

function parseList(value: unknown, element: AbiParameter, length: string): readonly unknown[] {
  if (!Array.isArray(value)) return fail('must be a JSON array')
  if (length !== '' && value.length !== Number(length)) return fail(`must have ${length} elements`)
  return value.map((each, index) => within(`element ${index + 1}`, () => parseValue(each, element)))
}

/** Reads members in order, or all of them by name. */
function parseTuple(value: unknown, components: readonly AbiParameter[]): readonly unknown[] {
  const members = Array.isArray(value) ? inOrder(value, components) : byName(value, components)
  return components.map((component, index) =>
    within(component.name || `member ${index + 1}`, () => parseValue(members[index], component)),
  )
}

function inOrder(values: readonly unknown[], components: readonly AbiParameter[]): readonly unknown[] {
  if (values.length !== components.length) return fail(`must have ${components.length} members`)
  return values
}

function byName(value: unknown, components: readonly AbiParameter[]): readonly unknown[] {
  if (typeof value !== 'object' || value === null || value instanceof Numeral)
    return fail('must be a JSON array or object')
  const names = components.map(({ name }) => name ?? '')
  const given = Object.keys(value)
  const missing = names.filter((name) => !given.includes(name))
  if (names.includes('') || missing.length > 0 || given.length !== names.length)
    return fail(`must have exactly the members ${names.map((name) => name || 'without a name').join(', ')}`)
  const byKey = new Map<string, unknown>(Object.entries(value))
  return names.map((name) => byKey.get(name))
}

function parseBool(value: unknown): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return fail('must be true or false')
}

function parseInteger(value: unknown, type: string): bigint {
  const text = value instanceof Numeral ? value.text : value
  if (typeof text !== 'string' || !/^(?:0|-?[1-9]\d{0,77})$/.test(text)) return fail('must be a plain whole number')
  const bits = BigInt(type.replace(/^u?int/, '') || '256')
  const isSigned = type.startsWith('int')
  const number = BigInt(text)
  const [least, beyond] = isSigned ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n)] : [0n, 2n ** bits]
  if (number < least || number >= beyond) return fail(`is outside of what ${type} holds`)
  return number
}

function parseAddress(text: string): string {
  if (!isAddress(text, { strict: false })) return fail('must be an address: 0x and 40 hex digits')
  const digits = text.slice(2)
  if (digits !== digits.toUpperCase() && !isAddress(text))
    return fail('has a wrong EIP-55 checksum: at least one character is wrong')
  return text.toLowerCase()
}

function parseBytes(text: string, type: string): string {
  if (!isHex(text) || text.length % 2 !== 0) return fail('must be hex: 0x and two digits for each byte')
  const length = type.slice('bytes'.length)
  if (length !== '' && size(text) !== Number(length)) return fail(`must be ${length} bytes long`)
  return text.toLowerCase()
}

/** A number exactly as written in a JSON text, so that no digit is lost above 2^53. */
class Numeral {
  constructor(readonly text: string) {}
}

const mark = '\u0000'
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Parses JSON with its numbers as `Numeral`s. Throws SyntaxError if the text is no JSON. NUL serves to mark numbers
 * internally, so a text that contains one, literal or escaped, is refused.
 */
function parseStrictJson(text: string): unknown {
  if (text.includes(mark) || /\\u0000/i.test(text)) throw new SyntaxError('NUL is not allowed')
  // The text must be valid JSON itself: quoting must not repair it.
  JSON.parse(text)
  const quoted = text.replace(token, (found) => (found.startsWith('"') ? found : `"\\u0000${found}"`))
  return JSON.parse(quoted, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new Numeral(value.slice(1)) : value,
  )
}
