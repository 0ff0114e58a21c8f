import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Portfolio', robots: { index: false } }

/** What the account has and owes. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
