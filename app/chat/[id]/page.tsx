import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Conversation', robots: { index: false } }

/** Conversations are stored in the browser, which reads the id from its address. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
