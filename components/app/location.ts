'use client'

import { usePathname } from 'next/navigation'

const pattern = /^\/chat\/([^/]+)$/

const conversationIn = (path: string): string | null => {
  const match = pattern.exec(path)
  return match?.[1] ? decodeURIComponent(match[1]) : null
}

/** Returns the conversation in the page's address. Null on the page for a new one. */
export const useConversationId = (): string | null => conversationIn(usePathname())

/** Returns the conversation in the page's address now. */
export const currentConversationId = (): string | null => conversationIn(location.pathname)

/** Returns the address of a conversation. */
export const pathOfConversation = (id: string): string => `/chat/${encodeURIComponent(id)}`

/** Goes to a conversation without a request to the server: all conversations share one page. */
export function goToConversation(id: string | null, how: 'push' | 'replace' = 'push'): void {
  const path = id === null ? '/' : pathOfConversation(id)
  if (location.pathname === path && location.search === '') return
  if (how === 'push') history.pushState(null, '', path)
  else history.replaceState(null, '', path)
}

const sidePages = ['settings', 'permissions', 'plans', 'activity', 'portfolio'] as const

/** A page shown in place of a conversation. Its name is its address. */
export type SidePageName = (typeof sidePages)[number]

export function useSidePage(): SidePageName | null {
  const path = usePathname()
  return sidePages.find((name) => path === `/${name}`) ?? null
}

/** Goes to a side page without a request to the server, so that running work goes on. */
export function goToSidePage(name: SidePageName): void {
  if (location.pathname !== `/${name}`) history.pushState(null, '', `/${name}`)
}

/** True if a conversation is on screen, or the page for a new one. */
export const isAtConversation = (): boolean => location.pathname === '/' || pattern.test(location.pathname)

/** Returns the text that a link puts into the composer (`?q=`). It is never sent automatically. */
export const readLinkedText = (): string =>
  new URLSearchParams(location.search).get('q')?.slice(0, longestLinked).trim() ?? ''

/** Removes the text from the address, so that a reload does not bring it back. */
export function clearLinkedText(): void {
  if (new URLSearchParams(location.search).has('q')) history.replaceState(null, '', location.pathname)
}

const longestLinked = 2000
