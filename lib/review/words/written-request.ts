import { type Address, getAddress } from 'viem'

/** Ends of the parts of a sentence. A point inside a number or symbol is none. */
const breaks = /(,(?!\d)|[;:!?\n]|\.(?!\w)|\bbut\b|\binstead\b(?! of))/i

const refusing =
  /\b(?:not|never|avoid|isn['’]?t|wasn['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|won['’]?t|shouldn['’]?t|mustn['’]?t|stop|instead of|rather than|no longer|scam|fake)\b/i
/** Negations that are requests: "don't forget to send ...", "do not send more than 5". */
const urging =
  /\b(?:do\s+not|don['’]?t|never)\s+(?:forget|hesitate|worry|mind)\b|\bwhy\s+(?:not|don['’]?t)\b|\bnot\s+only\b|\b(?:not|don['’]?t|never)\s+(?:[a-z]+\s+)?(?:more|less)\s+than\b/gi

/** "Send 10 USDC (not DAI) to ...": a remark does not refuse the text around it. */
const remark = /\(([^()]*)\)/g
const isRefusal = (text: string): boolean => refusing.test(text.replace(urging, ' send '))

/** Returns the text before a refusal: "to 0xA" of "to 0xA instead of 0xB". */
export const beforeRefusal = (text: string): string => text.replace(urging, ' ').split(refusing)[0] ?? ''

const asking = /^\s*(?:who|what|what['’]?s|whose|where|when|why|is|are|was|were|does|did|has)\b/i

/** Splits a message into parts that are wanted, refused, or only asked about. */
export function partsOf(message: string): { text: string; kind: 'wanted' | 'refused' | 'asked' }[] {
  const remarks: string[] = []
  const plain = message.replace(remark, (whole, inside: string) => {
    if (!isRefusal(inside)) return whole
    remarks.push(inside)
    return ' '
  })
  const parts = [plain, ...remarks].join('\n').split(breaks)
  const kindOf = (text: string, end: string | undefined) => {
    if (isRefusal(text)) return 'refused'
    return asking.test(text.replace(urging, ' send ')) && end === '?' ? 'asked' : 'wanted'
  }
  return parts.flatMap((text, index) =>
    index % 2 === 1 || text.trim() === '' ? [] : [{ text, kind: kindOf(text, parts[index + 1]) }],
  )
}

const agreeing =
  /^(?:(?:yes|yep|yeah|yup|y|ok|okay|k|sure|go|go ahead|go on|go for it|do it|do that|confirm|confirmed|i confirm|proceed|continue|correct|right|exactly|sounds good|looks good|fine|that['’]?s fine|alright|all right|great|perfect|please|please do|thanks|thank you|next|now|again|try again|retry|approved?|sign it|agreed)[\s,.!]*)+$/i

/** The person's last request. `confirmed`: they have only agreed since, to whatever the agent said. */
export type PersonsRequest = { text: string; confirmed: boolean }

export const isAgreement = (message: string): boolean => agreeing.test(message.trim())

/** Returns the last message that is more than a yes, because a yes takes nothing back. */
export function requestOf(userMessages: readonly string[]): PersonsRequest {
  const text = userMessages.findLast((message) => !isAgreement(message)) ?? ''
  return { text, confirmed: text !== (userMessages.at(-1) ?? '') }
}

/** Matches whole addresses in any case. A longer run of hex (a hash, calldata) is none. */
export const addressPattern = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi

export const addressesIn = (text: string): Address[] =>
  [...text.matchAll(addressPattern)].map(([found]) => getAddress(found.toLowerCase()))

/** "0xA is not mine", "0xB was a mistake": a rejection after the address. */
const disowned = /^\s*(?:is|was|looks like|seems)\s+(?:not|a\s+(?:scam|fake|mistake|thief)|wrong|fake|bad|false)\b/i

/** "I don't have much ETH so send 0.1 to 0xA": a request after a negation, too unclear to count either way. */
const turning = /\b(?:and|so|too|yet)\b.*\b(?:send|pay|transfer|move)\b/i

/** Returns the addresses a message wants used and those it refuses. Questions and unclear cases are neither. */
export function writtenAddresses(message: string): { wanted: Address[]; refused: Address[] } {
  const wanted: Address[] = []
  const refused: Address[] = []
  for (const { text, kind } of partsOf(message))
    for (const found of text.matchAll(addressPattern)) {
      const address = getAddress(found[0].toLowerCase())
      if (kind === 'asked') continue
      const behind = text.slice((found.index ?? 0) + found[0].length)
      // "Send it to 0xA, not to 0xB" has two parts, "0xA not 0xB" one.
      const before = text.slice(0, found.index).replace(urging, ' ')
      const refusal = refusing.exec(before)
      if (refusal && !disowned.test(behind) && turning.test(before.slice(refusal.index))) continue
      if (refusal || disowned.test(behind)) refused.push(address)
      else wanted.push(address)
    }
  return { wanted, refused }
}
