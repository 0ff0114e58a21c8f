import { ConversationList } from '@/components/chat/sidebar/conversation-list'
import Tray from './tray/tray'
import { openWork } from './work/open-work'

/** What a signed-in account needs on every page, in one piece: loaded apart, its parts would repeat what they share. */
export const signedInParts = { ConversationList, Tray, openWork }

export type SignedInParts = typeof signedInParts
