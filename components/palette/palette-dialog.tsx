'use client'

import { use, useMemo, useState, useSyncExternalStore } from 'react'
import { CallIcon } from '@/components/activity/call-icon'
import { headlineOf } from '@/components/activity/headline'
import { goToCard } from '@/components/app/tray/go-to-card'
import { usePending } from '@/components/app/tray/use-pending'
import { type Work, WorkContext } from '@/components/app/work-context'
import { statusLabelOf } from '@/components/cards/frame/status-labels'
import { useSearch } from '@/components/chat/sidebar/use-search'
import { unbroken } from '@/components/ui/text/unbroken'
import type { AccountActions } from '@/components/wallet/account-slot'
import type { AccountView } from '@/components/wallet/account-store'
import type { Chains } from '@/lib/chain/chains/chain'
import { shortTime } from '@/lib/chat/page/time-words'
import { foldText } from '@/lib/wire/folded-text'
import { revealInvisible } from '@/lib/wire/text'
import type { Command } from './command'
import { accountCommands, askCommand, conversationCommand, pageCommands, requestCommands } from './commands'
import { Palette } from './palette'

/** Conversations shown before anything is typed, and found by a query. */
const recent = 5
const mostFound = 12

/** The account as the palette knows it. */
export type PaletteAccount = {
  account: Pick<AccountView, 'address' | 'chainId'>
  chains: Chains
  actions: AccountActions & { demo?: () => void }
}

/** The palette, with the conversations and open proposals of the account if somebody is signed in. */
export default function PaletteDialog({ onClose, ...given }: PaletteAccount & { onClose: () => void }) {
  const work = use(WorkContext)
  const { account, chains, actions } = given
  const commands = [...accountCommands(account, chains, actions), ...pageCommands()]
  return work ? (
    <OfAccount work={work} commands={commands} onClose={onClose} />
  ) : (
    <OfVisitor commands={commands} onClose={onClose} />
  )
}

type Part = { commands: readonly Command[]; onClose: () => void }

function OfVisitor(part: Part) {
  const [query, setQuery] = useState('')
  return <Palette {...part} query={query} onQuery={setQuery} />
}

function OfAccount({ work: { chat }, commands, onClose }: Part & { work: Work }) {
  const [query, setQuery] = useState('')
  const { conversations } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  const { toSign, underWay } = usePending()
  const { results, isSearching } = useSearch(chat, query)
  const found = useMemo(() => {
    const now = Date.now()
    const wanted = foldText(query.trim())
    const matched = new Map(results?.map(({ id, excerpt }) => [id, excerpt]))
    return conversations
      .filter(({ id, title }) => matched.has(id) || foldText(title).includes(wanted))
      .slice(0, wanted === '' ? recent : mostFound)
      .map(({ id, title, updatedAt }) => conversationCommand(id, revealInvisible(title), shortTime(updatedAt, now)))
  }, [conversations, results, query])
  const waiting = [...toSign, ...underWay].flatMap(({ entry, conversation }): Command[] =>
    conversation
      ? [
          {
            id: `card-${entry.key}`,
            group: 'Waiting for you',
            words: unbroken(headlineOf(entry)),
            also: `card proposal waiting open ${conversation.title}`,
            note: statusLabelOf(entry.state === 'reviewing' ? { ...entry, state: 'ready' } : entry).word,
            icon: <CallIcon entry={entry} />,
            run: () => goToCard(conversation.id, entry.callId),
          },
        ]
      : [],
  )
  const asked = query.trim()
  return (
    <Palette
      commands={[...waiting, ...requestCommands(), ...commands]}
      found={asked === '' ? found : [...found, askCommand(asked)]}
      query={query}
      onQuery={setQuery}
      status={isSearching ? 'Searching the conversations…' : ''}
      onClose={onClose}
    />
  )
}
