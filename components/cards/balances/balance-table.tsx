import { clsx } from 'clsx'
import { isAddressEqual } from 'viem'
import { putIntoComposer } from '@/components/chat/composer/wanted-text'
import { actionsInWallet } from '@/components/portfolio/holdings/sentences'
import { TokenOnChain } from '@/components/ui/pictures/token-on-chain'
import { RowButton } from '@/components/ui/row-button'
import { Amount } from '@/components/ui/text/amount'
import { formatUsd } from '@/components/ui/text/figures'
import type { Chains } from '@/lib/chain/chains/chain'
import { pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import type { BalanceRow } from '@/lib/tools/show-token-balance-ui/compare'

/**
 * Lists the balances of listed tokens. Strikes out the agent's figure if the chain disagrees. A row's buttons write into
 * the composer, and send nothing.
 */
export function BalanceTable({
  rows,
  total,
  chains,
  shades,
  isOwn,
}: {
  rows: readonly BalanceRow[]
  /** Null for a part of the balances, which has no sum of its own. */
  total: bigint | null
  chains: Chains
  /** Shades of the ring beside the table. Null without a ring. */
  shades: ReadonlyMap<string, string> | null
  /** False for another account's balances, with which the person can do nothing. */
  isOwn: boolean
}) {
  return (
    <div className="@container w-full min-w-0 flex-1 text-small">
      <table className="w-full">
        <caption className="sr-only">{total === null ? 'Small balances' : 'Balances'}, read from the chains</caption>
        {/* Without room for three columns, the value moves below its amount, and the figures need no heading. */}
        <thead className={total === null ? 'sr-only' : '@max-[17rem]:sr-only'}>
          <tr className={clsx('form-label text-left', lines)}>
            <th scope="col" className="pb-1 font-[inherit]">
              Token
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-[inherit]">
              Amount
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-[inherit]">
              Value
            </th>
            {isOwn && (
              <th scope="col" className="w-px font-[inherit] @max-[28rem]:sr-only">
                <span className="sr-only">What you can do</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={keyOf(row)}
              row={row}
              chains={chains}
              shade={shades && (shades.get(keyOf(row)) ?? 'transparent')}
              isOwn={isOwn}
            />
          ))}
        </tbody>
        {total !== null && (
          <tfoot>
            <tr className={clsx(lines, folding, 'border-t-3 border-double border-rule-strong font-semibold')}>
              <th scope="row" className="pt-1.5 text-left font-[inherit]">
                Total in the wallet
              </th>
              <td className="@max-[17rem]:hidden" />
              <td className="figures pt-1.5 text-right">{formatUsd(total)}</td>
              {isOwn && <td className="@max-[28rem]:hidden" />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** Without room for a fourth column, the buttons take a second line. */
const lines = '@max-[28rem]:grid @max-[28rem]:grid-cols-[minmax(0,1fr)_auto_6.5rem]'

const folding = '@max-[17rem]:grid @max-[17rem]:grid-cols-[minmax(0,1fr)_auto] @max-[11rem]:block @max-[11rem]:*:block'

function Row({ row, chains, shade, isOwn }: { row: BalanceRow; chains: Chains; shade: string | null; isOwn: boolean }) {
  const { token, amount, value, claimed, verdict } = row
  const wrong = verdict === 'differs'
  return (
    <tr data-verdict={verdict} className={clsx(lines, folding, 'border-t align-top')}>
      <th scope="row" className="row-span-2 py-1.5 text-left font-medium">
        <span className="flex gap-2">
          {shade && (
            <span
              aria-hidden="true"
              className="-mr-0.5 w-1 shrink-0 self-stretch rounded-[2px] forced-color-adjust-none"
              style={{ background: shade }}
            />
          )}
          <HeldIcon row={row} />
          <span>
            <bdi>{token.symbol}</bdi>
            <span className="block text-label font-normal text-ink-faint">{chainName(row, chains)}</span>
          </span>
        </span>
      </th>
      <td className="pt-1.5 pl-3 text-right @min-[17rem]:pb-1.5">
        {amount === null ? (
          <span className="text-ink-muted">not read</span>
        ) : (
          <Amount value={amount} decimals={token.decimals} symbol={null} listed way="in" />
        )}
        {wrong && claimed?.amount && <Claimed text={claimed.amount} />}
      </td>
      <td className="pb-1.5 pl-3 text-right @min-[17rem]:pt-1.5">
        <span className={clsx('figures', value === null && 'text-ink-muted')}>
          {value === null ? 'no price' : formatUsd(value)}
        </span>
        {wrong && claimed?.value && <Claimed text={claimed.value} />}
        {wrong && claimed?.price && <Claimed what="a price of " text={claimed.price} />}
      </td>
      {isOwn && (
        <td className="col-span-2 -mr-2 text-right empty:hidden print:hidden @max-[28rem]:-mt-2 @max-[28rem]:flex @max-[28rem]:flex-wrap @max-[28rem]:justify-end @min-[28rem]:pl-3 @min-[28rem]:whitespace-nowrap">
          {actionsOn(row).map(({ words, sentence }) => (
            <RowButton
              key={words}
              name={words}
              label={`${words} ${token.symbol} on ${chainName(row, chains)}`}
              onClick={() => putIntoComposer(sentence)}
            />
          ))}
        </td>
      )}
    </tr>
  )
}

/** Offers to deposit what one of the app's vaults takes. */
const actionsOn = ({ chainId, token }: BalanceRow) =>
  actionsInWallet(
    { ...token, chainId },
    pinnedVaultsOn(chainId).some(({ asset }) => isAddressEqual(asset.address, token.address)),
  )

/** Shows a token's icon with its chain's at the corner, which tells equal symbols on two chains apart. */
export const HeldIcon = ({ row: { chainId, token } }: { row: BalanceRow }) => (
  <TokenOnChain
    chainId={chainId}
    address={token.address}
    symbol={token.symbol}
    className="mt-1 mr-0.5 @max-[13rem]:hidden"
  />
)

/** The agent's figure, if the chain disagrees. */
const Claimed = ({ text, what = '' }: { text: string; what?: string }) => (
  <span className="block text-label text-seal">
    <span className="sr-only">The agent said </span>
    {what}
    <s className="figures">{text}</s>
  </span>
)

export const keyOf = ({ chainId, token }: BalanceRow): string => `${chainId} ${token.address}`
export const chainName = ({ chainId }: BalanceRow, chains: Chains): string =>
  chains.get(chainId)?.name ?? `chain ${chainId}`
