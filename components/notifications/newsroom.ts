import type { Timers } from '@/lib/chat/page/timers'
import type { Visible } from '@/lib/chat/page/visible'
import type { Chat } from '@/lib/chat/store/chat-store'
import type { LedgerState } from '@/lib/execution/ledger/entry'
import type { Ledger } from '@/lib/execution/ledger/ledger'
import { createStore, type Handle } from '@/lib/store'
import { type News, newsOfCall, newsOfPermission, newsOfProposal } from './news'
import type { NotifySettings } from './notify-settings'
import type { Told } from './told'

/** Milliseconds by which a tab in the background waits for one that somebody looks at. */
const courtesy = 2_000
/** Milliseconds before the end of a permission. */
const soon = 86_400_000
/** Milliseconds before the first look at the permissions, when the page has loaded, and between two looks. */
const firstLook = 10_000
const interval = 3_600_000
/** News shown in the page. */
const most = 3

type Permission = { id: string; state: string; permission: { validUntil: number } }

type NewsroomOptions = {
  ledger: Pick<Ledger, 'all' | 'subscribe'>
  owner: string
  chat: Pick<Chat, 'subscribe' | 'getSnapshot'>
  permissions: (signal: AbortSignal) => Promise<readonly Permission[]>
  told: Told
  settings: () => NotifySettings
  visible: Visible
  timers: Timers
  now: () => number
  /** Shows a notification of the browser about the news. */
  show: (shown: { id: string; title: string; body: string }, onClick: () => void, news: News) => void
  /** Goes to what the news is about. */
  open: (news: News) => void
  /** True if the person is looking at it already. */
  isOnScreen: (news: News) => boolean
}

/** News that nobody has seen, for the page; the browser tells it too while the page is in the background. */
export type Newsroom = Handle<readonly News[]> & {
  open: (news: News) => void
  dismiss: (id: string) => void
  dispose: () => void
}

/** Tells each thing once, in one tab: in the page, and by the browser while nobody looks at it. */
export function createNewsroom(options: NewsroomOptions): Newsroom {
  const { ledger, owner, chat, permissions, told, settings, visible, timers, now, show, isOnScreen } = options
  const list = createStore<readonly News[]>([])
  const over = new AbortController()
  const dismiss = (id: string) => list.set(list.getSnapshot().filter((each) => each.id !== id))
  const open = (news: News) => {
    dismiss(news.id)
    options.open(news)
  }

  const claim = async (news: News) => {
    if (over.signal.aborted || !(await told.claim(news.id))) return
    const isSeen = visible.isVisible()
    if (isSeen && isOnScreen(news)) return
    list.set([news, ...list.getSnapshot()].slice(0, most))
    const { system, details } = settings()
    if (system && !isSeen)
      show({ id: news.id, title: news.title, body: details ? news.details : '' }, () => open(news), news)
  }
  const tell = (news: News) => {
    if (visible.isVisible()) void claim(news)
    else stops.push(timers.after(courtesy, () => void claim(news)))
  }

  const states = new Map<string, LedgerState>()
  const ended = () => {
    for (const entry of ledger.all()) {
      if (entry.owner !== owner) continue
      const news = newsOfCall(states.get(entry.key), entry)
      states.set(entry.key, entry.state)
      if (news) tell(news)
    }
  }
  /** Conversations that were there before: null until they have been read. */
  let known: ReadonlySet<string> | null = null
  const begun = () => {
    const { conversations, loaded } = chat.getSnapshot()
    if (!loaded) return
    const unread = conversations.filter((each) => each.unread && each.byService)
    for (const { id, taskId, title } of unread) if (known && !known.has(id)) tell(newsOfProposal(taskId ?? id, title))
    known = new Set(conversations.map(({ id }) => id))
  }
  const look = async () => {
    stops.push(timers.after(interval, () => void look()))
    const all = await permissions(over.signal).catch(() => [])
    for (const { id, state, permission } of all) {
      const endsAt = permission.validUntil * 1000
      if (state === 'active' && endsAt > now() && endsAt - now() < soon) tell(newsOfPermission(id, endsAt))
    }
  }
  const stops = [ledger.subscribe(ended), chat.subscribe(begun), timers.after(firstLook, () => void look())]
  ended()
  begun()
  return {
    subscribe: list.subscribe,
    getSnapshot: list.getSnapshot,
    open,
    dismiss,
    dispose: () => {
      over.abort()
      for (const stop of stops) stop()
    },
  }
}
