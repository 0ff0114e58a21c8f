import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { type ChainPortfolio, portfolioParts } from '@/lib/chain/portfolio/holding'
import { chainName } from '@/lib/chain/tokens/tokens'

export const isWholeChainUnread = ({ unread }: ChainPortfolio): boolean => unread.length === portfolioParts.length

const list = new Intl.ListFormat('en')

/** Names what could not be read: "Base and the vaults on Ethereum". Empty if everything was read. */
export function unreadWords(chains: readonly ChainPortfolio[]): string {
  const whole = chains.filter(isWholeChainUnread).map(({ chainId }) => chainName(chainId))
  const inPart = chains
    .filter((chain) => chain.unread.length > 0 && !isWholeChainUnread(chain))
    .map(({ chainId, unread }) => `the ${list.format(unread)} on ${chainName(chainId)}`)
  return list.format([...whole, ...inPart])
}

/** Says what is missing from the page, if anything is. */
export function NotRead({
  chains,
  isReading,
  onAgain,
}: {
  chains: readonly ChainPortfolio[]
  isReading: boolean
  onAgain: () => void
}) {
  const words = unreadWords(chains)
  if (words === '') return null
  const isAll = chains.every(isWholeChainUnread)
  return (
    <Notice
      tone="warn"
      role="status"
      title={`Could not read ${words}`}
      action={
        <Button size="small" busy={isReading} onClick={onAgain}>
          Try again
        </Button>
      }
    >
      {isAll
        ? 'No chain answered, so there is nothing to show. Nothing has moved. Check your connection, or try again in a moment.'
        : 'This page and its total leave it out. Nothing has moved.'}
    </Notice>
  )
}
