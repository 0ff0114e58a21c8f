import type { Address } from 'viem'
import { SaveAddress } from '@/components/contacts/save-address'
import { useContactName } from '@/components/contacts/use-contacts'
import { TitledAddress } from '@/components/ui/text/address'
import type { Review } from '@/lib/review/review'
import type { RecipientFacts } from '@/lib/tools/shared/recipient'

/** Shows a recipient's full address, and the name that the person wrote, once the review has resolved it. */
export function Recipient({ to, facts, review }: { to: Address; facts?: RecipientFacts; review: Review | null }) {
  const name = review?.names?.get(to)
  const saved = useContactName(to)
  return (
    <TitledAddress
      address={to}
      title={
        <>
          <span className="form-label">To</span>
          {saved && <bdi className="min-w-0 text-body font-semibold break-words">{saved}</bdi>}
          {name && name !== saved && <bdi className="min-w-0 text-body font-semibold break-words">{name}</bdi>}
        </>
      }
      note={
        facts && review && !isSpokenOf(review) && <p className="text-small text-ink-muted">{recipientWords(facts)}</p>
      }
    >
      <SaveAddress address={to} />
    </TitledAddress>
  )
}

/** True if a finding about the recipient says the same already. */
const isSpokenOf = ({ findings }: Review): boolean =>
  findings.some(({ rule, level }) => recipientRules.includes(rule) && level !== 'OK' && level !== 'UNVERIFIED')

/** Rules about the recipient: new or known, who it is, and if it is a contract. */
const recipientRules: readonly string[] = ['G12', 'G13', 'G14']

/** Says in one sentence what the chain knows of a recipient. */
function recipientWords({ isSelf, token, delegate, hasCode, nonce, balance }: RecipientFacts): string {
  if (isSelf) return 'This is your own address.'
  if (token) return `This is the ${token.symbol} token contract.`
  if (delegate) return 'An account that runs a contract’s code (EIP-7702).'
  if (hasCode) return 'A contract.'
  if (nonce === 0 && balance === 0n) return 'An empty address that has never been used on this chain.'
  if (nonce === 0) return 'An account that holds coins and has never sent anything on this chain.'
  return 'An ordinary account, used before.'
}
