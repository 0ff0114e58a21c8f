import { formatUnits } from 'viem'
import { readBalances } from '@/lib/chain/tokens/balances'
import { areAlike } from '@/lib/language/alike'
import type { Job } from '@/lib/language/steps/job'
import type { Amount, Arrival, ChainMention, TokenMention } from '@/lib/language/steps/mention'
import { canonicalToolName } from '@/lib/wire/tool-names'
import type { Step } from '../meaning/understanding'
import { ask } from '../replies/questions'
import { amountWords, inWords, shareWords } from './check'
import { type Brought, broughtBy } from './holdings/arrivals'
import { jobWords } from './job-check'
import { list, reading, type Scene } from './reading'
import { amountText } from './size'

/** A step with what the one before has brought as a plain amount, and a note about that; or a question. */
type Settled = { step: Step; note: string } | { question: string }

/** Replaces "it" by what the step before has actually brought. Throws ChainUnreadableError. */
export async function withArrival(step: Step, scene: Scene): Promise<Settled> {
  const asked = step.kind === 'request' ? step.draft : step.kind === 'job' ? step.job : null
  const { amount } = asked ?? {}
  if (!asked || amount?.kind !== 'brought') return { step, note: '' }
  const named = step.kind === 'request' ? step.draft.from : step.kind === 'job' ? step.job.token : undefined
  const on = step.kind === 'request' ? step.draft.fromChain : step.kind === 'job' ? step.job.chain : undefined
  const all = amount.by ? await broughtBy(amount.by, scene) : []
  const brought = all.find(({ token }) => token.symbol === named?.symbol) ?? (all.length === 1 ? all[0] : undefined)
  if (!brought) return { question: ask('amount', notTold(named, all)) }
  const { chain, token, value } = brought
  const what = `${amountText(value, token, 'in')} arrived on ${chain.name}`
  if (on?.id !== undefined && on.id !== chain.id)
    return { question: ask('from-chain', `${what}, and you named ${on.text}.`) }
  const isOther = named?.symbol !== undefined && named.symbol !== token.symbol
  if (isOther && !areAlike(named.symbol, token.symbol))
    return { question: ask('amount', `${what}, and you named ${named.symbol}.`) }
  const note = isOther ? `${what}; that is ${token.symbol}, not ${named.symbol}.` : `${what}.`
  // "Borrow 20 DAI", "repay all of it": the loan with its interest, not just the coins that arrived.
  if (step.kind === 'job' && step.job.act === 'repay' && amount.part === amount.whole && isLoan(amount.by))
    return { step: placed(step, { kind: 'all' }, brought, isOther), note: '' }
  const taken = amount.isLoose ? await takenText(brought, scene) : ''
  const size = formatUnits((value * amount.part) / amount.whole, token.decimals)
  return { step: placed(step, { kind: 'exact', value: size }, brought, isOther), note: `${note}${taken}` }
}

const isLoan = (by: Arrival | undefined): boolean =>
  by !== undefined && canonicalToolName(by.call.name) === 'lending_borrow'

/** Explains how "everything" or "half" is understood if the wallet has more than what arrived. */
async function takenText({ chain, token, value }: Brought, { account, signal }: Scene): Promise<string> {
  const [balance = 0n] = await reading(chain, signal, readBalances(chain, account, [token]))
  if (balance <= value) return ''
  return ` I take you to mean what arrived, not all you have there, ${amountText(balance, token, 'in')}: for that, say “my ${token.symbol}”.`
}

function placed(step: Step, size: Amount, { chain, token }: Brought, isOther: boolean): Step {
  const what: TokenMention = { text: token.symbol, symbol: token.symbol }
  const on: ChainMention = { text: chain.name, id: chain.id }
  const doubt = isOther ? { unsure: true as const } : {}
  if (step.kind === 'job') return { ...step, job: { ...step.job, amount: size, token: what, chain: on, ...doubt } }
  if (step.kind !== 'request') return step
  const { draft } = step
  // "Swap it for ETH" stays on the same chain; "bridge it to Base" keeps the token.
  const to = draft.to ?? (draft.action === 'bridge' ? what : undefined)
  const toChain = draft.toChain ?? (draft.action === 'swap' ? on : undefined)
  return {
    ...step,
    draft: {
      ...draft,
      amount: size,
      from: what,
      fromChain: on,
      ...(to ? { to } : {}),
      ...(toChain ? { toChain } : {}),
      ...doubt,
    },
  }
}

function notTold(named: TokenMention | undefined, all: readonly Brought[]): string {
  const found = list(all.map(({ token, value }) => amountText(value, token, 'in')))
  return found
    ? `The step before brought ${found}, and I cannot tell which you mean.`
    : `I cannot tell from the chain how much ${named?.symbol ?? 'of it'} the step before brought.`
}

const partWords = ({ part, whole }: { part: bigint; whole: bigint }): string =>
  part === whole ? '' : `${shareWords({ part, whole })} of `

/** Describes a step that comes later. */
export function stepWords(step: Step): string {
  switch (step.kind) {
    case 'request':
      return inWords(step.draft, whatOf(step.draft.amount, step.draft.from))
    case 'job':
      return jobWords(
        step.job,
        isSized(step.job) ? whatOf(step.job.amount, step.job.token) : (step.job.token?.symbol ?? ''),
      )
    case 'nft':
      return 'send the NFT'
    case 'rebalance':
      return 'ask for the permission to rebalance'
  }
}

/** True if the step's amount is known. A share of what can be borrowed is not: it is asked for when its turn comes. */
const isSized = ({ act, amount }: Job): boolean =>
  act !== 'borrow' || amount?.kind === 'exact' || amount?.kind === 'usd'

function whatOf(amount: Amount | undefined, token: TokenMention | undefined): string {
  const name = token?.symbol ?? token?.text ?? ''
  if (amount?.kind === 'brought') return `${partWords(amount)}the ${name || 'token'} that arrives`
  return amountWords({ amount }, name) || 'it'
}

/** Announces the steps that follow a proposal. */
export const comesNext = (rest: readonly Step[]): string =>
  `When that is done, I will propose what comes next: ${list(rest.map(stepWords))}.`

/** Explains that the steps after one that was not carried out are left out. */
export const leftOut = (rest: readonly Step[]): string => `So I am leaving out the rest: ${list(rest.map(stepWords))}.`
