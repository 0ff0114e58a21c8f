/** Why nothing is proposed, whatever else the text says. */
export type Abstention =
  | 'injection'
  | 'negated'
  | 'past'
  | 'hypothetical'
  | 'conditional'
  | 'scheduled'
  | 'leverage'
  | 'lending'
  | 'staking'
  | 'nft'
  | 'liquidity'
  | 'contract'
  | 'advice'
  | 'scam'
  | 'receiving'
  | 'keys'

type Rule = {
  topic: Abstention
  pattern: RegExp
  /** The pattern counts only beside a verb such as "swap": elsewhere the words are harmless. */
  withVerb?: true
}

/** In order of precedence. Patterns run over the whole text in lower case. */
const rules: readonly Rule[] = [
  {
    topic: 'injection',
    pattern:
      /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|rules?|prompts?|guidelines|checks?|above|previous)\b|\b(developer|admin|god|debug) mode\b|\bjailbreak|\bsystem prompt\b|\byou are now\b|\bpretend (to be|you)\b|\[ ?(?:system|admin|developer) ?\]|\bnew (?:system )?policy\b/s,
  },
  {
    topic: 'keys',
    pattern: /\b(?:private|secret) keys?\b|\b(?:seed|recovery|secret) ?(?:phrase|words)\b|\bmnemonic\b/,
  },
  {
    topic: 'scam',
    pattern:
      /\b(?:is|are|looks?|seems?)\b.*\b(?:legit\w*|a scam|scammy|phishing|fraud\w*|trustworthy)\b|\b(?:legit\w*|(?:a )?scam|safe to trust)\s*\?|\b(?:send|pay|give)\b.*\bto (?:get|receive)\b.*\b(?:back|double|twice)\b/,
  },
  {
    // "Ask 0x… to send me 10 USDC", "0x… owes me 10", "get 10 USDC back from 0x…"
    topic: 'receiving',
    pattern:
      /\b0x[0-9a-f]{40}\b(?:(?!\b(?:and|then|that|who|which)\b)[^.,;!?])*\b(?:send|pay|owe|refund|reimburse)s? (?:me|us)\b|\b(?:ask|tell|remind|get|make|let) (?:my )?(?!you\b|u\b|me\b|us\b|ya\b)[\w.-]+ (?:to )?(?:send|pay|give|refund|reimburse) (?:me|us)\b|\b(?:request|collect|receive|get|take|pull|demand)\b(?:(?!\b(?:and|then)\b)[^.;!?])*\bfrom (?:0x[0-9a-f]{40}|[\w-]+\.eth)\b|\b(?:charge|invoice|bill) (?:0x[0-9a-f]{40}|[\w-]+\.eth)\b|\bsend (?:me|us)\b[^.;!?]*\bfrom (?:0x[0-9a-f]{40}|[\w-]+\.eth)\b/,
  },
  {
    topic: 'negated',
    withVerb: true,
    pattern:
      /\b(don'?t|do not|doesn'?t|did ?n'?t|did not|not|never|no|nothing|won'?t|can'?t|cannot|without|refuse|avoid|stop|isn'?t|shouldn'?t|instead of|rather than)\b/,
  },
  {
    topic: 'hypothetical',
    withVerb: true,
    pattern: /^(?:i|we|you|one|they|he|she|people|anyone|anybody|everyone) (?:could|can|may|should)\b(?! like\b)/,
  },
  {
    topic: 'hypothetical',
    pattern:
      /\b(thinking|considering|planning|wonder|wondering|might|imagine|pretend|suppose|hypothetically|what if|as if|like i would|like i'd|yeah right|let me think|i'd be (?:an? )?(?:idiot|fool|mad|crazy|insane|stupid))\b/,
  },
  { topic: 'nft', pattern: /\b(nfts?|mint|minting|collectibles?|erc-?(721|1155))\b/ },
  {
    topic: 'conditional',
    pattern:
      /\b(limit orders?|stop[- ]?loss(?:es)?|take[- ]?profits?|limit (buy|sell)s?)\b|\b(?:price|rate) alerts?\b|\b(?:alert|notify|ping|warn|remind) (?:me|us)\b(?!,?\s*(?:what|which|how|where|have|do|did|is|are|am|whether|of)\b)|\b(?:let me know|tell me) when\b/,
  },
  {
    topic: 'conditional',
    withVerb: true,
    pattern:
      /\b(if|in case|provided|when|whenever|once|unless|until|as soon as|below|above|under|reaches|hits|drops|dips|falls|rises|goes (up|down))\b|@|\bat (a price of )?\$?(?!0x|[\d.,]+k?\s*(?:%|percent)|\d{1,2}(?::\d\d)?\s?(?:am|pm|o'?clock|h)\b|\d{1,2}:\d\d)\.?\d/,
  },
  {
    topic: 'scheduled',
    pattern:
      /\b(every(?= (?:\d|other|few|second|first|last|third|single|sec|min|hour|day|night|morning|evening|week|month|quarter|year|mon|tue|wed|thu|fri|sat|sun|time))|daily|weekly|monthly|hourly|each (day|week|month|hour)|dca|dollar[- ]cost|recurring|schedule[d]?)\b/,
  },
  {
    topic: 'scheduled',
    withVerb: true,
    pattern:
      /\b(tomorrow|tonight|later|(?:next|this|coming|until|by|before) (week|weekend|month|year|hour|day|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|in (\d+|an?|few) (sec|min|hour|day|week|month)\w*|(?:on|before|by) (mon|tues|wednes|thurs|fri|satur|sun)day|at \d+(?::\d\d)? ?(am|pm|o'?clock)|at \d+:\d\d|at (?:noon|midnight)|after \w+|(?:on|by|until|before) (?:the )?\d{1,2}(?:st|nd|rd|th)|(?:on )?\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|june|july|august|september|october|november|december) \d{1,2})\b/,
  },
  {
    topic: 'leverage',
    pattern: /\b(leveraged?|margin|perps?|perpetuals?|futures)\b|\b\d+x\b|^(please )?(go |open a )?(long|short)\b/,
  },
  { topic: 'liquidity', pattern: /\b(liquidity|lp)\b/ },
  {
    topic: 'lending',
    pattern:
      /\b(lend|lends|lending|borrow|borrowing|repay|repaying|loans?|collateral|aave|compound|supply|supplying|deposit|deposits|depositing|withdraw|withdrawing|withdrawal|debt)\b/,
  },
  {
    topic: 'staking',
    pattern:
      /\b(un|re)?stak(e|ed|es|ing)\b|\b(yields?|apy|apr|earn|earning|farm|farming|vaults?|rewards?|lido|rebalance|invest|investing)\b/,
  },
  {
    topic: 'contract',
    pattern:
      /\b(approve|revoke|(?<!\b(?:kids?|sons?|daughters?|childs?|children|weekly|monthly)(?:'s|')?\s)allowances?|permit|claim|airdrops?|delegate|smart contract|call (the )?(function|contract))\b/,
  },
]

const nothing: ReadonlySet<Abstention> = new Set()

/** The first reason to propose nothing, or null, passing over topics in `but`. `text` is cleaned and in lower case. */
export const abstentionIn = (text: string, hasVerb: boolean, but = nothing): Abstention | null =>
  rules.find(({ topic, pattern, withVerb }) => !but.has(topic) && (hasVerb || !withVerb) && pattern.test(text))
    ?.topic ?? null

/** Words that try to change the rules themselves. `text` is in lower case. */
export const isInjection = (text: string): boolean =>
  rules.some(({ topic, pattern }) => topic === 'injection' && pattern.test(text))

/** "I thought of setting up a plan", "…, what do you think?": what somebody has in mind is not asked for yet. */
export const isMusing = (text: string): boolean =>
  /\bi(?:'ve|\s+have|\s+had|'d|\s+was|'m|\s+am)?\s+(?:(?:just|also|actually|often|first|even|once)\s+)*(?:thought\s+(?:of|about)|been\s+thinking|thinking\s+(?:of|about)|toying|considering)\b|\b(?:what\s+do\s+you\s+think|(?:your|any)\s+thoughts)\b/i.test(
    text,
  )

export type Mood = 'command' | 'question' | 'permission'

const asking =
  /^(should|shall|would|will|is|are|was|were|am|do(?! (?:it|that|this|the (?:same|other|opposite|reverse)|an?|only|just|half|all|\$?\.?\d\S*)\b)|does|did|has|have|had|what|what's|whats|how|how's|why|when|where|who|which|any|isn't|aren't)\b/
/** "Best place to park USDC" asks for one. */
const superlative =
  /^(?:the )?(?:best|safest|good|cheapest|fastest|easiest|right|top|highest|most) (?:\w+ ){1,3}(?:to|for)\b/
/** "I'd love to know what it costs to bridge" asks. */
const wondering =
  /\bi(?:'d| would)? (?:(?:really|just|also|first|only) )*(?:like|love|want|need) to (?:know|understand|learn|hear|find out)\b(?!.*\band (?:then |also |please )*(?:swap|send|bridge|move|buy|sell|pay|stake|lend|borrow|repay|withdraw)\b)/
const opening = /^(?:(?:hey|hi|hello|gm|yo|so|ok|okay|well|please|pls|and|but|um|hmm|also|then|now|there)[\s,]+)+/

/**
 * How a sentence is meant: "swap ..." and "can you swap ..." are commands; "can I swap ..." and "swap ...?" ask whether it
 * is possible; "should I swap", "how do I swap" want words and no proposal.
 */
export function moodOf(sentence: string, question: boolean): Mood {
  const text = sentence.replace(opening, '')
  if (/\b(how|where|why) (to|do|does|can|could|would|should|much|long|safe|come)\b/.test(text)) return 'question'
  if (superlative.test(text)) return 'question'
  // "Would you stake 100 USDC?" may as well want an opinion.
  if (question && /^would (you|u|ya|we)\b(?!.*\b(please|pls|kindly|mind|for me)\b)/.test(text)) return 'permission'
  if (/^(can|could|would|will) (you|u|ya|we)\b/.test(text)) return 'command'
  if (/^(can|could|may|might) i\b/.test(text)) return 'permission'
  // "My rent is due in DAI, so could you …?"
  if (!asking.test(text) && /(?:[\s,](?:so|and),?|:) (?:please )?(?:can|could|would|will) (?:you|u|ya)\b/.test(text))
    return 'command'
  if (asking.test(text) || wondering.test(text)) return 'question'
  return question ? 'permission' : 'command'
}
