import { aboutApp } from './app-topics'
import { aboutKeys, things, topics } from './topics'

/** Most words of a question about what a thing is, rather than about something that is to be done with it. */
const mostWords = 6

/** Returns the answer to a question about how things work; null if it is about none of them. `text` is in lower case. */
export function explanationOf(text: string): string | null {
  const bare = text.replace(/[\s.!?]+$/, '')
  const isShort = bare.split(/\s+/).length <= mostWords
  const all = [...aboutKeys, ...aboutApp, ...topics, ...(isShort ? things : [])]
  return all.find(([about]) => about.test(bare))?.[1] ?? null
}

/** Example sentences for an action, by the words for it. */
const sayings: readonly (readonly [about: RegExp, example: string])[] = [
  [/\b(?:unstake|exit|leave)\b|\bout of (?:a|the|my) vault/, 'unstake 100 USDC'],
  [
    /\b(?:recurring|dca|plans?|every (?:day|week|month)|daily|weekly|monthly|regularly|automatic\w* (?:buy|invest))\b/,
    'buy $50 of ETH every Friday for 10 weeks',
  ],
  [/\b(?:stake|earn|invest)\b/, 'stake 100 USDC'],
  [/\brepay|\bpay (?:back|off)\b/, 'repay all my DAI'],
  [/\bborrow\b|\bloan\b/, 'borrow 50 DAI'],
  [/\bwithdraw\b/, 'withdraw 100 USDC from lending'],
  [/\b(?:supply|lend|deposit)\b/, 'supply 100 USDC'],
  [
    /\bbridge\b|\b(?:move|get)\b.*\bto (?:base|ethereum|another (?:chain|network))/,
    'bridge 100 USDC from Ethereum to Base',
  ],
  [/\bnfts?\b/, 'send my Postcard #3 to 0x…'],
  [/\b(?:send|transfer|pay)\b/, 'send 20 USDC to 0x…'],
  [/\b(?:swap|buy|sell|trade|exchange|convert)\b/, 'swap 0.1 ETH for USDC'],
]

/** Answers "how do I …" with what to say. Null if it is about something else. `text` is in lower case. */
export function howToOf(text: string): string | null {
  if (!/^(?:how|what is the (?:best )?way|where) (?:do|does|can|could|should|would|to)\b/.test(text)) return null
  const found = sayings.find(([about]) => about.test(text))
  return found
    ? `Just say it, with the amount and the token: “${found[1]}”. I prepare it as a card that shows what really happens, and nothing is done until you countersign it and your wallet signs. Nothing has been prepared yet.`
    : null
}
