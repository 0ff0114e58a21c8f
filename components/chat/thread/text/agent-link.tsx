'use client'

import { createContext, type ReactNode, use } from 'react'

/** Opens an agent's link: first a question, never the site itself. */
export const OpenLinkContext = createContext<(url: URL) => void>(() => {})

/** A link in an agent's text. A button without an address, so that no click, drag or prefetch can follow it. */
export function AgentLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const openLink = use(OpenLinkContext)
  const url = readLink(href)
  if (!url) return <span>{children}</span>
  return (
    <button
      type="button"
      onClick={() => openLink(url)}
      className="inline text-left text-accent underline decoration-1 underline-offset-[3px] hover:decoration-2"
    >
      {children} <span className="text-label text-ink-faint">({url.host})</span>
    </button>
  )
}

/** Accepts web addresses only. `javascript:`, `data:`, `mailto:` and relative addresses stay text. */
function readLink(href: string | undefined): URL | null {
  if (!href || !/^https?:\/\//i.test(href)) return null
  const url = URL.canParse(href) ? new URL(href) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.host !== '' ? url : null
}
