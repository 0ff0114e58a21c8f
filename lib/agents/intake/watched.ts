import type { Entity } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import { isChange } from '@/lib/language/requests/clauses'
import { mentionOf, placeOf } from '@/lib/language/steps/amounts'
import { type AskedBound, deniesIncrease, watchTerms } from '@/lib/language/watch'
import type { RebalanceWish } from '../meaning/rebalance-wish'
import { inPlace, mayMerge, replacedBy } from '../meaning/step'
import type { Dialogue } from '../meaning/understanding'
import type { ReadClause } from './clauses/clause'
import { certain, type Message, missed, type Understood } from './message'

/** How certain the reader must be of the kind and the action of such a request to ask for the permission at once. */
const toAsk = { kind: 0.8, action: 0.6 }

/** True for words that let the agent watch a position, or that change what was said of that. */
export const isWatch = (read: readonly ReadClause[], { rebalance, standing }: Dialogue): boolean =>
  read.some(({ request }) => request.action === 'autoRebalance') ||
  (rebalance !== null &&
    (standing === 'open' || standing === 'proposed') &&
    read.every(({ request }) => isChange(request.action)))

/** Reads a request to watch a position: the permission that it takes. */
export function watched(read: readonly ReadClause[], message: Message, dialogue: Dialogue): Understood {
  const isOther = ({ request: { action, sums, receivers } }: ReadClause) =>
    action !== 'autoRebalance' && !isChange(action) && (receivers.length > 0 || sums.some(({ what }) => what !== null))
  if (read.some(isOther)) return certain({ kind: 'several' })
  if (deniesIncrease(message)) return certain({ kind: 'abstain', topic: 'conditional' })
  const said = wishIn(message)
  const isOfDays = message.reading.entities.every(({ is }) => is === 'duration' || is === 'pronoun')
  // "Make that 14 days", of what is open: the only days that it has.
  const { wish, isAll } =
    Object.keys(said.wish).length === 0 && isOfDays && dialogue.rebalance ? wishIn(message, 'lockup') : said
  const before = beforeOf(wish, dialogue)
  if (before && Object.keys(wish).length === 0) return missed
  const replaced = before && replacedBy(dialogue)
  const isSure =
    (replaced === null || mayMerge(dialogue)) &&
    read.some(({ request: { sure } }) => sure.kind >= toAsk.kind && (before !== null || sure.action >= toAsk.action))
  const { unclear: _, unsure: __, ...kept } = before ?? {}
  const all: RebalanceWish = { ...kept, ...wish, ...(!(isSure && isAll) && { unsure: true as const }) }
  return {
    is: { kind: 'rebalance', wish: all, ...inPlace(replaced) },
    certainty: all.unsure ? 'likely' : 'certain',
  }
}

/** Returns the wish that these words add to or change; null if they are of another token, or if none is open. */
const beforeOf = ({ token }: RebalanceWish, { rebalance, standing }: Dialogue): RebalanceWish | null =>
  rebalance &&
  (standing === 'open' || standing === 'proposed') &&
  (!token || !rebalance.token || token.symbol === rebalance.token.symbol)
    ? rebalance
    : null

/** Reads an answer to a question about the increase or the lock-up; null if the message is none. */
export function answeredWish(message: Message, dialogue: Dialogue): Understood | null {
  const { rebalance, asked, standing } = dialogue
  const { clauses } = message.reading
  if (!rebalance || standing !== 'open' || (asked !== 'increase' && asked !== 'lockup')) return null
  const isOther = ({ kind, action }: Clause) =>
    kind === 'question' ||
    kind === 'hypothetical' ||
    action === 'cancel' ||
    (kind === 'request' && !isChange(action) && action !== 'autoRebalance')
  if (clauses.some(isOther) && message.reading.entities.some(isTelling)) return null
  const { wish } = wishIn(message, asked)
  if (asked === 'lockup' && isNone(message)) wish.maxLockupDays = 0
  const { unclear: _, unsure: __, ...kept } = rebalance
  return Object.keys(wish).length > 0 ? certain({ kind: 'rebalance', wish: { ...kept, ...wish } }) : null
}

const isTelling = ({ is }: Entity): boolean => is === 'token' || is === 'address' || is === 'name' || is === 'dollars'

/** Most words of a plain "none". */
const mostWords = 3

/** "None", "no", "never": nothing but a denial, where a number of days was asked for. */
const isNone = ({ text, reading: { clauses, entities } }: Message): boolean =>
  text.trim().split(/\s+/).length <= mostWords &&
  (entities.some((each) => each.is === 'share' && each.part[0] === 0) ||
    (entities.length === 0 && clauses.some(({ kind, action }) => kind === 'refusal' && action !== 'cancel')))

/** Returns the wish that a message says. `isAll` is false if it says something that no permission can hold. */
function wishIn(message: Message, asked?: AskedBound): { wish: RebalanceWish; isAll: boolean } {
  const { tokens, chains, protocols, increase, lockup, others } = watchTerms(message, { ...(asked && { asked }) })
  const [token, chain, protocol] = [tokens[0], chains[0], protocols[0]]
  const wish: RebalanceWish = {
    ...(token && { token: mentionOf(token) }),
    ...(chain && { chain: placeOf({ chain }) }),
    ...(protocol !== undefined && protocols.length === 1 && { protocol }),
    ...(increase && increase.value !== 'unclear' && { minIncrease: increase.value }),
    ...(lockup && lockup.value !== 'unclear' && { maxLockupDays: lockup.value }),
  }
  const unclear =
    tokens.length > 1
      ? 'too-many-tokens'
      : chains.length > 1
        ? 'too-many-chains'
        : increase?.value === 'unclear'
          ? 'increase'
          : lockup?.value === 'unclear'
            ? 'lockup'
            : undefined
  return { wish: { ...wish, ...(unclear && { unclear }) }, isAll: protocols.length < 2 && others.length === 0 }
}
