import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Permissions', robots: { index: false } }

/** Lists what the account permits agents to do, with a way to revoke it. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
