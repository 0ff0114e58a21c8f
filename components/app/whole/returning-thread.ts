import { RichText } from '@/components/chat/thread/text/rich-text'
import { Thread } from '@/components/chat/thread/thread'
import { returningApp } from './returning-app'

/** The app of an account that comes back to a conversation, with its messages. */
export const returningThread = { ...returningApp, Thread, RichText }
