import type { Entity, Meaning } from '@/lib/language/entity'
import type { Request, Sum } from '@/lib/language/request'
import type { Factor } from '@/lib/language/requests/figures'
import { amountOf, mentionOf, placeOf, recipientOf, tokenOf } from '@/lib/language/steps/amounts'
import type { Amount, ChainMention, Recipient, TokenMention } from '@/lib/language/steps/mention'
import { slippageIn } from '@/lib/language/steps/moves'
import type { Step } from '../../meaning/understanding'
import type { QuestionTopic } from '../../replies/questions'

/** Values that a message adds to a step, or changes in it. */
export type Change = {
  sums: readonly { part: Sum['part']; amount?: Amount; token?: TokenMention; untold?: true }[]
  /** Symbols that the person takes back: another token stands in their place. */
  discarded: readonly string[]
  recipient?: Recipient
  chains: readonly { end: 'on' | 'from' | 'to'; chain: ChainMention }[]
  slippage?: number
  tokenId?: bigint
}

/** The change of an amount by a factor. */
export const changeBy = (factor: Factor): Change => ({
  sums: [{ part: 'unsaid', amount: { kind: 'share', ...factor } }],
  discarded: [],
  chains: [],
})

/** Returns what a clause changes, by the parts that the reader found in it. */
export function changeOf({ sums, receivers, chains, limits }: Request, discarded: readonly string[]): Change {
  const [receiver] = receivers
  const slippage = slippageIn(limits)
  return {
    sums: sums.flatMap((sum) => {
      const [said, token] = [amountOf(sum.amount), tokenOf(sum)]
      const amount =
        sum.part === 'keep' && said?.kind === 'exact' ? { kind: 'all-but' as const, value: said.value } : said
      const untold = sum.untold && { untold: sum.untold }
      return amount || token ? [{ part: sum.part, ...(amount && { amount }), ...(token && { token }), ...untold }] : []
    }),
    discarded,
    chains: chains.map((each) => ({ end: each.end, chain: placeOf(each) })),
    ...(receiver && { recipient: recipientOf(receiver) }),
    ...(slippage !== undefined && { slippage }),
  }
}

/**
 * Returns what a short answer to a question says, by what it names: the question tells which part that is. Null if it
 * names nothing, or two of a kind.
 */
export function answerTo(asked: QuestionTopic, entities: readonly Entity[]): Change | null {
  const wantsChain = asked === 'from-chain' || asked === 'to-chain'
  const meanings = entities.map((each): Meaning => {
    const all: Meaning[] = [each, ...(each.or ?? [])]
    return all.find(({ is }) => is === (wantsChain ? 'chain' : 'token')) ?? each
  })
  const of = <K extends Meaning['is']>(...kinds: K[]) =>
    meanings.filter((each): each is Extract<Meaning, { is: K }> => (kinds as string[]).includes(each.is))
  const figures = of('number', 'dollars', 'percent', 'share')
  const [tokens, chains, people] = [of('token'), of('chain'), of('address', 'name', 'contact', 'badAddress')]
  const nfts = of('nft')
  const isPlace = asked === 'recipient' && people.length === 1
  const [most, less] = figures
  if (most?.is === 'share' && most.but && less?.is === 'number' && figures.length === 2)
    return { sums: [{ part: 'unsaid', amount: { kind: 'all-but', value: less.value } }], discarded: [], chains: [] }
  if (!isPlace && [figures, tokens, chains, people, nfts].some((found) => found.length > 1)) return null
  const [figure, token, chain, person, nft] = [figures[0], tokens[0], chains[0], people[0], nfts[0]]
  if (!figure && !token && !chain && !person && !nft) return null
  const counted = figure && amountOf(figure)
  const value = figure && 'value' in figure ? figure.value : undefined
  const isSlippage = asked === 'slippage' || (figure?.is === 'percent' && figure.of === 'slippage')
  const part = asked === 'to' ? ('get' as const) : asked === 'from' ? ('give' as const) : ('unsaid' as const)
  const named = token && mentionOf(token)
  return {
    sums:
      named || (counted && !isSlippage)
        ? [{ part, ...(counted && !isSlippage && { amount: counted }), ...(named && { token: named }) }]
        : [],
    discarded: [],
    chains: chain
      ? [
          {
            end: asked === 'to-chain' ? 'to' : 'from',
            chain: placeOf({ chain }),
          },
        ]
      : [],
    ...(person && {
      recipient: recipientOf({
        meaning: person.is === 'badAddress' ? null : person,
        text: person.is === 'badAddress' ? '0x…' : '',
        p: 1,
      }),
    }),
    ...(isSlippage && value !== undefined && { slippage: Number(value) / 100 }),
    ...(nft && { tokenId: BigInt(nft.id) }),
  }
}

/** True for a lone figure that may be another part of the step: what is to stay of "all", or the slippage. */
export function isAmbiguous(step: Step, { sums }: Change): boolean {
  const amount = step.kind === 'request' ? step.draft.amount : step.kind === 'job' ? step.job.amount : undefined
  const isOfAll = amount?.kind === 'all' || amount?.kind === 'all-but'
  const isOfSlippage = step.kind === 'request' && step.draft.slippage !== undefined
  const isFigure = sums.some((sum) => sum.amount?.kind === 'exact' && !sum.token && sum.part !== 'keep')
  return isFigure && (isOfAll || isOfSlippage)
}
