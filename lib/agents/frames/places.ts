import type { Lexicon } from '../tagger/lexicon'
import type { Dialogue } from './understanding'

const other = /\b(?:the\s+other|the\s+second|my\s+other)\s+(?:chain|network)\b/gi
const here = /\b(from|on)\s+(?:here|this\s+(?:chain|network))\b/gi

/** The text with the name of the network that "the other network" means, where there are two and one was spoken of. */
export function withPlaces(text: string, { chains, here: signedInOn }: Lexicon, { draft, on }: Dialogue): string {
  const ids = [...new Set([...chains.values()].filter((id) => id !== null))]
  const at = draft?.fromChain?.id ?? on?.id ?? draft?.toChain?.id ?? signedInOn
  const others = ids.filter((id) => id !== at)
  const nameOf = (wanted: number | undefined) => [...chains].find(([, id]) => id === wanted)?.[0]
  const [there] = others
  if (ids.length !== 2 || others.length !== 1 || at === undefined) return text
  return text.replace(other, nameOf(there) ?? '$&').replace(here, `$1 ${nameOf(at) ?? '$2'}`)
}
