import type { ReadMessage, ReadPart } from './decode-parts'

/**
 * Limits on what is read from a service. Its messages are kept in browser storage and rendered in one thread, and none
 * of them are trusted: without limits, they could keep the page busy forever. Well-behaved services stay far below.
 */
export const most = {
  /** Per message. */
  calls: 50,
  parts: 500,
  /** Characters of text per message; the rest is cut. */
  text: 500_000,
  /**
   * Characters of one call's parameters as JSON. A 128 kB transaction, the most that nodes relay, takes half of that.
   */
  parameters: 500_000,
  /**
   * Lists, objects, strings and numbers in one call's parameters. The full ABI of a large contract has a few thousand.
   */
  values: 20_000,
  /** Characters of an id, which may be some kind of token, and of a tool's name. */
  id: 2_000,
  name: 200,
  /** Per conversation on the service's record, counted from the end. */
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
 * Returns the parts within the limits, each call whole or not at all, plus a part that states how much was left out.
 * Joins consecutive texts if there are too many parts: some services keep the pieces of a stream apart.
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

/** Keeps the first `number` calls and all other parts. */
function withCalls(parts: readonly ReadPart[], number: number): ReadPart[] {
  let calls = number
  const kept = parts.filter((part) => !isCall(part) || calls-- > 0)
  return [...kept, leftOut([count(parts.length - kept.length, 'call')])]
}

/** Carries no count, so that it reads the same every time and appears only once. */
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

/** Returns the end of a recorded conversation within the limits, preceded by a notice if anything was left out. */
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

/** Returns why a call's parameters are refused, or null. A call is read whole or not at all. */
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
