/** A number in a JSON text, as it is written there: no digit is lost above 2^53. */
export class Numeral {
  constructor(readonly text: string) {}
}

const mark = '\u0000'
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * JSON with its numbers as `Numeral`s. Throws SyntaxError for what is no JSON. NUL marks numbers on the way, so a text
 * that contains one, written out or escaped, is refused.
 */
export function parseStrictJson(text: string): unknown {
  if (text.includes(mark) || /\\u0000/i.test(text)) throw new SyntaxError('NUL is not allowed')
  // The text must be JSON as it stands: quoting must not make good what is not.
  JSON.parse(text)
  const quoted = text.replace(token, (found) => (found.startsWith('"') ? found : `"\\u0000${found}"`))
  return JSON.parse(quoted, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new Numeral(value.slice(1)) : value,
  )
}
