import { ChatApp } from '@/components/app/chat-app'
import { publicSettings } from './public-settings'

export default async function Page() {
  return <ChatApp {...(await publicSettings())} />
}
