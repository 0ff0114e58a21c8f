import { isAddressEqual } from 'viem'
import type { Requests } from '@/lib/language/request'
import { inTokens, pointsWords } from '@/lib/tools/request-auto-rebalance-permission/terms'
import { readerMissing, Unavailable } from '../../context'
import type { EarlierPermission, PermissionAnswer, PermissionCase } from '../../request/permission'
import type { RequestPart } from '../../review'
import type { Basis } from '../../words/basis'
import type { Reported } from '../../words/reported'
import type { RuleOn } from '../rule'
import {
  alreadyDone,
  different,
  doubted,
  isAgreedTo,
  notSeen,
  onlyAgreed,
  otherLanguage,
  unasked,
} from './request-observations'

/** Terms to be signed, and what the person wrote before they were proposed. */
export type TermsContext = Pick<PermissionCase, 'consent' | 'chain'> & {
  /** The person's messages, oldest first. */
  userMessages: readonly string[]
  /** Words that only the service reports, if the terms are held against them or they may change what was asked. */
  reported: Reported | null
  /** The requests in them, and the one that the terms answer. Null without a reader. */
  read: { requests: Requests; answer: PermissionAnswer | null } | null
  /** Permissions that were signed before in the same conversation. */
  earlier: readonly EarlierPermission[]
  /** The plan or permission that the service names as the reason for its proposal. Null if the person asked for it. */
  basis: Basis | null
}

/** G35: terms must match the person's last request in every respect that the reader found, like a plan. */
export const permissionRequestRule: RuleOn<TermsContext> = {
  id: 'G35',
  about: 'whether it is what you asked for',
  applies: ({ userMessages }) => userMessages.length > 0,
  check: function* (context) {
    const { read, userMessages, reported, earlier, consent } = context
    if (!read) throw new Unavailable(readerMissing)
    if (reported) yield notSeen(reported)
    const { requests, answer } = read
    const found = answer?.parts.filter(({ is }) => is === 'different') ?? []
    for (const part of found) {
      const fix = answer?.fixes.get(part)
      const found = different(part, reported)
      yield { ...found, title: titles[part.respect] ?? found.title, ...(fix && { fix }) }
    }
    if (requests.unread) throw new Unavailable(otherLanguage)
    const given = described(context)
    if (!answer) return yield unasked(given, userMessages, reported)
    const { permission } = consent
    const isUsed = earlier.some(
      ({ after, permission: { chainId, token } }) =>
        after > answer.request.message && chainId === permission.chainId && isAddressEqual(token, permission.token),
    )
    if (isUsed) yield alreadyDone(answer.request, given)
    yield* doubted(answer, requests)
    if (isAgreedTo(answer.request, requests)) yield onlyAgreed(answer.request, given)
  },
}

const titles: Partial<Record<RequestPart['respect'], string>> = {
  gives: 'This permission is for a different token from the one you asked for.',
  chain: 'This permission is for a different network from the one you asked for.',
}

/** Text of what is granted. Follows “What happens:”. */
function described({ consent: { permission }, chain }: TermsContext): string {
  const token = chain?.tokens.find(({ address }) => isAddressEqual(address, permission.token))
  const most = token ? `up to ${inTokens(BigInt(permission.maxAmountPerMove), token)} each` : 'an unlisted token'
  const gain = pointsWords(permission.minYieldIncreaseBps)
  return `a permission is given to propose moves of ${most}, for a gain of at least ${gain}`
}

/** G34: nothing that the person has agreed to lets the service ask for a permission by itself. */
export const permissionBasisRule: RuleOn<TermsContext> = {
  id: 'G34',
  about: 'whether this keeps to the plan or permission that it comes from',
  applies: ({ basis, userMessages }) => basis !== null && userMessages.length === 0,
  check: ({ basis }) => {
    if (basis?.is === 'unknown') throw new Unavailable('the service proposed it by itself')
    return {
      level: 'DANGER',
      title: 'The service asks for this by itself.',
      observed: basis?.is === 'plan' ? 'your plan asks for no permission' : 'your permission asks for no other one',
      why: 'Nothing you have agreed to covers it. Decline it unless you want this.',
    }
  },
}
