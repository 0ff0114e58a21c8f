import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Plans', robots: { index: false } }

/** Lists the account's recurring purchases. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
