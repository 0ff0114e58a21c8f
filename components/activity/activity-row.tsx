import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import type { Hash } from 'viem'
import { useApp } from '@/components/app/app-context'
import { goToCard } from '@/components/app/tray/go-to-card'
import { conversationOf } from '@/components/app/work/conversation-of'
import { useWork } from '@/components/app/work-context'
import { TransactionHash } from '@/components/cards/receipt/transaction-hash'
import { levelWord } from '@/components/cards/review/finding-list'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { iconOf } from '@/components/ui/pictures/token-icon'
import { Amount } from '@/components/ui/text/amount'
import { unbroken } from '@/components/ui/text/unbroken'
import { chainName } from '@/lib/chain/tokens/tokens'
import { written } from '@/lib/chat/page/reading'
import { pastTime } from '@/lib/chat/page/time-words'
import { CallIcon } from './call-icon'
import { type Lookup, lookupKey, lookupWords } from './lookups'
import type { MovesBy } from './moves'
import type { Row } from './rows'

/** One proposal: its headline, status, moves, worst finding and transactions, and a link to its card. */
export const ActivityRow = memo(function ActivityRow({
  row,
  lookups,
}: {
  row: Row
  lookups: ReadonlyMap<Hash, Lookup | null>
}) {
  const { chains } = useApp()
  const { entry, statusLabel, worst, hashes } = row
  const key = lookupKey(row)
  const lookup = key && lookups.get(key)
  return (
    <li data-activity={entry.callId} data-status={row.status} className="flex flex-col gap-1 px-4 py-3 sm:px-5">
      <div className="flex items-start justify-between gap-3">
        <CallIcon entry={entry} />
        <p className="min-w-0 flex-1 text-body font-medium text-pretty">{unbroken(written(row.headline))}</p>
        <Badge tone={statusLabel.tone} className="mt-1 shrink-0">
          {statusLabel.word}
        </Badge>
      </div>
      {/* Below the headline, not below its picture. */}
      <div className="flex flex-col gap-1 sm:pl-9">
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0 text-label text-ink-muted">
            {[...(row.headline.startsWith(row.kind) ? [] : [row.kind]), pastTime(row.at, Date.now())].join(' · ')}
            {row.chainIds.map((chainId) => (
              <span key={chainId}>
                {' · '}
                <ChainIcon chainId={chainId} size={14} className="mr-1" />
                {chainName(chainId)}
              </span>
            ))}
            {entry.outcome && !entry.reported && ' · not reported to the agent yet'}
          </p>
          <CardLink row={row} />
        </div>
        <Moves row={row} />
        {worst && (
          <p className={clsx('text-small text-pretty', isGrave(worst.level) ? 'text-seal' : 'text-ink-muted')}>
            <span className="font-semibold">{levelWord(worst.level)}:</span> {written(worst.title)}
          </p>
        )}
        {hashes.map(({ hash, chainId, title }) => (
          <p key={hash} className="flex flex-wrap items-center gap-x-2 text-small text-ink-muted">
            {hashes.length > 1 ? written(title) : 'Transaction'}{' '}
            <TransactionHash hash={hash} chain={chains.get(chainId)} />
          </p>
        ))}
        {row.isServiceReported && (
          <p className="flex flex-wrap items-baseline gap-x-2 text-small text-ink-muted">
            <Badge tone={lookup === 'sent' ? 'neutral' : 'unverified'}>
              {lookup === 'sent' ? 'On the chain' : 'Reported by the service'}
            </Badge>
            <span className="min-w-0 text-pretty">
              {lookup
                ? lookupWords[lookup]
                : 'Perhaps done in another of your browsers. The chain has not confirmed it.'}
            </span>
          </p>
        )}
      </div>
    </li>
  )
})

const isGrave = (level: string): boolean => level === 'BLOCK' || level === 'DANGER'

const by: Readonly<Record<MovesBy, string | null>> = {
  chain: null,
  prediction: 'as predicted',
  request: 'as asked for',
}

function Moves({ row: { moves, movesBy } }: { row: Row }) {
  if (moves.length === 0) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-small">
      {moves.map(({ way, amount, decimals, symbol, named, debt, asset }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the moves of a call never change places
        <span key={index}>
          {debt && <span className="text-ink-muted">{way === 'in' ? 'owed ' : 'no longer owed '}</span>}
          <Amount
            value={amount}
            decimals={decimals}
            symbol={symbol}
            listed={named}
            of={iconOf(asset)}
            {...(debt || movesBy === 'request' ? {} : { sign: way })}
            className={way === 'in' && !debt ? 'text-accent' : undefined}
          />
          {'tokenId' in asset && <span className="figures break-all"> #{asset.tokenId.toString()}</span>}
        </span>
      ))}
      {by[movesBy] && <span className="text-label text-ink-faint">{by[movesBy]}</span>}
    </p>
  )
}

/** Links to the proposal's card. Shows nothing if its conversation is not in this browser. */
function CardLink({ row: { entry, headline } }: { row: Row }) {
  const { chat } = useWork()
  const find = () => conversationOf(chat, entry.taskId)?.id ?? null
  const conversationId = useSyncExternalStore(chat.subscribe, find, find)
  if (conversationId === null) return null
  return (
    <Button
      size="small"
      look="quiet"
      className="-my-2 -mr-3 shrink-0 self-center print:hidden"
      aria-label={`Open the card: ${headline}`}
      onClick={() => goToCard(conversationId, entry.callId)}
    >
      Open <ArrowRight />
    </Button>
  )
}
