const what = String.raw`((?:[^,.;!?\n:]|[.,](?=\d))+?)`
const sum = String.raw`((?:(?:an?|one|another|half|all|some|\$?\.?\d)(?:[^,.;!?\n]|[.,](?=\d))*?))`
const end = String.raw`(?=\s*(?:$|[,.;!?\n](?!\d)|\b(?:please|pls|now|and|then|thanks)\b))`
const market = String.raw`(?:the\s+|a\s+|my\s+)?(?:lending(?:\s+(?:market|pool|protocol|position))?|money\s+market|market|local\s+lending)`
const vault = String.raw`((?:the|a|an|that|this|your|my)?\s*(?:[\w-]+\s+){0,3}vault|(?:flexible|locked)\s+\w+)`
const debt = '(?:loans?|debts?|borrowings?)'
const read = (pattern: string): RegExp => new RegExp(pattern, 'gi')

/** Ways of speaking of lending markets and vaults, in the words that their reader knows. In order. */
export const idiomsOfLending: readonly (readonly [RegExp, string])[] = [
  [/\bun-stak/gi, 'unstak'],
  [/\bflexibly\b/gi, 'flexible'],
  [read(String.raw`\b(?:lend|loan|spot|advance)\s+me\s+`), 'borrow '],
  [
    read(
      String.raw`\b(?:i\s+(?:need|want|would\s+like)|i'd\s+like|give\s+me|get(?:\s+me)?|take(?:\s+out)?|open|make\s+me)\s+a\s+(?:new\s+|small\s+)?loan\s+(?:of|for|over)\s+`,
    ),
    'borrow ',
  ],
  [
    read(
      String.raw`\b(?:i\s+(?:need|want|would\s+like)|i'd\s+like|get(?:\s+me)?|give\s+me|take(?:\s+out)?|open)\s+a\s+(\$?\.?\d\S*\s+\w+)\s+loan\b`,
    ),
    'borrow $1',
  ],
  [
    read(String.raw`\bdraw(?:\s+down)?\s+${sum}\s+(?:against|from|on)\s+(?:my|the)\s+(?:collateral|credit|loan)\b`),
    'borrow $1',
  ],
  [/\bborrow\s+another\s+/gi, 'borrow '],
  [/\bborrow\s+(\S+)\s+(?:more|additional|extra)\s+/gi, 'borrow $1 '],
  [/\bwhat\s+i\s+(?:still\s+)?owe\b/gi, 'my debt'],
  [
    read(String.raw`\b(?:reduce|lower|decrease|cut|bring\s+down|shrink)\s+(?:my|the)\s+(?:\w+\s+)?${debt}\s+by\s+`),
    'repay ',
  ],
  [
    read(
      String.raw`\bpay\s+(?:down\s+)?${sum}\s+(?:of|on|off|towards?|to|into|against)\s+(?:my|the)\s+(?:\w+\s+)?${debt}\b`,
    ),
    'repay $1',
  ],
  [read(String.raw`\bpay\s+down\s+`), 'repay '],
  [read(String.raw`\b(?:return|give\s+back|put\s+back)\s+${sum}\s+to\s+${market}\b`), 'repay $1'],
  [
    read(
      String.raw`\buse\s+${sum}\s+(?:to\s+(?:re)?pay(?:\s+(?:off|back|down))?|for\s+repaying)\s+(?:my|the)\s+(?:\w+\s+)?${debt}\b`,
    ),
    'repay $1',
  ],
  [
    read(String.raw`\b(?:get\s+rid\s+of|wipe\s+out|eliminate|kill)\s+(?:all\s+)?my\s+(\w+\s+)?${debt}\b`),
    'repay all my $1debt',
  ],
  [
    read(
      String.raw`\b(?:repay|pay\s+(?:back|off))\s+(?:my|the)\s+(\w+\s+)?${debt}\s+(?:in\s+full|completely|entirely|fully)`,
    ),
    'repay all my $1debt',
  ],
  [
    read(
      String.raw`\b(?:repay|pay\s+(?:back|off))\s+(?:my|the)\s+(?:full|entire|whole|complete|total)\s+(\w+\s+)?${debt}\b`,
    ),
    'repay all my $1debt',
  ],
  [
    read(String.raw`\b(?:put\s+up|post|pledge|provide|offer)\s+${sum}\s+(?:as\s+|of\s+|for\s+)?collateral\b`),
    'supply $1',
  ],
  [read(String.raw`\badd\s+collateral\s*[:,]?\s*(?:of\s+)?(?=\$?\.?\d)`), 'supply '],
  [
    read(String.raw`\b(?:increase|boost|raise|top\s+up|grow|strengthen)\s+(?:my|the)\s+collateral\s+(?:by|with)\s+`),
    'supply ',
  ],
  [
    read(
      String.raw`\b(?:move|send|transfer|provide|contribute|add|place|throw|commit)\s+${sum}\s+(?:in\s*to|to|in|at)\s+${market}\b`,
    ),
    'supply $1 to the lending market',
  ],
  [
    read(String.raw`\b(?:give\s+me\s+back|give\s+back|take\s+back|get\s+back)\s+${sum}\s+(?:from|out\s+of)\b`),
    'withdraw $1 from',
  ],
  [
    read(String.raw`\b(?:take|pull|remove|get)\s+${sum}\s+(?:of|from)\s+(?:my|the)\s+collateral(?:\s+(?:out|back))?\b`),
    'withdraw $1 from the lending market',
  ],
  [
    read(
      String.raw`\b(?:get|take|withdraw|give\s+me|i\s+want)\s+(?:back\s+)?(?:the|my)\s+(\w+)\s+(?:that\s+)?i(?:'ve|\s+have)?\s+(?:lent|supplied|deposited)(?:\s+back)?\b`,
    ),
    'withdraw all my supplied $1',
  ],
  [/\bmy\s+lent\s+(\w+)/gi, 'my supplied $1'],
  [
    read(
      String.raw`\b(?:get|take|give\s+me|i\s+(?:want|need|would\s+like)|i'd\s+like)\s+(?:back\s+)?(?:the|my)\s+staked\s+(\w+)(?:\s+back)?\b`,
    ),
    'unstake my staked $1',
  ],
  [/\bstop\s+staking\b/gi, 'unstake'],
  [
    read(String.raw`\b(?:close|cash\s+out(?:\s+of)?|liquidate|end)\s+my\s+(\w+\s+)?vault(?:\s+position)?\b`),
    'exit my $1vault',
  ],
  [read(String.raw`\block(?:\s+up)?\s+${sum}\s+(?=(?:for|up\s+for|in)\b)`), 'stake $1 '],
  [read(String.raw`\block\s+up\s+(?=\$?\.?\d)`), 'stake '],
  [
    read(
      String.raw`\b(?:move|send|transfer|throw|toss|add|use|place|commit|allocate|shift|drop|stick)\s+(?!.*0x)${sum}\s+(?:in\s*to|to|in|for|at)\s+${vault}\b`,
    ),
    'stake $1 in $2',
  ],
  [
    read(
      String.raw`(?:^|(?<=[,.;!?\n]\s*))(?:please\s+|pls\s+|i\s+(?:want|wanna|would\s+like)\s+to\s+|i'd\s+like\s+to\s+|let'?s\s+)?(?:start\s+)?earn(?:ing)?(?:\s+(?:some|a))?(?:\s+(?:yield|interest|something))?\s+(?:on|with|from)\s+(?=\$?\.?\d)`,
    ),
    'stake ',
  ],
  [
    read(
      String.raw`\b(?:make|i(?:'d|\s+would)\s+like|i\s+want|have|let)\s+(?:my\s+)?(\$?\.?\d\S*\s+\w+)\s+(?:to\s+)?earn(?:\s+(?:something|yield|interest|some\s+yield))?${end}`,
    ),
    'stake $1',
  ],
  [read(String.raw`\b(deposit|invest|put)\s+${what}\s+into\s+(?=staking\b)`), '$1 $2 in '],
]
