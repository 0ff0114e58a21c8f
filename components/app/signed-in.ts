import { ConversationList } from '@/components/chat/sidebar/conversation-list'
import Tray from './tray/tray'
import { openWork } from './work/open-work'

/**
 * Parts that a signed-in account needs on every page, in one piece: loaded apart, they would repeat what they share.
 */
export const signedInParts = { ConversationList, Tray, openWork }

export type SignedInParts = typeof signedInParts
