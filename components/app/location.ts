'use client'

import { usePathname } from 'next/navigation'

const pattern = /^\/chat\/([^/]+)$/

/** The conversation in the page's address; null on the page for a new one. */
export function useConversationId(): string | null {
  const match = pattern.exec(usePathname())
  return match?.[1] ? decodeURIComponent(match[1]) : null
}

/** Goes to a conversation without asking the server for anything: the page is one and the same. */
export function goToConversation(id: string | null, how: 'push' | 'replace' = 'push'): void {
  const path = id === null ? '/' : `/chat/${encodeURIComponent(id)}`
  if (location.pathname === path && location.search === '') return
  if (how === 'push') history.pushState(null, '', path)
  else history.replaceState(null, '', path)
}

const sidePages = ['settings', 'permissions', 'plans', 'activity', 'portfolio'] as const

/** A page that is shown in place of a conversation: its address is its name. */
export type SidePageName = (typeof sidePages)[number]

export function useSidePage(): SidePageName | null {
  const path = usePathname()
  return sidePages.find((name) => path === `/${name}`) ?? null
}

/** As with conversations: what is under way goes on. */
export function goToSidePage(name: SidePageName): void {
  if (location.pathname !== `/${name}`) history.pushState(null, '', `/${name}`)
}

/** The text that a link asks to write into the composer (`?q=`). It is never sent by itself. */
export const readLinkedText = (): string =>
  new URLSearchParams(location.search).get('q')?.slice(0, longestLinked).trim() ?? ''

/** Takes the text out of the address, so that a reload does not bring it back. */
export function clearLinkedText(): void {
  if (new URLSearchParams(location.search).has('q')) history.replaceState(null, '', location.pathname)
}

const longestLinked = 2000
