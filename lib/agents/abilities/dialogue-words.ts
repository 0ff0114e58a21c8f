import { longestMessage, mostPieces, type Oddity } from '../intake/oddity'
import type { Understanding } from '../meaning/understanding'
import { cannotBeUndone } from '../replies/talk'
import { list } from './reading'
import { isOnItsWay, resultText } from './results'

export const cancelledWords: Readonly<Record<Extract<Understanding, { kind: 'cancel' }>['was'], string>> = {
  open: 'Dropped. Nothing was sent.',
  done: 'I will prepare nothing more. The last one has been carried out, and what is confirmed on a chain cannot be undone or recalled. If it went to the wrong person, ask the receiver to send it back.',
  uncertain:
    'I will prepare nothing more. The last one may have been carried out, and if so it cannot be undone: check your wallet’s activity.',
  sent: cannotBeUndone,
  nothing: 'All right. Nothing is open, and nothing has been prepared.',
}

/** A failed call with a transaction on record may still take effect. */
export const lookFirst =
  'The one before may have moved money even though it failed: check that first, so that you do not pay twice.'

/** Said of a proposal that a correction replaces: words alone close none (docs/protocol.md, "Tool calls"). */
export const replacing = 'It replaces the earlier proposal.'

/** Said instead of changing a proposal that a wallet may be carrying out. */
export const underWay =
  'Your wallet has the earlier proposal or has sent it, so I have not changed it. Reject it in your wallet or wait for its outcome, and then say again what you want.'
export const onCard = {
  agreed: 'You approve on the card, not here. It is still open.',
  asked:
    'That is on a card already, so I have not prepared it a second time. If you want one more, say “another” with the amount.',
} as const

/** Said of the proposals that words have not dropped. */
const stillOpen = (count: number): string =>
  count === 1
    ? 'The other proposal is still open on its card.'
    : `The other ${count} proposals are still open on their cards.`

/** Said where a wallet has some of what is dropped. */
const partlyDropped = 'Dropped, except for what your wallet has.'

/** Said of proposals that stay. */
export const kept = (count: number): string =>
  count === 1 ? 'All right. It stays open on its card.' : 'All right. They stay open on their cards.'

/** Said of a proposal that cannot be dropped any more: the service adds what to do. */
const notDropped = 'I will prepare nothing more.'

export function outcomeWords(of: Extract<Understanding, { kind: 'outcome' }>['of']): string {
  if (of?.standing === 'proposed' && of.isUnderWay)
    return 'I cannot tell yet: your wallet has it or has sent it, and no outcome was reported.'
  switch (of?.standing) {
    case 'done':
      if (of.arrival && isOnItsWay(of.arrival))
        return `It was sent, but I was not told whether it has arrived: its card follows it and says when it has. ${resultText(of.arrival)}`
      return `Yes, your wallet reported that it was carried out. ${of.arrival ? resultText(of.arrival) : ''}`.trim()
    case 'proposed':
      return 'No: it is waiting for you on the card, and nothing was reported as sent.'
    case 'declined':
      return of.ended ? resultText(of.ended) : 'No: it was not carried out.'
    case 'uncertain':
      return of.ended
        ? `I cannot tell for certain. ${resultText(of.ended)}`
        : 'I cannot tell: it failed in a way that may have moved money. Check your wallet’s activity before you try again.'
    default:
      return 'I do not know of anything here that could have gone through. Your wallet’s activity shows what was sent; ask “what do I have” for what is there.'
  }
}

/** Said of what was dropped: `held`, how many of these a wallet has; `left`, how many others are open. */
export function droppedWords({ count, held, left }: { count: number; held: number; left: number }): string {
  const dropped = held === 0 ? cancelledWords.open : held === count ? notDropped : partlyDropped
  return left > 0 ? `${dropped} ${stillOpen(left)}` : dropped
}

export function oddWords(oddity: Oddity): string {
  switch (oddity.kind) {
    case 'hidden':
      return 'Your message contains invisible characters, so I will not act on it.'
    case 'long':
      return `Your message is longer than the ${longestMessage} characters I read, so nothing has been prepared.`
    case 'crowded':
      return `Your message has more than the ${mostPieces} words and signs I read, so nothing has been prepared.`
    case 'foreign': {
      const words = list(oddity.words.slice(0, 3).map((word) => `“${word.slice(0, 40)}”`))
      return `I cannot read ${words} for certain: letters or digits of other scripts can look like the usual ones.`
    }
    case 'unclear':
      return `“${oddity.written}” could be ${oddity.readings.join(' or ')}, so nothing has been prepared. Write it in one of these two ways.`
  }
}
