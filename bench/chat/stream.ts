/** Tokens of the measured answer, and how fast they come. */
export const tokenCount = 6_400
export const tokensPerSecond = 300
/** One token in this many is a mark, by which the page's delay is told. */
const marked = 100

const block = `The flexible vault pays **4.2% a year** at the moment and gives its deposits back at once. The locked one pays more, and takes a week; what that costs depends on when you need the money.

- It holds listed tokens only, and says which
- Its fee is *10%* of what it earns
- See [the list of places](https://example.org/yields)

## What it means for you

| Place | A year | Back in |
|---|---|---|
| Flexible vault | 4.2% | at once |
| Locked vault | 6.1% | seven days |

1. Approve \`USDC\` for the vault
2. Deposit what you can spare

> Rates change, and nothing here is a promise.

`

/** The answer, token by token: pieces of at most five characters and the space before them. */
function answerTokens(): readonly string[] {
  const pieces = block.match(/\s*\S{1,5}|\s+$/g) ?? []
  return Array.from({ length: tokenCount }, (_, index) => {
    const piece = pieces[index % pieces.length] ?? ''
    return index % marked === marked - 1 ? `${piece} mark${markOf(index)}q` : piece
  })
}

const markOf = (index: number) => Math.floor(index / marked) + 1

/** The number of the mark that a token carries, or null. */
export const markAt = (index: number): number | null => (index % marked === marked - 1 ? markOf(index) : null)

/** Earlier messages of both, oldest first. */
export const historyOf = (length: number): readonly { role: 'user' | 'agent'; text: string }[] =>
  Array.from({ length }, (_, index) =>
    index % 2 === 0
      ? { role: 'user', text: `And how about number ${index}?` }
      : { role: 'agent', text: `${block}That is answer ${index}.` },
  )

/** Calls `say` with each token when it is due, in the pace of a model; ends when all are said or `isGone`. */
export async function speak(say: (token: string, index: number) => void, isGone: () => boolean): Promise<void> {
  const tokens = answerTokens()
  const began = performance.now()
  let next = 0
  while (next < tokens.length && !isGone()) {
    await new Promise((resolve) => setTimeout(resolve, 4))
    const due = Math.min(tokens.length, Math.ceil(((performance.now() - began) / 1000) * tokensPerSecond))
    for (; next < due; next += 1) say(tokens[next] ?? '', next)
  }
}
