import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Permissions', robots: { index: false } }

/** What the account has permitted agents to do, with a way to take it back. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
