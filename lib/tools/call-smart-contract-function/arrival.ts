import { isAddressEqual } from 'viem'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { meaningsOf } from '@/lib/chain/calldata/meaning'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import type { Finding } from '../finding'
import { balanceIn, balanceRead } from '../shared/balance-read'
import type { Probe } from '../tool'
import type { Scene } from './describe'

const rule = 'call.arrival'

/**
 * Probes whether the recipient of sent tokens gets what leaves. Some tokens keep a part of every transfer, and a
 * contract that only looks like a token may give it to somebody else. Null for a call that does not send the account's
 * tokens to one other address.
 */
export function arrivalOf(root: DecodedCall, { chain, account, facts }: Scene): Probe | null {
  const sent = allCalls(root)
    .flatMap(meaningsOf)
    .filter((meaning) => meaning.kind === 'transfer')
  const [only, ...others] = sent
  if (!only || others.length > 0 || only.form === 'erc721' || only.form === 'erc1155') return null
  const { token, from, to } = only
  if (facts.collections.has(token) || !isAddressEqual(from, account) || isAddressEqual(to, account)) return null
  return {
    id: rule,
    about: 'whether the recipient gets everything you send',
    reads: [account, to].map((holder) => balanceRead(chain, token, holder)),
    judge: ({ before, after }) => {
      const left = balanceIn(before[0]) - balanceIn(after[0])
      const arrived = balanceIn(after[1]) - balanceIn(before[1])
      if (left === 0n && only.amount > 0n) return { findings: [refused] }
      return { findings: left > 0n ? arrivalFindings(left, arrived) : [] }
    },
  }
}

/** Some tokens refuse by an answer that nobody reads, instead of failing. */
const refused: Finding = {
  rule,
  level: 'WARN',
  title: 'Nothing would be sent.',
  why: 'The call succeeds, but the token does not move: whoever is waiting for it gets nothing. It would cost the network fee and do nothing else.',
}

/** Rebasing tokens round by a unit or two; more than a thousandth is kept on purpose. */
function arrivalFindings(left: bigint, arrived: bigint): readonly Finding[] {
  const missing = left - arrived
  if (missing <= 2n || missing * 1_000n <= left) return []
  const share = percentOfWhole(missing, left, 2)
  return arrived <= 0n
    ? [
        {
          rule,
          level: 'DANGER',
          title: 'The tokens do not reach the recipient.',
          why: 'They leave your account, but the recipient has no more than before. Decline it.',
        },
      ]
    : [
        {
          rule,
          level: missing * 20n > left ? 'DANGER' : 'WARN',
          title: `The recipient gets ${share} less than leaves your account.`,
          observed: share,
          why: 'This token keeps part of every transfer. Someone expecting an exact amount gets less.',
        },
      ]
}
