import type { Address } from 'viem'
import { decimalMarkNow } from '@/lib/chat/page/reading'
import type { ReviewRequest, TermsRequest } from '@/lib/execution/call/call-deps'
import { savedAddresses } from '@/lib/execution/call/kept/address-book'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { earlierCalls, earlierPermissions } from '@/lib/execution/ledger/history/earlier-calls'
import { budgetOf } from '@/lib/execution/ledger/history/spending'
import { usedRecipients } from '@/lib/execution/ledger/history/used-recipients'
import type { Ledger } from '@/lib/execution/ledger/ledger'
import { loadReader } from '@/lib/language/reader/reader'
import type { Review } from '@/lib/review/review'
import { reviewPlan } from '@/lib/review/review-plan'
import { reviewTerms } from '@/lib/review/review-terms'
import { loadPart } from '@/lib/tools/part'
import type { App } from '../app-context'
import type { Work } from '../work-context'
import { basisOf, promptOf } from './basis-of'
import { wordsFor } from './user-messages'

type Parts = Pick<App, 'chains'> &
  Pick<Work, 'chat' | 'limits' | 'addressBook' | 'planTerms'> & {
    owner: Address
    ledger: Pick<Ledger, 'all'>
    /** The call's entry in the ledger; null if it has none. */
    entry: LedgerEntry | null
    now: () => number
  }

/** Reviews the plan of a call beside what the account's conversations, ledger and settings say. */
export async function reviewFor(
  { taskId, callId, ...request }: ReviewRequest,
  { chains, chat, limits, addressBook, planTerms, owner, ledger, entry, now }: Parts,
): Promise<Review> {
  const conversation = wordsFor(chat, { taskId, callId, words: entry?.words })
  return reviewPlan({
    ...request,
    reader: await loadPart(loadReader),
    chains,
    knownAddresses: [
      ...savedAddresses(addressBook.read()),
      ...usedRecipients(ledger.all(), owner, request.plan.steps[0].chainId),
    ],
    conversation,
    ...(entry && { earlier: earlierCalls(ledger.all(), entry, conversation.userMessages) }),
    decimalMark: decimalMarkNow(),
    basis: entry && basisOf(entry, planTerms, ledger.all(), now()),
    ...(entry && { prompt: promptOf(entry) }),
    budget: budgetOf(limits.read(), ledger.all(), owner, now()),
    now,
  })
}

/** Reviews the terms of a call beside what the account's conversations and ledger say. */
export async function reviewTermsFor(
  { taskId, callId, ...request }: TermsRequest,
  {
    chains,
    chat,
    planTerms,
    ledger,
    entry,
    now,
  }: Pick<Parts, 'chains' | 'chat' | 'planTerms' | 'ledger' | 'entry' | 'now'>,
): Promise<Review> {
  const conversation = wordsFor(chat, { taskId, callId, words: entry?.words })
  return reviewTerms({
    ...request,
    reader: await loadPart(loadReader),
    chains,
    conversation,
    ...(entry && { earlier: earlierPermissions(ledger.all(), entry, conversation.userMessages) }),
    basis: entry && basisOf(entry, planTerms, ledger.all(), now()),
    now,
  })
}
