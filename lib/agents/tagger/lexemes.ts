/** A piece of the text before it means anything. `text` is lower case, `raw` as it was typed. */
export type Lexeme = {
  kind: 'word' | 'number' | 'usd' | 'percent' | 'ratio' | 'hex' | 'name' | 'comma' | 'quote' | 'symbol'
  text: string
  raw: string
}

const number = String.raw`(?:\d+(?:[.,]\d+)*|\.\d+)`
const glued = `${number}[a-z]*[a-z0-9]*`

// The order matters: the first alternative that fits wins. None may be tried anew at each place of a long run, such as of
// hyphens: the time would grow by more than its length.
const pattern = new RegExp(
  [
    String.raw`(?<word>https?:\/\/\S+)`,
    String.raw`(?<hex>0x[0-9a-z]*(?:\.{2,}[0-9a-z]+)?|\b[0-9a-f]{38,44}\b)`,
    String.raw`(?<name>(?<![a-z0-9_-])(?:[a-z0-9_-]+\.)*(?=\d*[a-z_-])[a-z0-9_-]+\.eth\b)`,
    String.raw`(?<usd>-?\$\s?${glued}|${number}[km]?\s?\$(?![\d.]))`,
    String.raw`(?<percent>-?${number}\s?%)`,
    String.raw`(?<ratio>\b\d+\/\d+\b)`,
    `(?<number>(?<![a-z0-9])-\\s?${glued}|${glued})`,
    '(?<arrow>(?<![-=])[-=]*>)',
    String.raw`(?<letters>[a-z_][a-z0-9_]*(?:['-][a-z0-9_]+)*(?:\.e\b)?)`,
    '(?<comma>[,:.]+)',
    '(?<quote>["\']+)',
    String.raw`(?<symbol>\S)`,
  ].join('|'),
  'giu',
)

const kinds = ['hex', 'name', 'usd', 'percent', 'ratio', 'number', 'word', 'comma', 'quote', 'symbol'] as const

/** Cuts a cleaned text into lexemes. White space between them is dropped. */
export function lexemes(text: string): Lexeme[] {
  return [...text.matchAll(pattern)].map(({ 0: raw, groups = {} }) => {
    if (groups.arrow !== undefined) return { kind: 'word', text: 'to', raw }
    if (groups.letters !== undefined) return { kind: 'word', text: raw.toLowerCase(), raw }
    const kind = kinds.find((name) => groups[name] !== undefined) ?? 'symbol'
    return { kind, text: raw.toLowerCase(), raw }
  })
}
