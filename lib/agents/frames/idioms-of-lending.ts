const written =
  '(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)\\b'
const sum = String.raw`((?:(?:an?|one|another|half|all|some|everything|${written}|\$?\.?\d)(?:[^,.;!?\n]|[.,](?=\d))*?))`
/** With "my USDC" as well: the amount is asked for. */
const sumOrMine = String.raw`((?:(?:an?|one|another|half|all|some|everything|${written}|my|the|it|that|\$?\.?\d)(?:[^,.;!?\n]|[.,](?=\d))*?))`
const end = String.raw`(?=\s*(?:$|[,.;!?\n](?!\d)|\b(?:please|pls|now|and|then|thanks)\b))`
const mine = String.raw`(?:all\s+(?:of\s+)?)?(?:my|the|that|this|our)`
const wish = String.raw`(?:i\s+)?(?:need|want)|i\s+would\s+like|i'd\s+like`

// The places that money goes to and comes from.
const debt = '(?:loans?|credit(?:\\s+line)?|debts?|borrowings?|borrowed\\s+position)'
const market = String.raw`(?:the\s+|a\s+|my\s+)?(?:lending(?:\s+(?:market|pool|protocol|position|platform))?|money\s+market|market|local\s+lending)`
const words = String.raw`(?:(?!(?:and|then|or|from|to|into|in)\b)[\w-]+\s+){0,3}`
const vault = String.raw`((?:the|a|an|that|this|your|my)?\s*${words}vaults?|(?:flexible|locked)\s+\w+|(?:the\s+|my\s+)?staking(?:\s+(?:pool|position))?)`
const stake = String.raw`(?:vaults?(?:\s+position)?|stakes?|staking(?:\s+position)?|staked\s+position)`

// What is done with it. Verbs that are read without this stand in `job.ts`.
const put = String.raw`(?:move|send|transfer|provide|contribute|add|place|throw|toss|commit|use|allocate|shift|drop|stick|stash|save|tuck|pour|bring|pop|chuck|assign|open\s+a\s+(?:\w+\s+)?position\s+(?:of|with))`
const putToDebt = '(?:put|deposit|apply|pay|repay|use|send|move|throw|transfer)'
const into = String.raw`(?:in\s*to|to|in|for|at|towards?)`
const take = String.raw`(?:take|pull|remove|free(?:\s+up)?|release|return|collect|extract|retrieve|recover|bring|move|transfer|send|cash(?:\s+out)?|(?:get|give\s+me|${wish})(?=(?:[^,.;!?\n]|[.,](?=\d))*\b(?:back|out)\b))`
const outOf = String.raw`(?:(?:back|out)\s+)*(?:from|out\s+of|of|off)`
const home = String.raw`(?:\s+(?:back|out))?(?:\s+(?:in)?to\s+(?:my|the)\s+(?:wallet|account))?`
/** Not on to another place or somebody else. */
const here = String.raw`(?!\s*(?:back\s+)?(?:(?:in|on)?to|and)\b)`
const less = String.raw`(?:reduce|lower|decrease|cut(?:\s+down)?|bring\s+down|bring|shrink|trim|pay\s+down|bring\s+back)`
const close = String.raw`(?:close(?:\s+out)?|end|exit|quit|leave|unwind|liquidate|terminate|undo|cash\s+out(?:\s+of)?|pull\s+out(?:\s+of)?|(?:${wish}|get\s+me)\s+out\s+of|get\s+out\s+of|get\s+rid\s+of|wipe\s+out|settle|clear|eliminate|kill)`

/** Which vault, by its lock-up. */
const kindOfVault = String.raw`(?:the\s+|my\s+|a\s+)?(flexible|locked|unlocked|(?:\d+|seven|thirty)[- ]days?(?:\s+locked)?)(?:\s+(?:one|vault|yield))*`
const switches = '(?:move|shift|switch|transfer|take|bring|roll|put|change)'

const whole = String.raw`(?:\s+(?:completely|entirely|fully|in\s+full|out))*`

const read = (pattern: string): RegExp => new RegExp(pattern, 'gi')
const rule = (pattern: string, plain: string): readonly [RegExp, string] => [read(pattern), plain]

/** Ways of speaking of lending markets and vaults, in the words that their reader knows. In order. */
export const idiomsOfLending: readonly (readonly [RegExp, string])[] = [
  // "I want that my WETH is working for me, put 0.4 in the vault"
  rule(
    String.raw`\b(?:${wish})\s+(?:that\s+)?(?:my|the)\s+([a-z]+)\s+(?:to\s+be\s+|is\s+|to\s+)?(?:working|earning|work|earn)(?:\s+(?:something|for\s+me|a\s+bit))*\s*[,.;:-]+\s*(?:so\s+|please\s+)*(put|deposit|stake|supply|lend)\s+(\.?\d[\d.,]*k?)(?=\s+(?:in|into|to|at)\b)`,
    '$2 $3 $1',
  ),
  // "I've 1,000 USDC in that vault; I need 400 of it back"
  rule(
    String.raw`\d\S*\s+(?:of\s+)?(?:my\s+)?([a-z]{3,5})\s+(?:(?:sitting|lying|staked|locked|parked|saved|lent|supplied)\s+)?(?:in|at)\s+(?:${vault}|(${market}))\b[^?]*?\b(?:${wish}|get|take|give\s+me|have)\s+(\$?\.?\d[\d.,]*k?)\s+(?:of\s+(?:it|that)\s+)?(?:back|out)\b${home}(?:\s+in\s+my\s+(?:wallet|account))?`,
    'withdraw $4 $1 from $2$3',
  ),
  // From one place to another.
  rule(
    String.raw`\b${switches}\s+${sumOrMine}\s+(?:over\s+|out\s+)?(?:from|out\s+of|of)\s+${kindOfVault}\s+(?:and\s+)?(?:over\s+)?(?:in\s*to|to)\s+${kindOfVault}`,
    'unstake $1 from the $2 vault and then stake it in the $3 vault',
  ),
  rule(
    String.raw`\b${switches}\s+${sumOrMine}\s+(?:over\s+|out\s+)?(?:from|out\s+of|of)\s+(?:the|my)\s+((?:flexible\s+|locked\s+)?vault)\s+(?:over\s+)?(?:in\s*to|to)\s+${market}`,
    'unstake $1 from the $2 and then supply it to the lending market',
  ),
  rule(
    String.raw`\b(?:put|move|place|stick|shift)\s+(it|that|them)\s+(?:over\s+)?(?:in\s*to|to|in)\s+${kindOfVault}${end}`,
    'stake $1 in the $2 vault',
  ),
  rule(String.raw`\b(withdraw|unstake|redeem)\s+(it|that|them)(?:\s+all)?\s+again\b`, '$1 $2'),
  rule(
    String.raw`\b(?:take|pull|get|bring)\s+(it|that|them|everything|all\s+of\s+(?:it|that))\s+(?:back\s+)?out(?:\s+again|\s+for\s+me)?${end}`,
    'withdraw $1',
  ),
  // "Take half of it out again"
  rule(String.raw`\b(?:take|pull|get)\s+${sum}\s+(?:back\s+)?out(?:\s+again|\s+for\s+me)?${end}`, 'withdraw $1'),
  // "0.2 WETH back out of what I supplied", "not the vault"
  rule(
    String.raw`\b(from|out\s+of|of)\s+what\s+i(?:'ve|\s+have)?\s+(?:supplied|lent|deposited)(?:\s+(?:out|to\s+${market}))?`,
    '$1 the lending market',
  ),
  rule(
    String.raw`,?\s*(?:and\s+)?not\s+(?:from\s+|in(?:to)?\s+|to\s+)?(?:the|my|a)\s+(?:\w+\s+)?(?:vaults?|lending(?:\s+market)?|market|flexible(?:\s+one)?|locked(?:\s+one)?)${end}`,
    '',
  ),
  // "Earn interest on 700 DAI by lending it"
  rule(
    String.raw`\b(?:earn|make|get)\s+(?:some\s+|a\s+)?(?:\w+\s+)?(?:on|with|from)\s+${sumOrMine}\s+(?:by|through|via)\s+(?:lending|supplying)(?:\s+(?:it|them|that|out))*`,
    'supply $1',
  ),
  // Loans that are taken
  rule(String.raw`\b(?:lend|loan|spot|advance)\s+me\s+`, 'borrow '),
  rule(
    String.raw`(\bborrow\s+)as\s+much\s+(?:of\s+)?(\w+\s+)?as\s+(?:i\s+|you\s+)?(?:safely\s+|possibly\s+)?(?:can|could|possible|allowed)(?:\s+(?:get|borrow|safely))?`,
    '$1max $2',
  ),
  rule(
    String.raw`\b(?:${less}|get|pay)\s+${mine}\s+(?:\w+\s+)?${debt}\s+(?:down\s+)?(?:down\s+to|to)\s+(\.?\d[\d.,]*k?)\s+([a-z]+)`,
    'repay all but $1 $2 of my $2 debt',
  ),
  rule(
    String.raw`\b(?:return|give\s+back|repay|pay\s+(?:back|off))\s+(?:everything|all|what(?:ever)?|the\s+money)\s+(?:that\s+)?i(?:'ve|\s+have)?\s+borrowed\b`,
    'repay all my debt',
  ),
  rule(
    String.raw`\b${putToDebt}\s+(?:down\s+)?${sum}\s+(?:of|on|off|towards?|to|into|against|for)\s+${mine}\s+(?:\w+\s+)?${debt}\b`,
    'repay $1',
  ),
  rule(
    String.raw`(\d\S*\s+[a-z]{3,5})\s+(?:should|must|has\s+to|ought\s+to|needs\s+to)\s+(?:earn|make|yield|bring)\s+(?:me\s+|us\s+)?(?:something|some\s+\w+|money|interest|a\s+yield)`,
    'deposit $1 to work',
  ),
  rule(
    String.raw`\b(?:become|be|make\s+me|get)\s+debt[- ]free\b|\b(?:get|bring)\s+(?:me\s+)?out\s+of\s+debt\b`,
    'repay all my debt',
  ),
  // What there is then is a sum still to be said.
  rule(
    String.raw`\b(?:top(?:\s+up)?\s+(?:the|my)\s+([a-z]+\s+)?(?:vaults?|stakes?|position)(?:\s+up)?\s+to\s+\.?\d[\d.,]*k?(?:\s+[a-z]{3,5})?|double\s+(?:what\s+i\s+have\s+in\s+)?(?:the|my)\s+([a-z]+\s+)?(?:vaults?|stakes?))\b`,
    'stake $1$2in my vault',
  ),
  rule(String.raw`\b(?:pay|repay)\s+off\s+${mine}\s+(\w+\s+)?${debt}${whole}${end}`, 'repay all my $1debt'),
  rule(
    String.raw`\b(?:get|take|pull|bring|have)\s+(?:back\s+)?${sum}\s+(?:back\s+)?(?:out\s+(?:of|from)|from)\s+${market}${end}`,
    'withdraw $1 from the lending market',
  ),
  // "Get my WETH out of the lending market"
  rule(
    String.raw`\b(?:get|take|pull|bring|have)\s+(?:back\s+)?my\s+([a-z]{3,5})\s+(?:back\s+)?(?:out\s+(?:of|from)|from)\s+(${market}|lending)${end}`,
    'withdraw all my $1 from $2',
  ),
  rule(String.raw`\b${close}\s+${mine}\s+(\w+\s+)?${debt}${whole}`, 'repay all my $1debt'),
  // Collateral and lending
  rule(
    String.raw`\b(?:put\s+up|post|pledge|provide|offer|use|set|deposit|add)\s+${sumOrMine}\s+(?:as\s+|of\s+|for\s+)(?:my\s+|a\s+)?collateral\b`,
    'supply $1',
  ),
  rule(
    String.raw`\b(?:put\s+up|post|pledge|provide|offer|add|deposit)\s+${sum}\s+collateral\b(?:\s+(?:to|for|into)\s+my\s+(?:loan|position|account))?`,
    'supply $1',
  ),
  rule(
    String.raw`\b(?:${take}|give\s+me|${wish})\s+(?:back\s+|out\s+)?(half\s+(?:of\s+)?|all\s+(?:of\s+)?|\d+\s*%\s+of\s+)?(?:the|my)\s+(?:supplied|lent)\s+(\w+)(?:\s+(?:back|out))?\b`,
    'withdraw $1 my supplied $2',
  ),
  rule(
    String.raw`\b${take}\s+(?:back\s+|out\s+)?${sumOrMine}\s+${outOf}\s+${vault}${home}${here}`,
    'withdraw $1 from $2',
  ),
  rule(String.raw`\b${close}\s+${mine}\s+(\w+\s+)?${stake}\b${whole}`, 'exit my $1vault'),
  rule(String.raw`\b${close}\s+${mine}\s+positions?\b${whole}`, 'withdraw everything'),
  rule(String.raw`\b${put}\s+(?!.*0x)${sumOrMine}\s+${into}\s+${vault}\b`, 'stake $1 in $2'),
  rule(
    String.raw`(?:^|(?<=[,.;!?\n]\s*))(?:please\s+|pls\s+|i\s+(?:want|wanna|would\s+like)\s+to\s+|i'd\s+(?:like|love)\s+to\s+|let'?s\s+)?(?:start\s+)?earn(?:ing)?(?:\s+(?:some|a))?(?:\s+(?:yield|interest|something))?\s+(?:on|with|from)\s+(?=\$?\.?\d)`,
    'stake ',
  ),
  rule(
    String.raw`\b(?:make|${wish}|have|let)\s+(?:my\s+)?(\$?\.?\d\S*\s+\w+)\s+(?:to\s+)?earn(?:\s+(?:something|yield|interest|some\s+yield))?(?=\s+(?:in|at)\s+${market}|\s+(?:in|at)\s+${vault}|${end})`,
    'deposit $1 to work',
  ),
]
