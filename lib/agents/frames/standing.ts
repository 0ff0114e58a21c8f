import { earningsIn } from './earnings'
import type { Insight } from './insights'

const personal = /\b(?:my|mine|our|i|i'm|im|i've|ive|i'd|me|we)\b/
const own =
  /\b(?:my|mine|our)\b|\b(?:have|had|did|do|am|was|are) (?:i|we)\b|\b(?:my|i|we)\b.*\bin the vaults?\W*$|\b(?:i|we)(?:'m|'ve| am| have| had| did|m|ve)\b/
/** So few words ask for what there is. */
const short = String.raw`^(?:(?:show|list|see|check|view|give|me|my|all|open|current|the|total)\s+)*`
const shortPositions = new RegExp(
  String.raw`${short}(?:positions|earnings|stakes|deposits|investments|vault balances?)\W*$`,
)
const shortShares = new RegExp(
  String.raw`${short}(?:(?:asset )?allocations?|(?:\w+ )?exposures?|diversification|(?:biggest|largest|top) (?:bags?|holdings?|positions?)|breakdown(?: by (?:token|coin|asset)s?)?|idle(?: (?:funds|money|assets|tokens|coins|cash|balances?))?)\W*$`,
)
const shortOverview = new RegExp(String.raw`${short}(?:summary|overview|rundown)\W*$`)
/** "What is staked?", "what's locked". */
const inPlaces =
  /^what(?:'s|s| is| are) (?:currently |still |all )*(?:supplied|staked|deposited|lent(?: out)?|earning|locked(?: up| away)?|invested)(?: (?:right now|now|at the moment|currently))*\W*$/
const suppliedNow =
  /^how much is (?:now |still |currently )*(?:supplied|lent(?: out)?)(?: (?:right now|now|at the moment|currently))*\W*$/
/** "What share is ETH?", of what the person has. */
const shares =
  /^(?:what|which|how (?:big|large))(?:'s|s| is)? (?:a |the )?(?:share|fraction|percent(?:age)?|proportion|portion|%)\b(?!.*\b(?:fees?|slippage|rates?|interest|yields?|apys?|pools?|collateral|ltv|price)\b)/
/** What could be, or how to come to it, is no question about what is. */
const prospective =
  /\b(?:best|highest|top|safest|better|(?:low|lower|lowest|little|minimal)[- ]risk|would|could|should(?! (?:\w+ )?(?:worry|know|be worried))|can|might|will|want|need|if|new|ideas?|suggestions?|places?|do i get|for my)\b|\bthe (?:\w+ )?(?:locked|flexible)\b(?!.*\b(?:have|had|put|staked|got)\b)|^how (?:to|do|does|should)\b/

const loan =
  /\b(?:debts?|loans?|ow(?:e[sd]?|ing)|borrow(?:s|ed|ings?)?|liquidat\w*|health(?:[- ]?factors?)?|hf|collateral|ltv|loan[- ]to[- ]value)\b|\binterest\b.*\b(?:pay|paying|charged|costs?)\b|\bpaying\b.*\binterest\b/
/** "Debt?", "liquidation price": so few words ask for the figure. */
const shortLoan =
  /^(?:current |outstanding |total |show |check |the |open )*(?:debts?(?: ratio)?|loans?(?: status| health)?|collateral(?: ratio| factor| value)?|(?:position|account) health|borrowed(?: amount)?|health(?:[- ]?factors?)?(?: check)?|hf|liquidation (?:price|risk|level|threshold)|ltv|borrow(?:ing)? (?:limit|power|capacity|status))\W*$/
/** "Am I safe?" */
const safety =
  /^(?:am|are) (?:i|we) (?:still |too )?(?:safe|at risk|in danger|in trouble|healthy|leveraged|over-?leveraged)\W*$|^how leveraged (?:am i|are we)\b/
/** "What happens if ETH drops 20 %": what a fall of the market would do to a loan. */
const ofFall =
  /\b(?:what (?:happens|if|would happen|about)|how (?:bad|far|much|safe)|would|could|can|will|am i|is (?:it|that|my \w+))\b.*\b(?:eth|weth|ether|btc|wbtc|usdc|dai|markets?|prices?|collateral|it)\b(?: (?:price|value))? (?:were to |would |should |could |can |goes |go |suddenly )?(?:drops?|falls?|crash(?:es)?|dips?|down|tanks?|dumps?|loses?|halves|declines?|plunges?|sinks?|depegs?|fall|drop)\b(?!.*\b(?:buy|sell|swap|stake|send|plans?)\b)/
const howTo = /^how (?:to\b|(?:do|can|could|would|should) (?:i|we|you|one)\b)/
/** About a loan that is not there yet, at the rates of now. */
const rateOfLoan =
  /\b(?:rates?|apr|apy|interest|cost)\b.*\b(?:to borrow|for borrowing|on borrowing|of borrowing|would|if)\b|\b(?:would|if)\b.*\b(?:borrow|a loan)\b/

const places =
  /\b(?:earn(?:s|ed|ings?)?|making|makes?|yields?|apys?|aprs?|interest|stak(?:e[ds]?|es|ing|ings)|vaults?|suppl(?:y|ied|ies|ying)|lent|lend(?:ing|ed)?|deposit(?:s|ed)?|invest(?:ed|ments?|ing)|positions?|locked|unlock(?:s|ed)?|lock-?ups?|rewards?|returns?|pools?|work(?:ing)? for me|money working)\b/

const holdings = `(?:portfolio|wallet|holdings?|accounts?|assets?|positions?|everything|money|investments?|finances|funds|net worth|wealth|stuff|bags?|crypto|affairs)`
const broad = [
  String.raw`\b(?:analy[sz]\w*|review\w*|assess\w*|break\w* ?down|breakdown|summar\w+|sum up|overview|rundown|run-?down|report|snapshot|diagnos\w+|check-?up|health check|status|state|inspect|audit|evaluat\w+)\b.*\b${holdings}\b`,
  String.raw`\b${holdings}\b.*\b(?:analysis|overview|break ?down|review|summary|report|snapshot|check-?up|status|risks?|composition|allocation|in (?:dollars|usd))\b`,
  String.raw`^how(?:'s|s| is| are| has| have|'re)\b.*\b(?:my|our) (?:\w+ )?${holdings}\b`,
  String.raw`\b(?:would|will|could|do|can|should) (?:i|we) (?:\w+ )?(?:have|get|make|be worth|end up with)\b.*\b(?:everything|it all|the lot|all (?:of )?(?:it|my (?:tokens|coins|stuff|crypto|assets)))\b`,
  String.raw`\bnet worth\b`,
  String.raw`\b(?:am|are) (?:i|we) worth\b|\bhow (?:rich|wealthy) am i\b`,
  String.raw`\b(?:big|whole|full|overall) picture\b|^what(?:'s|s| is) my total(?: (?:in (?:us )?(?:dollars|usd)|right now|now))*\W*$|\bhow much (?:is|are) (?:everything|it all|all (?:of )?(?:it|this|that))\b.*\bworth\b`,
  String.raw`\btotal (?:value|worth|balance)\b|\bvalue of (?:everything|all)\b|\b(?:everything|all)\b.*\b(?:i|we)\b.*\b(?:is |are )?worth\b|\bworth (?:in total|altogether|all together)\b`,
].map((each) => new RegExp(each))
const whereabouts = /\bwhere(?:'s|s| is| are| do i have)\b.*\bmy (?:money|funds|assets|stuff|crypto|coins|tokens)\b/

const narrow = [
  /\b(?:diversif\w*|allocat\w+|concentrat\w*|(?:over-?)?expos(?:ures?|ed))\b/,
  /\b(?:idle|lying around|doing nothing|sitting (?:around|there)|unused|uninvested|not (?:earning|working|invested|staked)|(?:aren't|isn't|arent|isnt) (?:earning|working|invested|staked)|earn(?:s|ing)? nothing)\b/,
  /\b(?:percent(?:age)?s?|%|share|proportion|portion|fraction|part|how much(?= of\b))\b.*\b(?:of|in) my (?:\w+ )?(?:portfolio|money|holdings|assets|wealth|funds|net worth|wallet|stack)\b/,
  /\b(?:my|our|i)\b.*\b(?:portfolio|holdings|assets|money|funds|wallet)\b.*\b(?:split|spread|distributed|divided|made up|composed|weighted|balanced|stable ?coins?|stables?|risky?)\b/,
  /^my (?:stable ?coins?|stables?)\W*$|\b(?:stable ?coins?|stables?)\b.*\b(?:do|have|my|i)\b|\b(?:my|i)\b.*\bin stable(?:s| ?coins?)\b/,
  /^how (?:am i|are we) doing\b/,
  /\b(?:biggest|largest|main|smallest)\b.*\b(?:chunks?|parts?|slices?|piece|share|portion)\b|\btoo (?:heavy|heavily|much|exposed|concentrated)\b(?:.*\b(?:in|to|on|of)\b|\W*$)/,
  /\b(?:hold|have|own|got)\b.*\b(?:the )?most (?:of|in)\b|\b(?:the )?most (?:of|in)\b.*\b(?:hold|have|own|got)\b/,
  /\b(?:how (?:risky|safe|healthy|good|well)|rate|score|grade|judge)\b.*\bmy (?:portfolio|wallet|holdings|positions|allocation)\b/,
  /\b(?:any|what|which|are there)\b.*\brisks?\b.*\bi (?:should|have|run|take|face)\b|\bwhat should i (?:worry|be worried|watch out)\b/,
  /\b(?:biggest|largest|main|top|smallest|heaviest|most valuable)\b.*\b(?:holdings?|positions?|bags?|assets?|tokens?|coins?|investments?)\b(?!.*\b(?:yields?|apy|apr)\b)/,
  /\b(?:what|anything|which|something|tell me what)(?:'s|s| is)?\b.*\b(?:risky|risks?|worry|worried|wrong)\b.*\bmy (?:portfolio|wallet|account|holdings|positions)\b|\bmy (?:portfolio|wallet|account|holdings|positions)\b.*\b(?:risky?|safe)\b/,
]

/** "When does my lock end", "when can I withdraw my staked USDC". */
const lockEnd =
  /^(?:when|how (?:long|soon|much longer|many (?:more )?days))\b.*\b(?:un-?lock\w*|lock\w*|withdraw|un-?stake|free|mature|available|get (?:it|them|my \w+) (?:back|out))\b|^(?:is|are) (?:any|some|all|part)\w*\b.*\blocked\W*$/
const mayLeave = /^when can (?:i|we) (?:withdraw|un-?stake|get (?:it|them|that|my \w+) (?:out|back))\b/

/** About one's own money though it does not say so: "what is idle?" */
const idle =
  /^(?:what|what's|whats|which|how much|is|any|anything|is there)\b(?!.*\b(?:yields?|apys?|rates?|best|highest)\b).*\b(?:idle|lying around|doing nothing|sitting (?:around|there)|(?:not|isn't|isnt|aren't|arent) (?:earning|working|invested|staked|being used))\b(?!.*\b(?:vaults?|markets?)\b)/

/** What one could do with it is another question. */
const ofUse = /\b(?:can|could|should|would) (?:i|we)\b|\b(?:do with|where|put|best|ideas?|suggestions?)\b/

/** What became of all that since somebody looked. What a market did in the meantime is another question. */
const changes = [
  String.raw`\b(?:change[sd]?|different|differs?|happen(?:ed)?|moved)\b.*\bsince (?:(?:the |my )?last (?:time|look|check|visit|analysis)\b|(?:i|we) (?:last )?(?:looked|checked|asked|was here|were here)\b|yesterday\b|last (?:week|month)\b|then\b)`,
  String.raw`\b(?:change[sd]?|different|happen(?:ed)?)\b.*\b(?:in|to|with|about|for|on) (?:my|our) (?:\w+ )?(?:${holdings}|balances?)\b`,
  String.raw`\b(?:my|our) (?:\w+ )?(?:${holdings}|balances?)\b.*\bchange[sd]?\b`,
  String.raw`^(?:what|anything|something)(?:'s|s| is| has|'ve| have)? (?:new|changed|different)(?: here| lately| recently| (?:in|with) (?:my|our) \w+)?(?: since last time)?\W*$`,
  String.raw`^any (?:changes|news|updates?)\b`,
].map((each) => new RegExp(each))
/** The same as gains and losses. */
const gains = [
  String.raw`^(?:did|have|am|are|was|were) (?:i|we)\b.*\b(?:up|down|lose|lost|losing|gain(?:ed|ing)?|profit\w*|ma(?:k|d)e money|making money|in the (?:red|green|black))\b(?! if)`,
  String.raw`\b(?:my|our) (?:\w+ )?(?:profits?|loss(?:es)?|gains?|pnl|p&l|performance)\b`,
  String.raw`\bhow much (?:have|did) (?:i|we) (?:gain(?:ed)?|los[et]|lost|made|make)\b`,
  String.raw`^(?:(?:show|my|the|total)\s+)*(?:profits?(?: (?:and|or|&) loss(?:es)?)?|p&l|pnl|gains?(?: (?:and|or|&) losses)?)\W*$`,
].map((each) => new RegExp(each))
const ofMarkets =
  /\b(?:prices?|rates?|apys?|aprs?|gas|fees?|markets?|app|countersign|version|plans?|settings?|limits?)\b/

/** "How much will I have in a year?": what earns, and how much, is all that can be said of it. */
const ofTheFuture =
  /\b(?:how much|what)\b.*\b(?:will|would) (?:i|we) (?:have|get|earn|make)\b.*\b(?:in|after|by|over|for) (?:the )?(?:next |end of (?:the )?)?(?:an? |one |\w+ )?(?:days?|weeks?|months?|years?)\b/

const account =
  /\bmy (?:\w+ )?address\b|\b(?:which|what|whose) (?:wallet|account|address|network|chain)\b.*\b(?:am i|i'm|im|is this|are we|connected|using|signed)\b|\bis my wallet connected\b|\bam i (?:connected|signed in|logged in)\b|\b(?:where|how|which address)\b.*\bi (?:receive|get paid)\b/

/** "What is my address", "which network am I on". `text` is in lower case. */
export const isAboutAccount = (text: string): boolean => account.test(text)

/**
 * What a question about the person's own affairs is after: a loan, what earns, or all they have. Null where it is about
 * something else. `text` is in lower case; `sized` is true where it names an amount.
 */
export function standingIn(text: string, sized: boolean): Insight | null {
  // "My positions, vaults and loans"
  if (
    /\b(?:positions|everything|all)\b/.test(text) &&
    /\bvaults?\b/.test(text) &&
    /\b(?:loans?|debts?)\b/.test(text) &&
    !sized
  )
    return { of: 'portfolio', inWords: true }
  const earnings = earningsIn(text)
  if (earnings) return earnings
  if (ofTheFuture.test(text) && !sized) return { of: 'positions' }
  if (isAboutLoan(text, sized)) return { of: 'loan' }
  if (!sized && !ofMarkets.test(text) && changes.some((each) => each.test(text))) return { of: 'changes' }
  if (!sized && !ofMarkets.test(text) && gains.some((each) => each.test(text))) return { of: 'changes', inWords: true }
  if (shortOverview.test(text)) return { of: 'portfolio' }
  if (shortShares.test(text) || (shares.test(text) && !sized)) return { of: 'portfolio', inWords: true }
  if (shortPositions.test(text) || inPlaces.test(text) || suppliedNow.test(text)) return { of: 'positions' }
  if (idle.test(text) && !sized && !ofUse.test(text)) return { of: 'portfolio', inWords: true }
  if (personal.test(text) && !prospective.test(text) && narrow.some((each) => each.test(text)))
    return { of: 'portfolio', inWords: true }
  if (
    lockEnd.test(text) &&
    !/\bthe (?:\w+ )?(?:locked|flexible)\b/.test(text) &&
    (own.test(text) || mayLeave.test(text) || /^(?:is|are)\b/.test(text)) &&
    !sized
  )
    return { of: 'positions' }
  const isOwn = own.test(text) && !sized && !prospective.test(text)
  if (isOwn && places.test(text) && !broad.some((each) => each.test(text))) return { of: 'positions' }
  return [...broad, whereabouts].some((each) => each.test(text)) && !/\b(?:re-?balanc\w*|yields?)\b/.test(text)
    ? { of: 'portfolio' }
    : null
}

function isAboutLoan(text: string, sized: boolean): boolean {
  if (safety.test(text) || ofFall.test(text)) return true
  if (!loan.test(text) || rateOfLoan.test(text) || howTo.test(text)) return false
  if (/^(?:can|could|may|should|is it) .*\b(?:safe|safely|risky)\b/.test(text)) return true
  if (/^(?:can|could|may) i\b/.test(text) && sized) return false
  if (/\b(?:explain|mean(?:s|ing)?|works?)\b/.test(text)) return false
  if (/\bwhat happens\b/.test(text) && !/\bmy (?:\w+ )?(?:loan|debt|position|collateral)\b/.test(text)) return false
  return shortLoan.test(text) || personal.test(text)
}
