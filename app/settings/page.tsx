import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Settings', robots: { index: false } }

/** Settings are stored in the browser, like the conversations. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
