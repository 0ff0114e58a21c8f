/** Words by which a person takes back what was said. */
const takesBack = '(?:no+|nope|nah|wait|sorry|oops)'

/** "No, make it 2", "no 300", "no wait, to 0x…": what follows is a correction. */
export const retraction = new RegExp(
  String.raw`^\s*(?:(?:${takesBack}|actually(?=[\s,]+(?:no|nope|nah|wait)\b)|hold on|hang on|whoops|hm+|oh|ah|uh+)\b[\s,.!]*)+(?=\S)`,
  'i',
)

/** What opens a part that corrects what was said before it. */
export const turning = new RegExp(
  String.raw`^(?:(?:hm+|um+|uh+|er+m*|oh|ah|well|and)[\s,.]+)*(?:${takesBack}|actually|rather|or rather|make (?:it|that)|i mean(?:t)?|ok(?:ay)?|scratch that|on second thoughts?|better|then)\b`,
  'i',
)

const hesitation = String.raw`(?:(?:oh|ah|uh+|um+|er+|hmm+|ups|oops|ok|okay|well)[\s,]+)*`
/** Words that take something back by themselves, and those that do so between what is said and what is meant. */
const surely = String.raw`(?:(?:no|wait|sorry|actually|oops)(?:[\s,]+(?:no|wait|sorry|actually|i\s+mean(?:t)?|make\s+(?:it|that))\b)+|scratch\s+that|strike\s+that|correction|oops|i\s+mean(?:t)?|or\s+rather|or\s+actually)`
const maybe = String.raw`(?:sorry|actually|rather(?!\s+than)|make\s+(?:it|that)|(?:no|wait)(?=\s*[,.!]|\s+(?:[\d$.]|0x|(?:to|into|on|from|with|half|all|the)\b)))`
/** Between what is said and what is meant: "20, no sorry, 25". */
export const correction = new RegExp(
  String.raw`(?:[\s,.;!-]+${hesitation}${surely}|\s*[,.;!-]+\s*${hesitation}${maybe})(?![a-z'])[\s,.:;!]*`,
  'gi',
)

/** Where a person stops and thinks again: what follows may be about what was said, or take its place. */
export const turnsAround =
  /(?:[,.;!-]+\s*|\s+(?=(?:mh+m+|hm+|ugh|oops)\s))(?:(?:mh+m*|hm+|nah|nope|well|oh|ah|uh+|um+|ugh|no(?=\s*[,.!]))\b[\s,.!]*)+(?=[\w$])/gi

/** A "no" that takes back a word, and forbids nothing. */
const denial = /\b(?:no[\s,]+(?:wait|sorry)|(?:wait|sorry)[\s,]+no)\b/gi

/** The text with "wait" for a "no" that only corrects what was said. */
export const withoutDenials = (text: string): string => text.replace(denial, 'wait')
