'use client'

import { useId, useState } from 'react'
import { useApp } from '@/components/app/app-context'
import { ConversationLink } from '@/components/app/conversation-link'
import { DetailRow, DetailRows } from '@/components/cards/frame/detail-rows'
import { ChainName } from '@/components/ui/pictures/chain-name'
import { FullAddress } from '@/components/ui/text/address'
import { WholeAmount } from '@/components/ui/text/amount'
import { formatAmount } from '@/components/ui/text/figures'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { written as inOwnWay } from '@/lib/chat/page/reading'
import { dayAndTime } from '@/lib/chat/page/time-words'
import { pointsWords } from '@/lib/tools/request-auto-rebalance-permission/terms'
import { revealInvisible } from '@/lib/wire/text'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Notice } from '../ui/notice'
import { type ListedPermission, revokePermission } from './permissions-client'

const states = {
  active: { word: 'Active', tone: 'accent' },
  expired: { word: 'Expired', tone: 'neutral' },
  revoked: { word: 'Revoked', tone: 'neutral' },
} as const

/** A permission: the signed terms, its state, and the way to revoke it. */
export function PermissionItem({
  listed,
  onRevoked,
  words,
}: {
  listed: ListedPermission
  onRevoked: (changed: ListedPermission) => void
  /** Returns the message for a failed change. */
  words: (error: unknown, otherwise: string) => string
}) {
  const { agents } = useApp()
  const heading = useId()
  const { asking, setAsking, busy, problem, revoke } = useRevoking(listed.id, onRevoked, words)
  const { permission, state, enforcement, revokedAt, createdAt } = listed
  const agent = agents.find(({ id }) => id === permission.agentId)?.name
  const { word, tone } = states[state]
  return (
    <article
      aria-labelledby={heading}
      data-permission={listed.id}
      data-state={state}
      className="sheet flex flex-col gap-3 px-4 py-4 sm:px-6"
    >
      <header className="flex items-start justify-between gap-3">
        <h3 id={heading} className="in-words text-lead text-balance font-semibold [&_bdi]:font-semibold">
          {agent ?? `Agent ${permission.agentId}`} {state === 'active' ? 'may' : 'could'} propose moves of up to{' '}
          <Limit permission={permission} /> each
        </h3>
        <Badge tone={tone} className="mt-1 shrink-0">
          {word}
        </Badge>
      </header>
      <DetailRows>
        <DetailRow label="Position">
          {permission.protocol ? revealInvisible(permission.protocol) : 'wherever it earns'} on{' '}
          <ChainName chainId={permission.chainId} />
        </DetailRow>
        <DetailRow label="Minimum gain">{inOwnWay(pointsWords(permission.minYieldIncreaseBps))} a year</DetailRow>
        <DetailRow label="Longest lock-up">
          {permission.maxLockupDays === 0 ? 'none' : `${permission.maxLockupDays} days`}
        </DetailRow>
        <DetailRow label="Token contract">
          <FullAddress address={permission.token} />
        </DetailRow>
        <DetailRow label="Power over your money">
          {enforcement === 'onchain'
            ? 'your wallet says it enforces it on chain: revoke it in your wallet too'
            : 'none: every move comes as a card to approve'}
        </DetailRow>
        <DetailRow label="Signed">{dayAndTime.format(createdAt)}</DetailRow>
        <DetailRow label={state === 'expired' ? 'Ended' : 'Ends'}>
          {dayAndTime.format(permission.validUntil * 1000)}
        </DetailRow>
        {listed.taskId && (
          <DetailRow label="Signed in">
            <ConversationLink taskId={listed.taskId} cardId={listed.callId} />
          </DetailRow>
        )}
        {revokedAt !== null && <DetailRow label="Revoked">{dayAndTime.format(revokedAt)}</DetailRow>}
      </DetailRows>
      {state === 'active' && (
        <Button className="w-fit" onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Revoke this permission?"
        lead={
          <p className="text-pretty">
            It ends at once. Proposals made under it that you have not answered are taken back. Your money stays where
            it is. To allow it again, sign a new one.
          </p>
        }
        act="Revoke"
        busy={busy}
        problem={problem}
        onAct={() => void revoke()}
        onClose={() => setAsking(false)}
      >
        {enforcement === 'onchain' && (
          <Notice tone="danger" className="mt-3" title="Your wallet has granted a permission of its own">
            This does not end it. Open your wallet’s list of permissions and revoke it there as well.
          </Notice>
        )}
      </ConfirmDialog>
    </article>
  )
}

/** Revokes a permission once the person has confirmed it. */
function useRevoking(
  id: string,
  onRevoked: (changed: ListedPermission) => void,
  words: (error: unknown, otherwise: string) => string,
) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const revoke = async () => {
    setBusy(true)
    setProblem(null)
    try {
      onRevoked(await revokePermission(id))
      setAsking(false)
    } catch (error) {
      setProblem(words(error, 'It could not be revoked. Try again.'))
    } finally {
      setBusy(false)
    }
  }
  return { asking, setAsking, busy, problem, revoke }
}

/** Shows the limit in whole tokens if our own list has the token. Otherwise in base units, marked as such. */
function Limit({ permission: { chainId, token, maxAmountPerMove } }: Pick<ListedPermission, 'permission'>) {
  const known = knownToken(chainId, token)
  if (known)
    return (
      <WholeAmount
        value={BigInt(maxAmountPerMove)}
        decimals={known.decimals}
        symbol={known.symbol}
        listed
        of={{ chainId, address: token }}
      />
    )
  return <span className="figures">{formatAmount(BigInt(maxAmountPerMove), null)} of an unlisted token</span>
}
