import type { Address } from 'viem'
import { addressesIn, addressPattern, beforeRefusal, isAgreement, partsOf } from './written-request'

const sends = 'send|transfer|pay|give|move|forward|wire|tip|donate|gift|refund|reimburse|return|throw|shoot|toss|hand'
const others =
  'swap|exchange|convert|trade|sell|buy|bridge|stake|unstake|deposit|supply|lend|borrow|repay|withdraw|redeem|wrap|unwrap|claim|approve|allow|revoke|mint|burn|call|sign|invest|rebalance'
/** The same verbs in the past tense. */
const pasts =
  'sent|transferred|paid|gave|given|moved|forwarded|wired|tipped|donated|gifted|refunded|reimbursed|returned|threw|thrown|tossed|handed'
const action = new RegExp(String.raw`\b(?:(${sends})|(${pasts})|${others})\b`, 'gi')
/** Words before a verb that make it a question, a condition or a report instead of a request. */
const musing =
  /\b(?:should|shall|if|when|what|how|who|did|does|do\s+i|is\s+(?:it|this|that)|was|were|had|yesterday|ago|said|says|wrote|writes|wants|(?:told|asked)(?!\s+you\b))\b|\bwhy\b(?!\s+(?:not|don['’]?t)\b)/i
/** "He wrote “send 1 ETH to 0xA”": quotes someone else. */
const quoted = /["“”„«][^"“”«»]*["“”»]/g

/** "My bank says: send 1 ETH to 0xA": what follows are someone else's words too. */
const reporting = /(?<!\bI\s+)\b(said|says|wrote|writes|(?:told|asked)\s+(?:me|us))\s*:/gi

/** A person or place named before an address: "to my friend Bob at 0xA", "to Bob (0xA)". */
const label = String.raw`(?:(?:my|our|his|her|their|the|this|that)\s+(?:[\w'’-]+\s+){0,3}|[\w'’-]+\s+(?:at\s+|(?=\()))?(?:at\s+)?[("'<\s]*$`
const afterTo = new RegExp(String.raw`\bto\s+${label}`, 'i')
const afterVerb = new RegExp(String.raw`\b(?:${sends})\s+(?:(?:my|our)\s+(?:[\w'’-]+\s+){1,3}at\s+)?[("'<]*$`, 'i')
/** Words that only identify the address beside them: "to 0xA please", "the address is 0xA". */
const plain =
  /\b(?:to|at|is|it|it['’]?s|its|use|please|pls|the|this|that|address|wallet|account|recipient|receiver|here|his|her|their|my|actually|which|one|right|should|be|he|she|they|oh|no|sorry|i|mean|make|and|or|also)\b|[^a-z0-9]/gi

/** "2 USDC to 0xA": a send without a verb. A story ("… was lost to 0xA") does not begin with the amount. */
const shorthand = /^\s*(?:(?:and|also)\s+)*[\d.,]+\s*[a-z]*\s+(?:over\s+)?to\s*(?=0x|$)/i
/** Text between the receivers of a list: "0xA 10 USDC, 0xB 20 USDC and 0xC". */
const between = /^\s*(?:[\d.,]+\s*[a-z]*)?\s*(?:and|or|&|\+)?\s*$/i

/** "My friend is 0xA", "Bob's address is 0xA", "Bob: 0xA", and "0xA is my friend", "0xA is Bob's wallet". */
const thing = String.raw`(?:['’]s?)?(?:\s+(?:address|wallet|account))?`
const word = '[a-z][a-z-]{1,24}'
const namedBefore = new RegExp(
  String.raw`(?:^|[,.;:!?\n]|\band\b)\s*(?:(?:my|our)\s+)?(${word})${thing}\s*(?:\b(?:is|are)(?:\s+(?:now|at))?\b|=|:)\s*(0x[0-9a-f]{40})(?=\s*(?:$|[,.;!\n]|and\b))`,
  'gi',
)
const namedBehind = new RegExp(
  String.raw`(0x[0-9a-f]{40})\s+is\s+(?:(?:my|our)\s+(${word})${thing}|(${word})['’]s?\s+(?:address|wallet|account))(?=\s*(?:$|[,.;!\n]|and\b))`,
  'gi',
)
const noName =
  /^(?:he|she|it|its|his|her|their|this|that|there|address|wallet|account|recipient|receiver|not|who|what)$/i

const pronoun = String.raw`(?:him|her|them|it|there|that|this|the\s+same)\b`
/** "Send him 1 ETH", "send it", "send 0.5 instead": the receiver was named before. */
const referring = new RegExp(
  String.raw`\b(?:${sends})\s+(?:(?:only|just|about|another)\s+)?(?:${pronoun}|\$?\.?\d)|\bto\s+${pronoun}|\bthere\b`,
  'i',
)
const toSomebody = new RegExp(String.raw`\bto\s+(?!${pronoun})[a-z]`, 'i')

/** Marks a message that adds to the previous request: "and also 0.2 to 0x...". */
const adding = /\b(?:also|too|as well|both)\b/i

/** A requested send and its receivers. */
export type RequestedSend = { receivers: readonly Address[] }

/**
 * Returns the send that the last request of these messages asks for, oldest message first. Null if it asks for
 * something else or nothing. An address is a receiver only if the request says to send something to it, or to a name or
 * pronoun that refers to it. An address in a question, a story or a warning is not a receiver, and any later remark
 * about a receiver other than a confirmation withdraws it.
 */
export function requestedSend(messages: readonly string[]): RequestedSend | null {
  let asked: { text: string; own: Address[] } | null = null
  /** Addresses by the name the person gave them, latest last. Receivers without a name use their address as key. */
  const given = new Map<string, Address>()
  const give = (name: string, address: Address) => {
    given.delete(name)
    given.set(name, address)
  }
  for (const message of messages) {
    if (isAgreement(message)) continue
    const wanted = wantedParts(message)
    const requested = actionsIn(wanted.join(' , '))
    const isSend = requested.includes('send')
    const own = receiversIn(wanted, isSend || (requested.length === 0 && asked !== null))
    const names = namesIn(message)
    for (const address of addressesIn(message)) {
      if (own.includes(address) || names.some(([, each]) => each === address)) continue
      for (const [name, each] of given) if (each === address) given.delete(name)
      if (asked?.own.includes(address)) asked = { text: '', own: asked.own.filter((each) => each !== address) }
    }
    for (const [name, address] of names) give(name, address)
    if (isSend) asked = { text: wanted.join(' , '), own: adding.test(message) ? [...(asked?.own ?? []), ...own] : own }
    else if (requested.length > 0) asked = null
    else if (asked && own.length > 0) asked = { ...asked, own: adding.test(message) ? [...asked.own, ...own] : own }
    if (asked) for (const address of asked.own) give(address, address)
  }
  if (!asked) return null
  return { receivers: asked.own.length > 0 ? asked.own : meantBy(asked.text, given) }
}

/** Resolves a request without an address: by name, or for a pronoun, to the address given last. */
function meantBy(text: string, given: ReadonlyMap<string, Address>): Address[] {
  const named = [...given].filter(([name]) =>
    new RegExp(String.raw`\b(?:to|and|${sends})\s+(?:(?:my|our)\s+)?${name}\b`, 'i').test(text),
  )
  if (named.length > 0) return named.map(([, address]) => address)
  const last = [...given.values()].at(-1)
  return last && referring.test(text) && !toSomebody.test(text) ? [last] : []
}

/** Returns the parts of a message that ask for something, without quotes of others. */
const wantedParts = (message: string): string[] =>
  partsOf(message.replace(quoted, (words) => (words.search(action) < 0 ? words : ' ')).replace(reporting, '$1'))
    .filter(({ kind }) => kind !== 'asked')
    .map(({ text, kind }) => (kind === 'refused' ? beforeRefusal(text) : text))

/** Classifies the verbs of a text, in order: a request to send, a report of a past send, or another action. */
const verbsIn = (text: string): ('send' | 'told' | 'other')[] =>
  text.split(/\s,\s/).flatMap((part) => {
    if (shorthand.test(part)) return 'send'
    const verbs = [...part.matchAll(action)].filter((verb) => verb[2] || !musing.test(part.slice(0, verb.index)))
    return verbs.map(([, send, told]) => (send ? 'send' : told ? 'told' : 'other'))
  })
const actionsIn = (text: string) => verbsIn(text).filter((verb) => verb !== 'told')

/** Returns the addresses that these parts name as receivers. `isAsked`: a send is requested at all. */
function receiversIn(parts: readonly string[], isAsked: boolean): Address[] {
  if (!isAsked) return []
  const found: Address[] = []
  const hasNoVerb = verbsIn(parts.join(' , ')).length === 0
  let before = ''
  let isListed = false
  for (const text of parts) {
    const hasTo = [...text.matchAll(addressPattern)].some(({ index }) => afterTo.test(text.slice(0, index)))
    const isPlain = text.replace(addressPattern, '').replace(plain, '') === ''
    let end = 0
    for (const match of text.matchAll(addressPattern)) {
      const lead = text.slice(end, match.index)
      const isNext: boolean = isListed && between.test(lead)
      // "Send the 5 USDC that he gave me to 0xA" is a request, "I sent 5 USDC to 0xA" is not.
      const asks =
        actionsIn(lead).at(-1) ??
        verbsIn(`${before}${text.slice(0, match.index)}`).at(-1) ??
        (isPlain || hasNoVerb ? 'send' : 'other')
      const isTo = afterTo.test(lead) || (!hasTo && afterVerb.test(lead))
      isListed = isNext || (asks === 'send' && (isTo || (isPlain && found.length === 0)))
      if (isListed) found.push(...addressesIn(match[0]))
      end = match.index + match[0].length
    }
    if (!between.test(text.slice(end))) isListed = false
    before = `${before}${text} , `
  }
  return found
}

function namesIn(message: string): [string, Address][] {
  const before = [...message.matchAll(namedBefore)].map(([, name, address]) => [name, address])
  const behind = [...message.matchAll(namedBehind)].map(([, address, mine, other]) => [mine ?? other, address])
  return [...before, ...behind].flatMap(([name = '', text = '']) => {
    const [address] = addressesIn(text)
    return address && !noName.test(name) ? [[name.toLowerCase(), address] as [string, Address]] : []
  })
}
