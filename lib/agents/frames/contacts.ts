import { type Address, checksumAddress, isAddress } from 'viem'
import type { Lexicon } from '../tagger/lexicon'
import { readRecipient } from '../tagger/recipients'
import { fillers, links, verbOf } from '../tagger/vocabulary'
import type { Dialogue } from './understanding'

/** Whom the person named with an address in this conversation: names in lower case. Addresses are only ever typed. */
export type Contacts = ReadonlyMap<string, Address>

const hex = '(0x[0-9a-fA-F]{40})\\b'
const name = String.raw`((?:(?:my|our|the)\s+)?[a-z][a-z-]{1,24})`
const thing = String.raw`(?:\s+(?:new|current|actual))?(?:\s+(?:wallet|account|eth|crypto))?(?:\s+(?:address|wallet|account))?`
const end = String.raw`(?=\s*(?:$|[,.;!\n]|\band\b))[\s,.;!]*(?:and\s+(?:then\s+)?)?`

/** "Bob is 0x…", "bob's address is 0x…", "alice = 0x…". */
const named = new RegExp(
  String.raw`(?:^|(?<=[,.;!\n]\s*|\band\s+))(?:(?:hey|hi|ok|so|note|remember(?:\s+that)?|fyi)[\s,:]+)?(?:(?:the\s+)?(?:address|wallet|account)\s+(?:of|for)\s+)?${name}(?:'?s)?${thing}\s*(?:\bis(?:\s+(?:now|actually|currently))?(?:\s+at)?\b|=|:|->)\s*${hex}${end}`,
  'gi',
)
/** "0x… is bob", "save 0x… as bob". */
const naming = new RegExp(
  String.raw`(?:^|(?<=[,.;!\n]\s*|\band\s+))(?:(?:please|pls|can\s+you)\s+)?(?:(?:save|add|store|remember|call|label)\s+)?${hex}\s+(?:is|as|belongs\s+to|=)\s+(?:(?:my|our)\s+\w+\s+)??${name}(?:'?s)?${thing}${end}`,
  'gi',
)

/** "Her address is this one: 0x…" */
const pointing =
  /(?<=\b(?:address|wallet|account)\s+is)\s+(?:this(?:\s+one)?|the\s+following|as\s+follows)\b(?=\s*:?\s*0x)/gi

/** "Remember my dad's address 0x…" */
const kept =
  /(?:^|(?<=[,.;!\n]\s*))(?:(?:please|pls)\s+)?(?:remember|save|store|note|add)\s+((?:(?:my|our)\s+)?[a-z][a-z-]{1,24}'?s\s+(?:address|wallet|account))\s*[:,]?\s+(?=0x[0-9a-fA-F]{40}\b)/gi

/** Words that stand where a name would, and are none. */
const noNames: ReadonlySet<string> = new Set(
  `his her their its it he she they this that these those there here address wallet account recipient destination to from contract token
  receiver who what which where amount not never only be system admin support user assistant note someone anyone everybody real new
  actual correct wrong right sender one other others same addr addy`.split(/\s+/),
)

/** What a text says of who has which address, and the text without that. A name with two addresses stands for neither. */
export function contactsIn(said: string, lexicon: Lexicon): { found: Contacts; rest: string } {
  const text = said.replace(pointing, '').replace(kept, '$1 is ')
  const found = new Map<string, Address>()
  const twice = new Set<string>()
  const take = (whole: string, named: string, typed: string): string => {
    const who = bareName(named)
    const address = typedAddress(typed)
    if (!address || !isName(who, lexicon)) return whole
    if (found.has(who) && found.get(who) !== address) twice.add(who)
    found.set(who, address)
    return ' '
  }
  const rest = text
    .replace(named, (whole, said: string, typed: string) => take(whole, said, typed))
    .replace(naming, (whole, typed: string, said: string) => take(whole, said, typed))
  return twice.size > 0 ? { found: new Map(), rest: text } : { found, rest: rest.trim() }
}

/** "Bob's address is wrong", "Bob has a new wallet" */
const taken =
  /\b(?:wrong|incorrect|mistaken?|not|isn['’]?t|old|outdated|new|changed|lost|hacked|stolen|no\s+longer|another|different)\b.*\b(?:address|addy|wallet|account|number)\b|\b(?:address|addy|wallet|account|number)\b.*\b(?:wrong|incorrect|mistaken?|not|isn['’]?t|old|outdated|new|changed|lost|hacked|stolen|no\s+longer|different)\b/i

const forgets = (who: string) =>
  String.raw`\b(?:forget|remove|delete|erase)\s+(?:about\s+)?(?:(?:my|the)\s+)?(?:contact\s+)?${who}\b(?:'s)?`

/** "Forget Bob": which of those who are known is to be nobody. Null where more is said. */
export const forgottenIn = (text: string, known: Contacts): string | null =>
  [...known.keys()].find((who) =>
    new RegExp(
      String.raw`^\W*(?:please\s+)?${forgets(who)}(?:\s+(?:address|wallet|account))?(?:\s+from\s+(?:my|the)\s+contacts)?(?:\s+please)?\W*$`,
      'i',
    ).test(text),
  ) ?? null

/**
 * Those whose name does not stand beside an address that is not theirs. "Use 0x… for Bob from now on" may mean that Bob has
 * another address: whoever was named so is nobody until it is said plainly.
 */
export function withoutDoubted(text: string, known: Contacts): Contacts {
  const left = new Map([...known].filter(([who]) => !new RegExp(forgets(who), 'i').test(text)))
  const typed = [...text.matchAll(new RegExp(hex, 'g'))].flatMap(([, each = '']) => typedAddress(each) ?? [])
  if (typed.length === 0 && !taken.test(text)) return left
  const isMeant = (who: string) => new RegExp(String.raw`(?<!\b(?:not|of|than)\s+(?:to\s+)?)\b${who}\b`, 'i').test(text)
  return new Map([...left].filter(([who, address]) => typed.includes(address) || !isMeant(who)))
}

const bareName = (said: string): string =>
  said
    .toLowerCase()
    .replace(/^(?:my|our|the)\s+/, '')
    .replace(/'s?$/, '')

function typedAddress(typed: string): Address | null {
  const read = readRecipient({ kind: 'hex', text: typed.toLowerCase(), raw: typed })
  return read?.kind === 'address' && isAddress(read.address) ? checksumAddress(read.address) : null
}

function isName(word: string, { tokens, chains }: Lexicon): boolean {
  const isTaken = tokens.has(word) || chains.has(word) || noNames.has(word) || fillers.has(word) || links.has(word)
  return !isTaken && verbOf(word) === null
}

const place = '(?:address|wallet|account|person|recipient|place|guy)'
const sends = String.raw`\b(?:send|move|pay|give|transfer|wire|gift|tip|forward|reimburse|refund|throw|shoot|toss)`

/** The text with the addresses of known contacts in place of their names, where something goes to them. */
function withAddresses(text: string, known: Contacts, latest: Contacts): string {
  let said = text
  for (const [who, address] of known) {
    const whom = String.raw`(?:(?:my|our|the)\s+)?${who}\b(?!['.])`
    said = said
      .replace(new RegExp(String.raw`\bto\s+${whom}`, 'gi'), `to ${address}`)
      .replace(new RegExp(String.raw`(${sends})\s+${whom}`, 'gi'), `$1 ${address}`)
      .replace(
        new RegExp(String.raw`\b(want|need|let)\s+${whom}(?=\s+(?:to\s+)?(?:have|get|receive)\b)`, 'gi'),
        `$1 ${address}`,
      )
      .replace(
        new RegExp(
          String.raw`(?<=(?:^|[,.;:!?]|\band)\s*)${whom}(?=\s+(?:gets|receives|(?:should|shall|must|has\s+to)\s+(?:get|have|receive))\s+\$?\.?\d)`,
          'gi',
        ),
        address,
      )
      .replace(new RegExp(String.raw`(?<=${sends}\b.*(?:,|\band)\s+(?:for\s+)?)${whom}`, 'gi'), address)
      .replace(new RegExp(String.raw`\b(same\s+for)\s+${whom}`, 'gi'), `$1 ${address}`)
  }
  // "Send him": whom the same message named, and nobody else.
  const [only, ...others] = latest.values()
  if (!only || others.length > 0) return said
  return said
    .replace(
      new RegExp(String.raw`(${sends})\s+(?:him|her|them|the\s+same\s+${place})\b(?!\s+(?:to|on|back|all)\b)`, 'gi'),
      `$1 ${only}`,
    )
    .replace(new RegExp(String.raw`\bto\s+(?:him|her|them|(?:that|the\s+same)\s+${place})\b`, 'gi'), `to ${only}`)
    .replace(new RegExp(String.raw`(?<=[,;]\s*)(?:the\s+)?same\s+${place}\b`, 'gi'), `to ${only}`)
    .replace(new RegExp(String.raw`(${sends}\b[^,.;!?\n]*?)\s+(?:over\s+)?there\b`, 'gi'), `$1 to ${only}`)
}

/** "Rent is 850 USDC, send it": to the only person whom the same message names. */
function sentToNamed(text: string, found: Contacts): string {
  const [only, ...others] = found.values()
  const isWhole = only !== undefined && others.length === 0 && !text.includes('0x')
  return isWhole ? text.replace(new RegExp(String.raw`(${sends}\s+it)(?=[\s.!]*$)`, 'i'), `$1 to ${only}`) : text
}

/** The text with addresses in the place of names. `latest`: whom "him" means where the text names nobody. */
export function addressedIn(text: string, lexicon: Lexicon, { contacts }: Dialogue, latest: Contacts): string {
  const { found, rest } = contactsIn(text, lexicon)
  // "Bob is 0x…" in answer to whom it should go to is that address.
  if (rest === '') return [...found.values()].join(' ') || text
  const known = new Map([...contacts, ...found])
  return sentToNamed(withAddresses(rest, known, found.size > 0 ? found : latest), found)
}

/** Whom the last send went to, for "him" and "the same address"; before there was one, the only person who was named. */
export function lastRecipient({ draft, nft, rest, contacts }: Dialogue): Contacts {
  const recipient = (draft ?? nft)?.recipient
  if (!recipient) return contacts.size === 1 ? contacts : new Map()
  return recipient.kind === 'address' && rest.length === 0 ? new Map([['', recipient.address]]) : new Map()
}
