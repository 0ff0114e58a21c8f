'use client'

import { MoreHorizontal, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { memo, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Menu, MenuItem } from '@/components/ui/floating/menu'
import { unbroken } from '@/components/ui/text/unbroken'
import type { Conversation } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'
import { AgentMark, useAgentName } from '../agent-mark'
import type { OpenMark } from './open-marks'
import { RenameField } from './rename-field'

type ItemProps = {
  conversation: Conversation
  /** Time of its last message, in words. */
  when: string
  /** The text around a search match. */
  excerpt: string | null
  mark: OpenMark | undefined
  isCurrent: boolean
  /** True if the Tab key reaches it. */
  isStop: boolean
  isRenaming: boolean
  onOpen: (id: string) => void
  onFocus: (id: string) => void
  onRename: (id: string | null) => void
  onRenamed: (id: string, title: string | null, byKey: boolean) => void
  onPin: (id: string, isPinned: boolean) => void
  onDelete: (id: string) => void
}

/** One conversation of the list: its agent, title, time and open proposals, and a menu of actions. */
export const ConversationItem = memo(function ConversationItem(props: ItemProps) {
  const { conversation, when, excerpt, mark, isCurrent, isStop, isRenaming } = props
  const { id, agentId } = conversation
  const agent = useAgentName(agentId)
  const title = unbroken(revealInvisible(conversation.title)) || 'Untitled'
  const menu = useRef<HTMLDivElement>(null)
  const isUnread = conversation.unread === true && !isCurrent
  // Proposals that the ledger does not know were never opened here: the service's count stands in.
  const open =
    mark?.open ?? (mark || conversation.listedAt === undefined || isCurrent ? 0 : (conversation.pending ?? 0))
  // Shift+F10 arrives twice, as a key and as a context menu event: the second must not close what the first opened.
  const openMenu = () =>
    menu.current?.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="false"]')?.click()
  if (isRenaming)
    return (
      <li className="px-2 py-1.5">
        <RenameField title={conversation.title} onDone={(text, byKey) => props.onRenamed(id, text, byKey)} />
      </li>
    )
  return (
    <li className="conversation-item" data-unread={isUnread || undefined}>
      <button
        type="button"
        data-entry={id}
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => props.onOpen(id)}
        onFocus={() => props.onFocus(id)}
        onContextMenu={(event) => {
          event.preventDefault()
          openMenu()
        }}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'F2') props.onRename(id)
          else if (key === 'Delete') props.onDelete(id)
          else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) openMenu()
        }}
        className="conversation-entry"
      >
        <AgentMark agentId={agentId} name={agent} className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-1.5">
            {isUnread && <span className="sr-only">New: </span>}
            <span dir="auto" className="conversation-title">
              {title}
            </span>
            {isUnread && <span aria-hidden="true" className="size-2 shrink-0 self-center rounded-full bg-accent" />}
          </span>
          <span className="mt-0.5 flex min-h-4 items-center gap-1.5 text-label leading-4 text-ink-faint">
            <span className="sr-only">, </span>
            <span className="min-w-0 truncate">
              <bdi>{agent}</bdi> · {when}
            </span>
            {conversation.pinned && <Pin aria-label="pinned" className="size-3 shrink-0" />}
            {open > 0 && (
              <Badge tone="accent" className="shrink-0">
                {open} open
              </Badge>
            )}
            {open === 0 && mark !== undefined && mark.underWay > 0 && <Badge className="shrink-0">Under way</Badge>}
          </span>
          {excerpt && (
            <span
              dir="auto"
              className="mt-0.5 line-clamp-2 text-label leading-4 text-ink-muted [overflow-wrap:anywhere]"
            >
              {revealInvisible(excerpt)}
            </span>
          )}
        </span>
      </button>
      <div ref={menu} className="conversation-menu">
        <Menu
          trigger={
            <button
              type="button"
              tabIndex={isStop ? 0 : -1}
              aria-label={`Options for “${title}”`}
              data-tip="Options"
              className="inline-grid size-8 place-items-center rounded-control text-ink-muted hover:bg-paper-sunk hover:text-ink pointer-coarse:size-10 [&_svg]:size-4"
            >
              <MoreHorizontal />
            </button>
          }
        >
          <MenuItem onClick={() => props.onRename(id)}>
            <Pencil /> Rename
          </MenuItem>
          <MenuItem onClick={() => props.onPin(id, !conversation.pinned)}>
            {conversation.pinned ? <PinOff /> : <Pin />} {conversation.pinned ? 'Unpin' : 'Pin'}
          </MenuItem>
          <MenuItem onClick={() => props.onDelete(id)}>
            <Trash2 /> Delete
          </MenuItem>
        </Menu>
      </div>
    </li>
  )
})
