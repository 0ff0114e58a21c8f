/** Usual tags of agents, in words for a person. */
const words: ReadonlyMap<string, string> = new Map([
  ['swap', 'swaps'],
  ['bridge', 'bridges'],
  ['send', 'sends'],
  ['yield', 'yields'],
  ['staking', 'staking'],
  ['lending', 'lending'],
  ['borrowing', 'loans'],
  ['nft', 'NFTs'],
  ['portfolio', 'portfolio'],
  ['prices', 'prices'],
])

/** Lists what an agent can do: "Swaps, bridges, NFTs". Tags that are not known stay as they are, without dashes. */
export function abilityWords(tags: readonly string[]): string {
  const named = [...new Set(tags.map((tag) => words.get(tag.toLowerCase()) ?? tag.replace(/[-_]+/g, ' ')))].join(', ')
  return named.charAt(0).toUpperCase() + named.slice(1)
}
