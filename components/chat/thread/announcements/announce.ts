import { headlineOf } from '@/components/activity/headline'
import type { Work } from '@/components/app/work-context'
import { announcedRisks, announcedStatus } from '@/components/cards/receipt/announced-status'
import type { ChatMessage, ChatStore } from '@/lib/chat/store/chat'
import type { CallView } from '@/lib/execution/call/controller'
import { isSettled } from '@/lib/execution/ledger/entry'
import { isOpen } from '@/lib/execution/ledger/machine'
import { revealInvisible } from '@/lib/wire/text'

type Options = {
  chat: Pick<ChatStore, 'thread' | 'message'>
  calls: Work['calls']
  conversationId: string
  say: (text: string) => void
}

/**
 * Announces to screen readers what happens in a conversation from now on: each answer once, when it is complete, and
 * each change of a card's status. Leaves out what was there before, and what is read again from a record. Reading a
 * call here does not prepare it: only opening its card does. Returns a function that stops.
 */
export function announceThread({ chat, calls, conversationId, say }: Options): () => void {
  const thread = chat.thread(conversationId)
  const known = new Set(thread.getSnapshot().messageIds.filter((id) => !isComing(chat.message(id).getSnapshot())))
  let running = false
  let notice = thread.getSnapshot().notice ?? null
  /** True if anything was announced since the answer began. */
  let isAnswered = false
  /** True once anything has been announced. Until then, the status of a card is old news. */
  let isLive = false

  const tell = (text: string) => {
    isLive = true
    isAnswered = true
    say(text)
  }
  const messages = createMessageVoice(chat, tell)
  const lookAtCall = createCallVoice(tell, () => isLive)

  const lookAtCalls = () => {
    for (const id of thread.getSnapshot().messageIds) {
      const message = chat.message(id).getSnapshot()
      const taskId = message?.taskId
      if (message?.role !== 'agent' || !taskId) continue
      const views = message.parts.flatMap((part) =>
        part.type === 'call' ? [calls.find(taskId, part.callId)?.getSnapshot() ?? null] : [],
      )
      views.forEach((view, index) => {
        if (view) lookAtCall(view, views[index + 1] ?? null, messages.follows(id))
      })
    }
  }

  const lookAtThread = () => {
    const now = thread.getSnapshot()
    if (now.running && !running) {
      // A reported outcome may get no answer: the agent is announced only if it says something.
      const last = now.messageIds.at(-1)
      const isAsked = last !== undefined && isText(chat.message(last).getSnapshot())
      isAnswered = !isAsked
      if (isAsked) say('Answering')
    }
    running = now.running
    // Messages after the person's last one that arrive during an answer are new. Everything else is a record.
    const lastOwn = now.messageIds.findLastIndex((id) => chat.message(id).getSnapshot()?.role === 'user')
    now.messageIds.forEach((id, index) => {
      if (known.has(id)) return
      known.add(id)
      const message = chat.message(id).getSnapshot()
      const isNew = message?.role === 'user' ? message.status === 'sending' : index > lastOwn
      if (isNew && (now.running || message?.role === 'user')) messages.follow(id)
    })
    if (now.notice && now.notice !== notice) tell(now.notice)
    notice = now.notice ?? null
    lookAtCalls()
  }
  // An answer without words or cards: its end is all there is to announce.
  const lookAtEnd = () => {
    const wasRunning = running
    lookAtThread()
    if (wasRunning && !running && !isAnswered) say('Answer complete')
  }

  lookAtThread()
  const stops = [thread.subscribe(lookAtEnd), calls.subscribe(lookAtCalls), messages.stop]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Announces each new message once. */
function createMessageVoice(chat: Options['chat'], tell: (text: string) => void) {
  /** Words announced of each message: the agent's in `said`, the app's own in `news`. */
  const followed = new Map<string, { said: string; news: string; stop: () => void }>()

  const look = (id: string) => {
    const entry = followed.get(id)
    const message = chat.message(id).getSnapshot()
    if (!entry || !message) return
    const words = agentWords(message)
    // A service may resend an answer with more text.
    const rest = words.startsWith(entry.said) ? words.slice(entry.said.length).trim() : words
    const news = appWords(message)
    const isNews = news !== entry.news
    if (words !== '') entry.said = words
    entry.news = news
    // Names the speaker first, so that an agent never sounds like the app.
    if (rest !== '') tell(`The agent writes: ${rest}`)
    if (isNews && news !== '') tell(news)
  }

  return {
    follows: (id: string) => followed.has(id),
    follow: (id: string) => {
      const stop = chat.message(id).subscribe(() => look(id))
      followed.set(id, { said: '', news: '', stop })
      look(id)
    },
    stop: () => {
      for (const { stop } of followed.values()) stop()
    },
  }
}

/** Announces changes in the status of calls. `isLive` tells if a first status of a known message's card is news. */
function createCallVoice(tell: (text: string) => void, isLive: () => boolean) {
  /**
   * Last announcement of each call, or what would have been announced: its status with the rules of its risks. `of` is
   * the view that it was read from.
   */
  const announced = new Map<string, { of: CallView; said: string | null }>()

  return (view: CallView, next: CallView | null, isNew: boolean) => {
    const { entry } = view
    const before = announced.get(entry.key)
    if (before?.of === view) return
    const status = announcedStatus(view)
    const risks = announcedRisks(view)
    // Compares the rules of the risks only: a figure in a title may change with every quote.
    const said = status === null ? (before?.said ?? null) : [status, ...risks.map(({ rule }) => rule)].join(' ')
    announced.set(entry.key, { of: view, said })
    if (status === null || said === before?.said) return
    if (!before?.said && !isNew && !isLive()) return
    const more = [...risks.map(({ title }) => title), ...(next && isGate(view, next) ? [gateWords] : [])]
    tell([`${headlineOf(entry)}: ${status}`, ...more].join(' '))
  }
}

const isComing = (message: ChatMessage | null): boolean =>
  message?.status === 'streaming' || message?.status === 'sending'

const isText = (message: ChatMessage | null): boolean =>
  message?.role === 'user' && message.parts.some(({ type }) => type === 'text')

/** True if this call was not carried out, and the next call of the same message may depend on it. */
const isGate = ({ entry: { state } }: CallView, next: CallView): boolean =>
  isSettled(state) && state !== 'confirmed' && isOpen(next.entry.state)

const gateWords = 'The next one may depend on it: look at it, or decline it.'

/** Returns the agent's words in a message. Empty while it is streaming. */
const agentWords = ({ role, status, parts }: ChatMessage): string =>
  role === 'user' || status === 'streaming'
    ? ''
    : parts
        .map((part) => (part.type === 'text' ? announcedText(part.text) : ''))
        .filter(Boolean)
        .join(' ')
        .trim()

/** Returns the app's own words about a message. Empty while it is streaming, or if there is nothing to say. */
function appWords({ role, status, parts, problem, unsure }: ChatMessage): string {
  const unsent = unsure ? 'It is not known whether your message was sent.' : 'Your message was not sent.'
  if (role === 'user') return status === 'failed' ? `${unsent} ${problem ?? ''}`.trim() : ''
  if (status === 'streaming') return ''
  const forms = parts.flatMap((part) =>
    part.type === 'draft'
      ? ['A draft of your request is ready to correct or confirm.']
      : part.type === 'plan' && part.offer.number === undefined
        ? ['A plan is ready to confirm.']
        : [],
  )
  const unread = parts.some(({ type }) => type === 'unreadable') ? ['A part of this message could not be read.'] : []
  const end =
    status === 'stopped'
      ? ['You stopped this answer.']
      : status === 'broken'
        ? [`The answer was cut off. ${problem ?? ''}`]
        : status === 'ended'
          ? [`No answer. ${problem ?? ''}`]
          : []
  return [...forms, ...unread, ...end].join(' ').trim()
}

/** Maximum characters announced. The whole answer is there to be read at the reader's own pace. */
const longest = 1500

/**
 * Returns an agent's markdown as a screen reader should say it: the words without the marks, with a pause after each
 * line.
 */
export function announcedText(markdown: string): string {
  const lines = markdown.slice(0, longest).split('\n').flatMap(announcedLine)
  const text = revealInvisible(lines.join(' ')).trim()
  return markdown.length > longest ? `${text} … The full answer is longer, and is in the conversation.` : text
}

function announcedLine(line: string): string[] {
  // The fence of a code block, a rule, or the line below a table's head has no words.
  if (/^\s*(?:```|~~~)/.test(line) || /^[\s|:*_-]*$/.test(line)) return []
  const words = inline(line.replace(/^\s*(?:>\s*)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)?/, ''))
  const cells = words.split('|').map((cell) => cell.trim())
  const said = (cells.length > 2 ? cells.filter((cell) => cell !== '').join(', ') : words).trim()
  if (said === '') return []
  return [/[.!?:;,…]$/.test(said) ? said : `${said}.`]
}

/** Replaces images and links with their text, and drops the marks of bold, code and the like. */
const inline = (text: string): string =>
  text
    .replace(/!\[([^\][]*)\]\([^()]*\)/g, (_, alt: string) => (alt ? `image: ${alt}` : 'image'))
    .replace(/\[([^\][]+)\]\([^()]*\)/g, '$1')
    .replace(/\*\*|__|~~|`|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/g, '')
