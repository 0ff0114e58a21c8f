import type { Address } from 'viem'
import { systemTimers } from '@/lib/chat/page/timers'
import { browserVisible } from '@/lib/chat/page/visible'
import type { Chat } from '@/lib/chat/store/chat-store'
import type { Ledger } from '@/lib/execution/ledger/ledger'
import type { Locks } from '@/lib/execution/signing/locks'
import type { App } from '../app/app-context'
import { currentConversationId, goToConversation, goToSidePage, pathOfConversation } from '../app/location'
import { goToCard } from '../app/tray/go-to-card'
import { conversationOf } from '../app/work/conversation-of'
import { fetchPermissions } from '../permissions/permissions-client'
import type { News } from './news'
import { createNewsroom, type Newsroom } from './newsroom'
import { showNotification } from './system-notifications'
import { createTold } from './told'

type Account = { owner: Address; chat: Chat; ledger: Ledger; locks: Locks | null }

/** Opens the newsroom of an account in this tab. */
export function openNewsroom(
  { notify, quiet }: Pick<App, 'notify' | 'quiet'>,
  { owner, chat, ledger, locks }: Account,
): Newsroom {
  const placeOf = ({ about }: News) => (about === 'permissions' ? null : conversationOf(chat, about.taskId))
  const pathOf = (news: News) => {
    const conversation = placeOf(news)
    if (conversation) return pathOfConversation(conversation.id)
    return news.about === 'permissions' ? '/permissions' : '/activity'
  }
  return createNewsroom({
    ledger,
    owner,
    chat,
    permissions: fetchPermissions,
    told: createTold(locks, () => localStorage, window),
    settings: () => (quiet.read() ? { ...notify.read(), details: false } : notify.read()),
    visible: browserVisible,
    timers: systemTimers,
    now: () => Date.now(),
    show: (shown, onClick, news) => showNotification({ ...shown, path: pathOf(news) }, onClick),
    open: (news) => {
      const conversation = placeOf(news)
      if (news.about === 'permissions') goToSidePage('permissions')
      // Its conversation was deleted here.
      else if (!conversation) goToSidePage('activity')
      else if (news.about.callId === null) goToConversation(conversation.id)
      else goToCard(conversation.id, news.about.callId)
    },
    isOnScreen: (news) => {
      const conversation = placeOf(news)
      return conversation !== null && conversation.id === currentConversationId()
    },
  })
}
