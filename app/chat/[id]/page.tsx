import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Conversation', robots: { index: false } }

/** The conversation is kept in the browser: which one it is, is read there. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
