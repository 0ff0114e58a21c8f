import type { ReadMessage, ReadPart } from './decode-parts'

/**
 * How much is read of what a service says. It is kept in the browser's storage and drawn in one thread, and none of it is
 * trusted: without an end, it would keep the page busy for ever. Good answers stay far below.
 */
export const most = {
  /** Of one message. */
  calls: 50,
  parts: 500,
  /** Characters of a message's text; beyond them it is cut. */
  text: 500_000,
  /** Characters of one call's parameters as JSON. A transaction of 128 kB, the most that nodes pass on, is half of that. */
  parameters: 500_000,
  /** Lists, objects, texts and numbers in one call's parameters: the whole ABI of a large contract has a few thousand. */
  values: 20_000,
  /** Characters of an id, which may be a token of some kind, and of a tool's name. */
  id: 2_000,
  name: 200,
  /** Of one conversation as the service has it on record: the last ones. */
  messages: 2_000,
  callsOnRecord: 1_000,
  pendingCalls: 10_000,
} as const

const leftOut = (what: readonly string[]): ReadPart => ({
  type: 'unreadable',
  reason: `A message holds more than is read of one here, and of this was left out: ${what.join(', ')}`,
})

const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : `${one}s`}`

const isCall = ({ type }: ReadPart): boolean => type === 'call'

/**
 * As much of a message's parts as is read, each call whole or not at all, and a part that says how much was left out. Many
 * texts one after the other, as some services keep the pieces of a stream, are one text.
 */
export function withinBounds(all: readonly ReadPart[]): ReadPart[] {
  const parts = all.length > most.parts ? joinTexts(all) : all
  let calls: number = most.calls
  let others = most.parts
  let characters = most.text
  const missed = { calls: 0, others: 0, characters: 0 }
  const kept = parts.flatMap((part): ReadPart[] => {
    if (isCall(part)) {
      if (calls-- > 0) return [part]
      missed.calls++
      return []
    }
    const text = part.type === 'text' ? part.text : ''
    const room = Math.max(0, characters)
    characters -= text.length
    if (others-- <= 0 || (text !== '' && room === 0)) {
      missed.others++
      return []
    }
    if (text.length <= room) return [part]
    missed.characters += text.length - room
    return [{ type: 'text', text: text.slice(0, room) }]
  })
  const words = [
    ...(missed.calls > 0 ? [count(missed.calls, 'call')] : []),
    ...(missed.others > 0 ? [count(missed.others, 'other part')] : []),
    ...(missed.characters > 0 ? [`the last ${count(missed.characters, 'character')} of a text`] : []),
  ]
  return words.length > 0 ? [...kept, leftOut(words)] : kept
}

function joinTexts(parts: readonly ReadPart[]): ReadPart[] {
  const joined: ReadPart[] = []
  let texts: string[] = []
  const close = () => {
    if (texts.length > 0) joined.push({ type: 'text', text: texts.join('') })
    texts = []
  }
  for (const part of parts) {
    if (part.type === 'text') texts.push(part.text)
    else {
      close()
      joined.push(part)
    }
  }
  close()
  return joined
}

/** The parts with no more than the first so many of the calls among them. */
function withCalls(parts: readonly ReadPart[], number: number): ReadPart[] {
  let calls = number
  const kept = parts.filter((part) => !isCall(part) || calls-- > 0)
  return [...kept, leftOut([count(parts.length - kept.length, 'call')])]
}

/** Without a number, so that it is the same at each reading and stands once. */
export const notAll: ReadMessage = {
  messageId: null,
  role: 'agent',
  parts: [
    {
      type: 'unreadable',
      reason: `The agent service keeps more of this conversation than is read here: of its messages the last ${most.messages.toLocaleString('en')}, and of the calls in them the last ${most.callsOnRecord.toLocaleString('en')}`,
    },
  ],
}

/** As much of a conversation on record as is read, the last messages first, and before them a message that says so. */
export function historyWithin<Raw>(raw: readonly Raw[], read: (message: Raw) => ReadMessage): ReadMessage[] {
  let calls: number = most.callsOnRecord
  let isWhole = raw.length <= most.messages
  const history = raw.slice(-most.messages).map(read)
  for (let at = history.length - 1; at >= 0; at--) {
    const message = history[at]
    if (!message) continue
    const proposed = message.parts.filter(isCall).length
    if (proposed > calls) {
      history[at] = { ...message, parts: withCalls(message.parts, calls) }
      isWhole = false
    }
    calls = Math.max(0, calls - proposed)
  }
  return isWhole ? history : [notAll, ...history]
}

/** Why a call's parameters are not read, or null. Nothing of a call is read where not all of it is. */
export function tooMuch(parameters: unknown): string | null {
  if (!hasFewer(parameters, { left: most.values }))
    return `its parameters hold more than ${most.values.toLocaleString('en')} values`
  const { length } = JSON.stringify(parameters) ?? ''
  return length > most.parameters ? `its parameters are too long, ${count(length, 'character')}` : null
}

function hasFewer(value: unknown, budget: { left: number }): boolean {
  if (budget.left-- <= 0) return false
  return typeof value !== 'object' || value === null || Object.values(value).every((inner) => hasFewer(inner, budget))
}
