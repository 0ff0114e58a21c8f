import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Activity', robots: { index: false } }

/** Lists the calls proposed to the account, and their outcomes. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
