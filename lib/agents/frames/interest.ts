const own = String.raw`(?:(?:only|just|all|out|back|my|the|our|any|accrued|earned|accumulated|generated|of|some|daily|staking|lending|vault)\s+)*`
const gains = '(?:interest|earnings|rewards?|yields?|profits?|gains|proceeds)'
const alone = new RegExp(
  String.raw`\b(?:take|withdraw|claim|collect|harvest|pull|get|redeem|unstake|realise|realize|skim|cash|reinvest|compound|remove|pay\s+me)\s+${own}${gains}(?:\s+(?:out|off|back|only|alone|again|(?:that\s+)?i(?:'ve|\s+have)?\s+(?:earned|made|accrued)(?:\s+so\s+far)?|for\s+me|please|pls|now))*(?:\s+(?:from|in|on|of|out\s+of)\s+[a-z ]+)?[\s.!?]*$`,
)

/** Whether a text asks for the interest apart from what earns it: "take my interest out". `text` is in lower case. */
export const asksForInterest = (text: string): boolean =>
  alone.test(text) &&
  !/\d|\b(?:don'?t|not|never|with|and|plus|including|how|where|what|when|does|best|better|highest)\b/.test(text)

export const ofInterest =
  'There is nothing to claim: what you earn in a vault or lending market is continuously added to what you have there, and earns too. To take some out, say how much, such as “unstake 5 USDC” or “withdraw 5 USDC from lending”; “what do I earn” shows what is there now. Nothing has been prepared.'
