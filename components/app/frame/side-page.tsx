import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { goToConversation, type SidePageName } from '../location'

type Words = { heading: string; lead: string; isWide?: true }

const words: Readonly<Record<SidePageName, Words>> = {
  settings: {
    heading: 'Settings',
    lead: 'What may leave this account, how this browser works with it, and what the agent service keeps about it.',
  },
  permissions: {
    heading: 'Permissions',
    lead: 'What you have allowed agents to propose on their own. Each permission ends on its date, or at once when you revoke it.',
  },
  activity: {
    heading: 'Activity',
    lead: 'Everything agents proposed to this account, in all conversations. What you did in another browser is shown as the service reports it, until the chain confirms it.',
  },
  portfolio: {
    heading: 'Portfolio',
    lead: 'What this account has and owes, read from the chains when you open this page, without any other service.',
    isWide: true,
  },
  plans: {
    heading: 'Plans',
    lead: 'Regular purchases and transfers. Each one comes as a proposal in its own conversation, and nothing moves until you countersign it.',
  },
}

/** The frame of a page beside the conversations. Identical before and after the app starts, so that nothing moves. */
export function SidePage({ name, children }: { name: SidePageName; children: ReactNode }) {
  const { heading, lead, isWide } = words[name]
  return (
    <section className="thread-scroller" aria-labelledby="page-heading">
      <div
        className={clsx(
          'mx-auto w-full px-[var(--space-gutter)] py-8 sm:py-12',
          isWide ? 'max-w-[calc(48rem+2*var(--space-gutter))]' : 'max-w-[calc(38rem+2*var(--space-gutter))]',
        )}
      >
        <a
          href="/"
          onClick={(event) => {
            event.preventDefault()
            goToConversation(null)
          }}
          className="-my-1 inline-block py-1 text-small text-accent underline underline-offset-4 print:hidden"
        >
          Back to the conversations
        </a>
        <h1 id="page-heading" className="mt-4 text-title font-semibold tracking-[-0.015em]">
          {heading}
        </h1>
        <p className="mt-2 text-ink-muted text-pretty">{lead}</p>
        {children}
      </div>
    </section>
  )
}
