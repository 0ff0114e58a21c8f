import type { Lexicon } from '../tagger/lexicon'

const what = String.raw`((?:[^,.;!?\n]|[.,](?=\d))+?)`
const end = String.raw`(?=\s*(?:$|[,.;!?\n](?!\d)|\b(?:please|pls|now|then|and|instead|for\s+me)\b))`
const sum = String.raw`(\$?\.?\d\S*\s+(?:of\s+)?(?:my\s+)?[a-z]+)`

/** "U S D C", as it is dictated. */
const letters = /\b(?:[a-z]\s+){2,4}[a-z]\b/gi
/** "ETH/USDC", "eth-usd", "ethusd": two names. */
const pair = /(?<![\w$./-])(?:([a-z]{3,4})[/-]([a-z]{3,4})|[a-z]{6,8})(?![\w/-])/gi
/** "Put 200 DAI into ether": what it becomes. */
const become = new RegExp(
  String.raw`\b(?:put|place|stick|throw|drop|pour|sink|chuck|funnel|plough|plow)\s+${what}\s+in(?:to)?\s+(?:some\s+)?([a-z]+)${end}`,
  'gi',
)
/** "Take 50 USDC and make it ether". */
const takeAndMake = new RegExp(
  String.raw`\btake\s+${what}\s+and\s+(?:put|turn|make|convert|change|swap|get)\s+(?:it|that|them)\s+(?:in(?:to)?\s+|to\s+|for\s+)?(?:some\s+)?([a-z]+)(?=\s+on\s+[a-z]+[\s.!]*$|${end})`,
  'gi',
)
/** "I need some DAI. Use 200 USDC for it". */
const needAndUse = new RegExp(
  String.raw`\b(?:buy|get(?:\s+me)?|need|want)\s+(?:(?:some|a\s+bit\s+of|more)\s+)?([a-z]+)\s*[,.;?!-]+\s*(?:(?:please|just|you\s+can|and)\s+)*(?:use|spend|take)\s+${sum}(?:\s+for\s+(?:it|that|this))?${end}`,
  'gi',
)
/** "I need 150 dollars in ETH, take it from the USDC" */
const needFrom = new RegExp(
  String.raw`\b(?:need|want|like)\s+(?:about\s+|around\s+|some\s+)?([^,.;!?\n]*?(?:dollars|bucks|usd|\$\s?\d\S*))\s+(?:(?:worth\s+)?of|in)\s+([a-z]+)[\s,.;-]+(?:and\s+|so\s+|please\s+)*(?:take|use|pay)\s+(?:(?:it|that)\s+)?(?:(?:from|with|using|out\s+of)\s+)?(?:the|my)\s+([a-z]+)${end}`,
  'gi',
)
/** "I'd rather hold ether than dollars. Move 2k of my USDC into it" */
/** "I'd like more ether around, so change 60 of my USDC" */
const wantAndChange = new RegExp(
  String.raw`\b(?:want|need|like)\s+(?:(?:have|get|some|more|to|a\s+bit)\s+)+([a-z]+)\b(?:\s+(?:around|on\s+hand|handy|for\s+(?:the\s+|my\s+)?(?:network\s+)?(?:fees?|gas)))*\s*[,.;!-]+\s*(?:so\s+|then\s+|please\s+)*(swap|convert|change|exchange|trade)\s+(\$?\.?\d\S*\s+(?:of\s+)?(?:my\s+)?([a-z]+))${end}`,
  'gi',
)
/** "Make my 1 ether to USDT" */
const makeTo = new RegExp(
  String.raw`\bmake\s+(?:(?:my|the)\s+)?(\$?\.?\d\S*\s+(?:of\s+)?(?:my\s+)?([a-z]+))\s+(?:in)?to\s+((?:[a-z]+\s+)?[a-z]+)${end}`,
  'gi',
)
const wantAndMove = new RegExp(
  String.raw`\b(?:rather|prefer(?:\s+to)?|want|need|like|like\s+to|love\s+to)\s+(?:(?:have|hold|own|be\s+in|get|some|more|to)\s+)*([a-z]+)\b(?:\s+(?:than|to|over|instead\s+of|rather\s+than)\s+[a-z]+)?\s*[,.;!-]+\s*(?:so\s+|then\s+|please\s+)*(move|put|swap|convert|turn|change|exchange|trade)\s+${sum}\s+(?:in(?:to)?|to|for)\s+(?:it|that)${end}`,
  'gi',
)
/** "My rent is due in DAI, so could you exchange 1,200 USDC for it" */
const dueIn = new RegExp(
  String.raw`\b(?:due|payable|paid|billed|charged|owed|wanted|needed)\s+in\s+([a-z]+)\b\s*[,.;!-]*\s*(?:and\s+)?(?:so\s+)?((?:(?:can|could|would|will)\s+(?:you|u)\s+|please\s+|i\s+(?:want|need)\s+to\s+|let'?s\s+)+)(swap|convert|exchange|trade|change|turn)\s+${sum}\s+(?:in(?:to)?|to|for)\s+(?:it|that|some)${end}`,
  'gi',
)
/** "Get me out of WBTC, into USDC" */
const outInto =
  /\b(?:get(?:\s+me)?|i\s+(?:want|need)(?:\s+to\s+get)?)\s+out\s+of\s+(?:all\s+)?(?:my\s+)?([a-z]+)(?:\s+(?:completely|entirely|altogether|fully|for\s+good))?\b[\s,]*(?:(?:and\s+)?(?:back\s+)?in\s?to\s+([a-z]+)|([a-z]+)\s+instead)\b/gi
/** "… and then I want ETH for 1,000 USDC", after something else. */
const thenFor =
  /(?<=\b(?:and|then)\s+)(?:i\s+(?:want|need|would\s+like)|i'd\s+like)\s+(?:some\s+|to\s+(?:have|get)\s+)?([a-z]+)\s+(?:for|with)\s+((?:\$?\.?\d\S*|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:hundred|thousand))\s+([a-z]+))\b/gi
/** "Give me ETH, I pay with 60 USDC", "$75 of bitcoin, pay in DAI": what with. */
const payWith =
  /\s*[,.;]\s*(?:(?:and|but)\s+)?(?:i(?:'ll|'d|\s+will|\s+can|\s+want\s+to)?\s+)?pay(?:ing)?\s+(?:for\s+(?:it|that)\s+)?(?:with|in|using)\s+(?=(?:my\s+)?(?:\.?\d[\d.,]*k?\s+)?(?:of\s+)?(?:my\s+)?([a-z]+)\b)/gi
/** "I need 2000 USDC out of my ETH\", "I'd like 500 DAI, paid from my ETH": so much is to come of it. */
const wantFrom =
  /\b(?:need|want|like)\s+(?:exactly\s+|about\s+)?(\.?\d[\d.,]*k?\s+([a-z]+))\s*,?\s+(?:(?:to\s+be\s+)?(?:paid|bought|made)\s+)?(?:out\s+of|from|with|using)\s+(?:(?:some|part)\s+of\s+)?my\s+([a-z]+)\b(?:\s+for\s+(?:an?|the|my|our|his|her|their)\s+[a-z]+(?:\s+[a-z]+)?(?=\s*(?:$|[,.;!?])))?(?:[\s,.;]*\b(?:take|use|spend)\s+(?:however\s+much|as\s+much|whatever)(?:\s+[a-z]+)?(?:\s+as)?\s+(?:that|it|this)\s+(?:costs?|takes?|needs?))?/gi
/** "Convert USDC to DAI until I have 6000 DAI", "enough USDC so I have 6000 DAI": the same. */
const untilThere =
  /(\b(?:swap|convert|exchange|trade|sell|change|turn|get\s+rid\s+of)\s+)(?:enough\s+(?:of\s+)?)?((?:my\s+)?([a-z]+)\b(?:\s+(?:to|into|for)\s+[a-z]+)?)\s*,?\s+(?:until|till?|so(?:\s+that)?|to)\s+(?:i\s+)?(?:have|own|hold|get|end\s+up\s+with)\s+(\.?\d[\d.,]*k?\s+([a-z]+))(?:\s+(?:in\s+total|altogether|in\s+all|for\s+it))*(?=[\s.!]*$)/gi
/** "Market buy ETH 750 USDC" */
const marketOrder = /\b(?:at\s+)?market[\s-]+(?=(?:buy|sell|swap)\b)/gi
const buyFor = /\bbuy\s+([a-z]+)\s+(?:with\s+|for\s+)?(\$?\.?\d\S*\s+([a-z]+))(?=[\s.!]*$)/gi
/** "Bring me ETH for 100 DAI", "I'll take some WBTC for 50 USDC", "some ETH for 20 USDC": things to get hold of. */
const getFor =
  /(?:\b(?:(?:i'll|let\s+me|lemme)\s+(?:have|get|take)|(?:bring|find|fetch|score|order|get|hook)\s+me(?:\s+up\s+with)?|pick\s+up|order|take(?=\s+(?:some|more))|(?:stock|load)\s+up\s+on|go\s+for)\s+(?:(?:some|more|a\s+bit\s+of)\s+)?|^\W*(?:(?:please|pls|just)\s+)*(?:some|more)\s+)([a-z]+)\s+(?:with|for)\s+(\$?\.?\d\S*\s+(?:of\s+(?:my\s+)?)?([a-z]+))(?=\s*(?:$|[.!?]|please|pls))/gi
/** "Swap 100 USDC ETH". */
const besideEachOther =
  /\b((?:swap|sell|convert|exchange|trade|flip)\s+(?:(?:half|all|max|\d{1,3}\s?%|\$?\.?\d\S*)\s+)(?:of\s+)?(?:my\s+)?([a-z]+))\s+([a-z]+)(?=\s*(?:$|[,.;!?\n]|\b(?:please|pls|now|on|with|asap)\b))/gi
/** "Make DAI out of 0.1 ether". */
const makeOutOf =
  /\b(?:make|get)\s+(?:me\s+)?(?:some\s+)?([a-z]+)\s+out\s+of\s+((?:all\s+|half\s+)?(?:of\s+)?(?:my\s+)?(?:\$?\.?\d\S*\s+)?(?:of\s+)?(?:my\s+)?([a-z]+))\b/gi
/** "Let 30 dollars of my USDC go into ether", "make 100 USDC become ETH". */
const becomes =
  /\b(?:(?:have|make|let|see|want)\s+)?((?:\$?\.?\d\S*|[a-z]+(?:\s+dollars)?)\s+(?:dollars\s+)?(?:of\s+)?(?:my\s+)?([a-z]+))\s+(?:to\s+)?(?:goe?s?|become|turn)\s+(?:in(?:to)?\s+)?([a-z]+)\b/gi
/** Not out of the wallet, or not into it. */
const elsewhere = /\b(?:vaults?|markets?|lending|loans?|out|from|back|pool|staking)\b/i

/** "I've got 5,000 DAI, turn 1,000 of it into ETH": what "it" is. */
const holding =
  /^(?:[a-z]+\s+){0,4}?i(?:'ve|\s+have)?\s*(?:got|have|hold|own)?\s+(?:like\s+|about\s+|around\s+|roughly\s+|some\s+|over\s+)?(?:\$?\.?\d\S*|(?:[a-z]+\s+)?(?:hundred|thousand))\s+([a-z]+)\b[^,.;!?\n]*?(?:[,.;!?\n]+|\s+(?:and|so)\b)\s*(.*\bof\s+)(?:it|that|them|those|these)\b/i
const binding =
  /\b(?:if|when|unless|until|not|never|locked|staked|vault|lending|market|lent|supplied|debt|loan|owe|borrowed)\b|n['’]t\b/i

/** "Sell all my DAI, I'd rather have USDC": what it becomes. */
const ratherHave =
  /^(.*\b(?:sell|swap|convert|exchange|trade|dump|get\s+rid\s+of|cash\s+out)\b.*?)\s*[,.;!-]+\s*(?:and\s+|so\s+)?(?:i(?:'d|\s+would)?\s+(?:rather|prefer(?:\s+to)?|want|need)\s+(?:(?:have|hold|own|be\s+in|get|some)\s+)*([a-z]+)(?:\s+(?:instead|please|back|for\s+(?:it|that)))*|get\s+(?:me\s+)?(?:some\s+)?([a-z]+)\s+(?:back|instead|in\s+return|for\s+(?:it|that)))[\s.!]*$/i
/** "Into stables, USDC I mean", "to whatever dollar coin you have, USDC is fine": what it becomes. */
const vagueInto =
  /\b((?:in)?to)\s+(?:(?:some|a|any)\s+)?(?:stables?(?:\s?coins?)?|(?:dollar|stable|usd)\s?coins?|dollars|(?:whatever|any)\s+[a-z ]{1,24}?(?:have|got|support|know))\s*[,:(-]+\s*(?:(?:i\s+mean|so|say|like|maybe|preferably)\s+)*([a-z]+)(?:\s+(?:is\s+(?:fine|ok(?:ay)?|good)|works|will\s+do|i\s+mean|i\s+guess|preferably))?\)?/gi
/** "My whole DAI stash" */
const heap =
  /(\b(?:all|entire|whole|full|half|complete)\b(?:\s+(?:of|my|the))*\s+([a-z]+))\s+(?:bags?|stack|stash|pile|pot|holdings?|savings)\b/gi
const commands =
  /^\W*(?:(?:please|pls|ok|can\s+you|could\s+you|now|i\s+want\s+to)[\s,]+)*(?:send|transfer|swap|sell|convert|exchange|trade|bridge|move|pay|give|stake|supply|lend|deposit|put|invest|dump|turn)\b/i

/** The text with what is said of tokens in words that the grammar knows. */
export function tokensPlainly(text: string, { tokens }: Lexicon): string {
  const isToken = (name: string) => tokens.has(name.toLowerCase())
  const names = (said: string) =>
    said.split(/[^a-z]+/i).some((word) => isToken(word) || /^(?:it|that|them)$/i.test(word))
  const bare = commands.test(text)
    ? text.replace(heap, (whole, said: string, token: string) => (isToken(token) ? said : whole))
    : text
  const isCounted = (name: string) => isToken(name) || /^usd$/i.test(name)
  return bare
    .replace(vagueInto, (whole, into: string, token: string) => (isToken(token) ? `${into} ${token}` : whole))
    .replace(payWith, (whole, token: string) => (isToken(token) ? ' with ' : whole))
    .replace(ratherHave, (whole, sale: string, one?: string, other?: string) => {
      const token = one ?? other ?? ''
      return isToken(token) && !/\b(?:to|into|for)\s+[a-z]/i.test(sale) ? `${sale} for ${token}` : whole
    })
    .replace(pair, (whole, one: string | undefined, other: string) => {
      if (isToken(whole)) return whole
      const pairs = one === undefined ? [3, 4].map((at) => [whole.slice(0, at), whole.slice(at)]) : [[one, other]]
      const found = pairs.find(([given = '', wanted = '']) => isToken(given) && isCounted(wanted))
      return found ? found.join(' / ') : whole
    })
    .replace(letters, (spelled) => (isToken(spelled.replace(/\s+/g, '')) ? spelled.replace(/\s+/g, '') : spelled))
    .replace(holding, (whole, token: string, rest: string) =>
      isToken(token) && !binding.test(whole.slice(0, -rest.length)) ? `${rest}my ${token}` : whole,
    )
    .replace(dueIn, (whole, token: string, please: string, verb: string, given: string) =>
      isToken(token) ? `. ${please}${verb} ${given} into ${token}` : whole,
    )
    .replace(outInto, (whole, given: string, one?: string, other?: string) => {
      const token = one ?? other ?? ''
      return isToken(given) && isToken(token) ? `swap all my ${given} into ${token}` : whole
    })
    .replace(wantFrom, (whole, wanted: string, token: string, paid: string) =>
      isToken(token) && isToken(paid) ? `buy ${wanted} with my ${paid}` : whole,
    )
    .replace(untilThere, (whole, verb: string, given: string, paid: string, wanted: string, token: string) =>
      isToken(token) && isToken(paid) ? `${verb}${given} to receive ${wanted}` : whole,
    )
    .replace(marketOrder, '')
    .replace(thenFor, (whole, token: string, given: string, paid: string) =>
      isToken(token) && isToken(paid) ? `buy ${token} with ${given}` : whole,
    )
    .replace(getFor, (whole, token: string, given: string, paid: string) =>
      isToken(token) && isToken(paid) && token.toLowerCase() !== paid.toLowerCase()
        ? `buy ${token} with ${given}`
        : whole,
    )
    .replace(buyFor, (whole, token: string, given: string, paid: string) =>
      isToken(token) && isToken(paid) ? `buy ${token} with ${given}` : whole,
    )
    .replace(needFrom, (whole, given: string, token: string, paid: string) =>
      isToken(token) && isToken(paid) ? `buy ${given} of ${token} with ${paid}` : whole,
    )
    .replace(besideEachOther, (whole, given: string, paid: string, token: string) =>
      isToken(paid) && isToken(token) ? `${given} to ${token}` : whole,
    )
    .replace(becomes, (whole, given: string, paid: string, token: string) =>
      isToken(paid) && isToken(token) ? `swap ${given} into ${token}` : whole,
    )
    .replace(makeOutOf, (whole, token: string, given: string, paid: string) =>
      isToken(token) && isToken(paid) ? `swap ${given} into ${token}` : whole,
    )
    .replace(takeAndMake, (whole, given: string, token: string) =>
      isToken(token) && !elsewhere.test(given) ? `swap ${given} into ${token}` : whole,
    )
    .replace(become, (whole, given: string, token: string) =>
      isToken(token) && names(given) && !elsewhere.test(given) ? `swap ${given} into ${token}` : whole,
    )
    .replace(wantAndChange, (whole, token: string, verb: string, given: string, paid: string) =>
      isToken(token) && isToken(paid) && token !== paid ? `${verb} ${given} into ${token}` : whole,
    )
    .replace(makeTo, (whole, given: string, paid: string, token: string) =>
      isToken(paid) && !/\b(?:work|earn|the|my|loan|vault)\b/i.test(token) ? `swap ${given} into ${token}` : whole,
    )
    .replace(wantAndMove, (whole, token: string, verb: string, given: string) =>
      isToken(token) ? `${verb === 'put' ? 'swap' : verb} ${given} into ${token}` : whole,
    )
    .replace(needAndUse, (whole, token: string, given: string) =>
      isToken(token) ? `buy ${token} with ${given}` : whole,
    )
}
