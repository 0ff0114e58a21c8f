import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { ChatApp } from '@/components/app/chat-app'

export const metadata: Metadata = { title: 'Portfolio', robots: { index: false } }

/** The portfolio page: assets and debts of the account. */
export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
