import { ChatApp } from '@/components/chat/chat-app'
import { publicSettings } from './public-settings'

export default function Page() {
  return <ChatApp {...publicSettings()} />
}
