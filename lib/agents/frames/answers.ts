const courtesy = String.raw`(?:[\s,]+(?:please|thanks|thank you|then|now|it|that|this|all|everything|order|request|swap|send|bridge|transfer|transaction|one|about it|it is|right|correct|go ahead|do it|with (?:it|that|the (?:swap|send|bridge|transfer|trade|order|transaction|deposit|withdrawal|loan))|don't|dont|prepare it|for me|i changed my mind))*`

const cancelled = new RegExp(
  `^(?:(?:no|nah|nope|oh|ok|okay|actually|please|wait|sorry|just|hmm)[\\s,]+)*(?:cancel|never ?mind|nvm|forget|stop|abort|scrap|drop|no|nope|nah|don't|dont|not now|i changed my mind|don't do it)${courtesy}$`,
)
const confirmed = new RegExp(
  `^(?:(?:ok|okay|yes|yep|yeah|sure|alright|great|good|fine)[\\s,]+)*(?:yes|yep|yeah|yup|y|sure|ok|okay|confirm|confirmed|go ahead|do it|please do|correct|right|approve|approved|sounds good|looks good|exactly|proceed|go on|carry on|continue|keep going|next|next step|go)${courtesy}$`,
)
const repeated = /^(?:please )?(?:try again|again|retry|do it again|once more|same again|repeat(?: that)?)(?: please)?$/

/** "OK, thanks" takes note of what was said, and asks for nothing. */
const thanked =
  /^(?:(?:ok|okay|great|cool|fine|good|alright|all right|nice|perfect|no|yes|sure|got it)[\s,]+)*(?:many )?(?:thanks|thank you|thx|ty|cheers)\b[\w\s,]*$/

/** Answers that need no request of their own. `text` is cleaned, in lower case, without closing marks. */
export function answerIn(text: string): 'cancel' | 'confirm' | 'again' | null {
  const bare = text.replace(/[\s.!?]+$/, '')
  if (thanked.test(bare)) return null
  if (cancelled.test(bare)) return 'cancel'
  if (confirmed.test(bare)) return 'confirm'
  return repeated.test(bare) ? 'again' : null
}
