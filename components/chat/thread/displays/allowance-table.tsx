import { type ReactNode, use, useCallback, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/page/skeleton'
import { AddressAvatar } from '@/components/ui/pictures/address-avatar'
import { ProtocolIcon } from '@/components/ui/pictures/named-icons'
import { TokenOnChain } from '@/components/ui/pictures/token-on-chain'
import { RowButton } from '@/components/ui/row-button'
import { ShortAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import { FigureGroup } from '@/components/ui/text/exact-figure'
import { listedContract, listedProtocol } from '@/lib/chain/accounts/listed-contracts'
import { type Allowance, readAllowances } from '@/lib/chain/allowances/allowances'
import type { ChainHandle, ChainInfo, Chains } from '@/lib/chain/chains/chain'
import { findCollection } from '@/lib/chain/nft/collections'
import { chainName, findToken } from '@/lib/chain/tokens/tokens'
import { dayOnly, timeOfDay } from '@/lib/chat/page/time-words'
import type { AllowanceRow, AllowancesDisplay } from '@/lib/wire/display'
import { TurnDeedsContext } from '../turn-actions'
import { PartlyRead } from './partly-read'
import { RowNumber } from './row-number'
import { settledIn } from './settled'
import { TableHead } from './table-head'
import { useRead } from './use-read'

type Standing = ReadonlyMap<string, Allowance | null>

/** Shows permissions of the account. The agent says where to look; this page reads what each comes to. */
export default function AllowanceTable({ allowances }: { allowances: AllowancesDisplay }) {
  const { chains } = useApp()
  const { owner, calls, ledger } = useWork()
  const { rows } = allowances
  // A call that has just been confirmed may have taken one back.
  const settled = useSyncExternalStore(calls.subscribe, () => settledIn(ledger.all()), nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each call
  const read = useCallback(() => readRows(chains, owner, rows), [chains, owner, rows, settled])
  const { value, at, hasFailed, again } = useRead(read)
  const isListed = rows.every((row) => allowanceView(row, chains.get(row.chainId)).name !== null)
  return (
    <div className="sheet @container my-4" data-display="allowances">
      <table className="w-full text-small">
        <caption className="form-label px-4 pt-3 pb-1.5 text-left sm:px-5">
          Who may spend your tokens
          <span className="block font-sans text-label font-normal tracking-normal normal-case">
            {at === null
              ? 'This page is reading the amounts from the chains.'
              : `This page read the amounts at ${timeOfDay.format(at)}.`}{' '}
            The agent found the rows, and reports their dates.
            {!isListed &&
              ' A contract on no list can claim anything, and calling it can be a trap: it has no button here.'}
          </span>
        </caption>
        <TableHead
          className="@max-[34rem]:sr-only"
          columns={['Token', { name: 'Spender' }, { name: 'Can take now', isFigure: true }]}
        />
        <FigureGroup>
          <tbody className="divide-y">
            {rows.map((row, index) => {
              const key = keyOf(row.chainId, row)
              return (
                <Row
                  key={key}
                  row={row}
                  number={rows.length > 1 ? <RowNumber of={index} /> : null}
                  now={value === null ? undefined : value.get(key)}
                  hasFailed={hasFailed}
                />
              )
            })}
          </tbody>
        </FigureGroup>
      </table>
      {hasFailed && <PartlyRead what="amounts" onRetry={again} />}
    </div>
  )
}

const nothing = () => 0

/** Leaves out the rows of chains that this app does not serve. */
async function readRows(chains: Chains, owner: Address, rows: readonly AllowanceRow[]): Promise<Standing> {
  const read = await Promise.all(
    [...chains.values()].map(async (chain) => {
      const own = rows.filter(({ chainId }) => chainId === chain.id)
      const now = own.length > 0 ? await readAllowances(chain, owner, own) : []
      return own.map((row, index): [string, Allowance | null] => [keyOf(chain.id, row), now[index] ?? null])
    }),
  )
  return new Map(read.flat())
}

/** `now`: null for what no longer stands, undefined until it is read. */
function Row({
  row,
  number,
  now,
  hasFailed,
}: {
  row: AllowanceRow
  number: ReactNode
  now: Allowance | null | undefined
  hasFailed: boolean
}) {
  const { chains } = useApp()
  const deeds = use(TurnDeedsContext)
  const { chainId, contract, spender, since } = row
  const chain = chains.get(chainId)
  const { name, sentence } = allowanceView(row, chain)
  const who = (chain && listedContract(chain, spender)) ?? null
  const symbol = name ?? 'Unlisted'
  return (
    <tr
      data-allowance={contract}
      data-spender={spender}
      data-listed={name !== null}
      className="@max-[34rem]:grid @max-[34rem]:grid-cols-[minmax(0,1fr)_auto] @max-[34rem]:py-1.5"
    >
      <th scope="row" className="py-2.5 pl-4 text-left font-normal sm:pl-5 @max-[34rem]:py-1">
        <span className="flex min-w-0 items-center gap-2.5">
          {number}
          <TokenOnChain chainId={chainId} address={contract} symbol={symbol} />
          <span className="min-w-0">
            {name === null ? (
              <ShortAddress address={contract} />
            ) : (
              <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
            )}
            <span className="block text-label text-ink-muted">{chainName(chainId)}</span>
            {name === null && <Badge tone="unverified">Not on this app’s lists</Badge>}
          </span>
        </span>
      </th>
      <td className="py-2.5 pl-3 @max-[34rem]:order-3 @max-[34rem]:py-1 @max-[34rem]:pl-[3.375rem]">
        <Spender address={spender} name={who} protocol={(chain && listedProtocol(chain, spender)) ?? null} />
        {since !== null && <span className="block text-label text-ink-muted">given {dayOnly.format(since)}</span>}
      </td>
      <td className="py-2.5 pl-3 text-right @max-[34rem]:py-1 @max-[34rem]:pr-4">
        <Exposure now={now} chain={chain} hasFailed={hasFailed} />
      </td>
      <td className="py-2.5 pr-2 text-right sm:pr-3 print:hidden @max-[34rem]:order-4 @max-[34rem]:py-1">
        {sentence !== null && now && deeds && (
          <RowButton
            name="Revoke"
            label={`Revoke the ${symbol} approval of ${who ?? spender} on ${chainName(chainId)}`}
            onClick={() => deeds.begin(sentence)}
          />
        )}
      </td>
    </tr>
  )
}

const Spender = ({ address, name, protocol }: { address: Address; name: string | null; protocol: string | null }) => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
    <span className="flex min-w-0 items-center gap-1.5">
      {protocol === null ? <AddressAvatar address={address} size={18} /> : <ProtocolIcon name={protocol} size={18} />}
      {name !== null && <span className="font-medium">{name}</span>}
    </span>
    <ShortAddress address={address} className={name === null ? '' : 'text-ink-muted'} />
  </span>
)

function Exposure({
  now,
  chain,
  hasFailed,
}: {
  now: Allowance | null | undefined
  chain: ChainHandle | undefined
  hasFailed: boolean
}) {
  if (!chain || (now === undefined && hasFailed)) return <span className="text-ink-muted">Not read</span>
  if (now === undefined) return <Skeleton className="ml-auto h-5 w-24" />
  if (now === null) return <span className="text-ink-muted">Nothing now</span>
  if (now.kind === 'collection')
    return (
      <>
        <span className="font-medium">{now.held === null ? 'All of them' : `All ${now.held} of them`}</span>
        <span className="block text-label text-ink-muted">and any later one</span>
      </>
    )
  const { allowed, exposed, decimals, symbol, isListed } = now
  return (
    <>
      <Amount value={exposed} decimals={decimals} symbol={symbol} listed={isListed} className="font-medium" />
      <span className="block text-label text-ink-muted">
        {allowed === null ? (
          <>
            allowed: <span className="font-medium text-warn">unlimited</span>
          </>
        ) : (
          <>
            allowed: <Amount value={allowed} decimals={decimals} symbol={symbol} listed={isListed} />
          </>
        )}
      </span>
    </>
  )
}

type AllowanceView = {
  /** From the app's own lists; null for a contract on none of them, which may call itself anything. */
  name: string | null
  /**
   * Sentence that the row's button puts into the composer. Null for a contract on no list: its author may want it to be
   * called.
   */
  sentence: string | null
}

/** Returns what a row is called by the app's own lists, and what asks for its end. */
export function allowanceView(
  { chainId, kind, contract, spender }: Omit<AllowanceRow, 'since'>,
  chain: ChainInfo | undefined,
): AllowanceView {
  const name =
    kind === 'token'
      ? ((chain && findToken(chain, contract)?.symbol) ?? null)
      : (findCollection(chainId, contract)?.name ?? null)
  return { name, sentence: name === null || !chain ? null : revokeSentence(kind, name, spender, chain.name) }
}

const revokeSentence = (kind: AllowanceRow['kind'], name: string, spender: Address, chainName: string): string =>
  `Revoke the ${name} ${kind === 'token' ? 'allowance' : 'approval'} of ${spender} on ${chainName}`

/** Returns a row's identity, which is the same for what was read of it. */
const keyOf = (chainId: number, { kind, contract, spender }: Pick<Allowance, 'kind' | 'contract' | 'spender'>) =>
  `${chainId}:${kind}:${contract}:${spender}`
