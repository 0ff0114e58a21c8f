/** A number exactly as written in a JSON text, so that no digit is lost above 2^53. */
export class Numeral {
  constructor(readonly text: string) {}
}

const mark = '\u0000'
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Parses JSON with its numbers as `Numeral`s. Throws SyntaxError if the text is no JSON. NUL serves to mark numbers
 * internally, so a text that contains one, literal or escaped, is refused.
 */
export function parseStrictJson(text: string): unknown {
  if (text.includes(mark) || /\\u0000/i.test(text)) throw new SyntaxError('NUL is not allowed')
  // The text must be valid JSON itself: quoting must not repair it.
  JSON.parse(text)
  const quoted = text.replace(token, (found) => (found.startsWith('"') ? found : `"\\u0000${found}"`))
  return JSON.parse(quoted, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new Numeral(value.slice(1)) : value,
  )
}
