/** `struct Name { type name; … }`, as human-readable ABIs have it. */
const shape = /^struct\s+([\w$]+)\s*\{([^{}]*)\}$/

/** More parameters than this, all structs written out, no honest function has. */
const mostWrittenOut = 5_000

/**
 * Whether a function's parameters stay few once every struct in them is written out. A struct that holds another twice
 * doubles it, so that a handful of lines can stand for more than any machine can read; one may also hold itself.
 */
export function canBeWrittenOut(signature: string, structs: readonly string[]): boolean {
  const members = new Map(
    structs.map((text): [string, readonly string[]] => {
      const [, name = '', body = ''] = shape.exec(text.trim()) ?? []
      // Every word counts, those in tuples and the names of members too: it is a bound, not a number.
      return [name, body.match(/[\w$]+/g) ?? []]
    }),
  )
  const sizes = new Map<string, number>()
  const sizeOf = (type: string): number => {
    const known = sizes.get(type)
    if (known !== undefined) return known
    // Until it is known: whoever holds itself has no size.
    sizes.set(type, Number.POSITIVE_INFINITY)
    const size = (members.get(type) ?? []).reduce((sum, member) => sum + sizeOf(member), 1)
    sizes.set(type, size)
    return size
  }
  const largest = structs.length === 0 ? 1 : Math.max(...[...members.keys()].map(sizeOf))
  return largest * signature.split(',').length <= mostWrittenOut
}
