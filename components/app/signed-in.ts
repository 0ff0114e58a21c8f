import { ConversationList } from '@/components/chat/sidebar/conversation-list'
import Tray from './tray/tray'
import { keptThread } from './work/answer-parts'
import { Conversing } from './work/conversing'
import { openWork } from './work/open-work'

/** Parts that a signed-in account needs, in one piece: loaded apart, they would repeat what they share. */
export const signedInParts = { ConversationList, Conversing, Tray, keptThread, openWork }

export type SignedInParts = typeof signedInParts
