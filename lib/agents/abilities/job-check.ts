import type { Chains } from '@/lib/chain/chains/chain'
import type { Job } from '@/lib/language/steps/job'
import { capitalized, lockWords } from '@/lib/wire/place'
import { ask } from '../replies/questions'
import { amountWords, shareWords } from './check'
import { chainNames, list } from './reading'
import { type Reply, say } from './reply'

const verbs: Readonly<Record<Job['act'], string>> = {
  ...{ supply: 'supply', borrow: 'borrow', repay: 'repay', withdraw: 'withdraw', stake: 'put', unstake: 'take' },
}
const sides: Readonly<Record<Job['act'], string>> = {
  ...{ supply: 'to', borrow: 'from', repay: 'to', withdraw: 'from', stake: 'into', unstake: 'out of' },
}

/** Describes the request. */
export function jobWords(job: Job, what: string): string {
  const { act, chain, pick } = job
  const on = chain && !pick?.endsWith(` on ${chain.text}`) ? ` on ${chain.text}` : ''
  return `${verbs[act]} ${what || 'something'}${whereWords(job)}${on}`
}

/** Describes the place as far as the job names it. */
function whereWords({ act, hint: { lockDays, protocol, rate } = {}, pick, isAtMarket }: Job): string {
  const isVault = act === 'stake' || act === 'unstake'
  const lock = lockDays === undefined ? '' : ` ${lockWords(lockDays)}`
  const more = `${lock}${rate === undefined ? '' : ` at ${rate}% a year`}`
  if (pick) return ` ${sides[act]} “${pick}”${more}`
  if (isVault) return ` ${sides[act]} ${vaultOf(protocol)}${more}`
  if (protocol !== undefined) return ` ${sides[act]} ${capitalized(protocol)}${more}`
  // A withdrawal may be from wherever the token is.
  if (act === 'withdraw') return `${isAtMarket ? ' from lending' : ''}${more}`
  return ` ${sides[act]} a lending market${more}`
}

/** "a vault", "an Aave vault". */
function vaultOf(protocol: string | undefined): string {
  if (protocol === undefined) return 'a vault'
  return `${/^[aeiou]/i.test(protocol) ? 'an' : 'a'} ${capitalized(protocol)} vault`
}

/** Describes the amount of an unnamed token. */
function withoutToken({ act, amount }: Job): string {
  const there = act === 'repay' ? 'you owe' : 'is there'
  if (amount?.kind === 'all') return act === 'repay' ? 'all you owe' : 'all that is there'
  return amount?.kind === 'share' ? `${shareWords(amount)} of what ${there}` : amountWords({ amount })
}

/**
 * Returns the objection to planning a request at a market or vault, before any chain is read; null if there is none.
 */
export function jobObjection(job: Job, chains: Chains): Reply | null {
  const { unclear, amount, token, chain } = job
  switch (unclear) {
    case 'two-amounts':
      return say(ask('amount', 'I found more than one amount.'))
    case 'too-many-tokens':
      return say(ask('action', 'I found more than one token, and I prepare one at a time.'))
    case 'too-many-chains':
      return say(ask('action', 'I found more than one network.'))
    case 'alternatives':
      return say(ask('action', 'You named alternatives, and I will not choose between them.'))
    case 'recipient':
      return say(
        'What comes out of a market or vault always goes to your own account. Nothing has been prepared; sending it on is a separate step, such as “send 1 ETH to 0x…”.',
      )
  }
  if (amount?.kind === 'bad') return say(ask('amount', `I cannot use “${amount.text}”: ${amount.why}.`))
  if (token && !token.symbol) {
    const symbols = [...new Set([...chains.values()].flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))]
    const known = symbols.length > 8 ? `${symbols.slice(0, 8).join(', ')} and more` : list(symbols)
    return say(ask('from', `I do not know a token called “${token.text}”. I know ${known}.`))
  }
  if (chain && chain.id === undefined)
    return say(ask('from-chain', `I do not support a network called “${chain.text}”, only ${chainNames(chains)}.`))
  if (!job.unsure) return null
  const what = token ? amountWords(job, token.symbol) : withoutToken(job)
  return say(ask('confirm', `I read that as: ${jobWords(job, what)}.`))
}
