/** `struct Name { type name; … }`, as in human-readable ABIs. */
const shape = /^struct\s+([\w$]+)\s*\{([^{}]*)\}$/

/** Maximum number of parameters with all structs expanded. No legitimate function has more. */
const mostWrittenOut = 5_000

/**
 * True if a function's parameters stay few with all structs expanded. A struct that contains another twice doubles it,
 * so a handful of lines can expand to more than any machine can read; one may also contain itself.
 */
export function canBeWrittenOut(signature: string, structs: readonly string[]): boolean {
  const members = new Map(
    structs.map((text): [string, readonly string[]] => {
      const [, name = '', body = ''] = shape.exec(text.trim()) ?? []
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
