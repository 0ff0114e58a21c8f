import type { RuleContext } from '../context'
import { chainsOf, type PlanEffects } from './effects'
import { ratesIn } from './parts/all-parts'
import { accountsFor } from './parts/mentions'
import { isUnsaidWhom } from './parts/receivers'
import { isMet, type Whole } from './weigh'

/** Returns the words of a request that none of its parts answers for. `doubts`: those of its parts that stay open. */
export function openWords(
  whole: Whole,
  doubts: readonly string[],
  moves: PlanEffects,
  context: RuleContext,
): readonly string[] {
  const { request, judged, isAccounted, isStep } = whole
  const found = [
    ...unexplained(whole, moves, context),
    ...ambiguous(whole),
    ...otherNetwork(whole, moves),
    ...(isUnsaidWhom(request, moves, context) ? ['whom you mean'] : []),
  ]
  // Figures were said, and nothing that moves is one of them.
  const isFigureMet = judged.some(
    ({ part, sum }) => part.is === 'met' && (sum?.amount != null || part.respect === 'limit'),
  )
  if (!isAccounted && !isFigureMet && !isStep && doubts.length + found.length === 0)
    found.push(...request.sums.flatMap(({ amount, text }) => (amount ? [text] : [])))
  // The reader hardly knows what is to be done, and nothing else tells.
  if (request.sure.action < 0.4 && (!isMet(judged, 'action') || (!isFigureMet && !isMet(judged, 'gets'))))
    found.push(judged[0]?.part.asked ?? '')
  return found
}

/** Names and figures whose role nothing tells, and that nothing in the plan accounts for. */
function unexplained({ request, isAccounted }: Whole, moves: PlanEffects, context: RuleContext): string[] {
  const rates = ratesIn(request).map(({ text }) => text)
  return request.unexplained
    .filter((mention) => {
      if (rates.includes(mention.text)) return false
      const isBare = mention.meanings.every(({ is }) => is === 'number')
      return !accountsFor(mention, request, moves, context) && (!isBare || mention.late || !isAccounted)
    })
    .map(({ text }) => text)
}

/** "I keep everything on mainnet. Send …": networks that the message names beside a request that names none. */
function otherNetwork({ request }: Whole, moves: PlanEffects): string[] {
  const named = (request.told ?? []).filter(({ meanings: [meaning] }) => meaning?.is === 'chain')
  const isTouched = named.some(({ meanings }) =>
    meanings.some((each) => each.is === 'chain' && each.chainId !== null && chainsOf(moves).includes(each.chainId)),
  )
  return request.chains.length > 0 || isTouched ? [] : named.map(({ text }) => text)
}

/** "1,234" is one amount or another: the plan has one of them. */
const ambiguous = ({ request }: Whole): string[] =>
  request.sums.flatMap(({ amount, text }) =>
    amount?.is === 'number' && (amount.either?.length ?? 0) > 1 ? [text] : [],
  )
