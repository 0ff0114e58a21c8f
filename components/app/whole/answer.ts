import { Thread } from '@/components/chat/thread/thread'
import { readerOf } from '@/lib/language/reader/reader-of'
import * as reviewing from '../work/reviewing'

/** Code for the first answer of a conversation, with a card. Loaded apart, its pieces would repeat what they share. */
export const answer = { Thread, readerOf, reviewing }
