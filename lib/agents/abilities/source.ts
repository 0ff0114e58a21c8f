import type { ChainHandle } from '@/lib/chain/chains/chain'
import { readBalances } from '@/lib/chain/tokens/balances'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import type { Amount } from '@/lib/language/steps/mention'
import { ask } from '../replies/questions'
import { list, reading, type Scene } from './reading'
import { amountText, type Holding, type Size, sizeOf } from './size'

/** The holding that pays, the amount, and remarks on the choice. */
export type Source = Holding & { value: bigint; notes: readonly string[] }

/** A source, or a question or a refusal in its place. */
export type Found = { source: Source } | { reply: string }

/**
 * Chooses the chain that pays: the only candidate; else the chain of the sign-in, if there is enough; else the only one
 * with enough. Every candidate must list the token.
 */
export async function findSource(
  symbol: string,
  amount: Amount,
  candidates: readonly ChainHandle[],
  use: 'send' | 'swap',
  scene: Scene,
): Promise<Found> {
  const sized = await Promise.all(
    candidates.flatMap((chain) => {
      const token = tokenBySymbol(chain, symbol)
      return token ? [look({ chain, token }, amount, use, scene)] : []
    }),
  )
  const enough = sized.flatMap(({ holding, size }) => (size.is === 'enough' ? [{ holding, size }] : []))
  const here = enough.find(({ holding }) => holding.chain.id === scene.signedInOn)
  const [only, ...others] = enough
  const chosen = here ?? (others.length === 0 ? only : undefined)
  if (chosen) return { source: { ...chosen.holding, value: chosen.size.value, notes: notesOn(chosen, enough, sized) } }
  if (only) {
    const names = list(enough.map(({ holding }) => holding.chain.name))
    return { reply: ask('from-chain', `You have enough ${symbol} on ${names}.`) }
  }
  return { reply: refusal(symbol, sized) }
}

type Sized = { holding: Holding; size: Size }

async function look(
  { chain, token }: Omit<Holding, 'balance'>,
  amount: Amount,
  use: 'send' | 'swap',
  scene: Scene,
): Promise<Sized> {
  const [balance = 0n] = await reading(chain, scene.signal, readBalances(chain, scene.account, [token]))
  const holding = { chain, token, balance }
  return { holding, size: await sizeOf(amount, holding, use, scene) }
}

function notesOn(
  chosen: { holding: Holding; size: Extract<Size, { is: 'enough' }> },
  enough: readonly Sized[],
  all: readonly Sized[],
): string[] {
  const { holding, size } = chosen
  const elsewhere = enough.filter((other) => other.holding !== holding).map((other) => other.holding.chain.name)
  const notes: string[] = []
  if (elsewhere.length > 0)
    notes.push(
      `You also have enough ${holding.token.symbol} on ${list(elsewhere)}; I took ${holding.chain.name} because you signed in there.`,
    )
  else if (all.length > 1) notes.push(`You have enough ${holding.token.symbol} on that network only.`)
  if (size.kept !== undefined) notes.push(`I kept back ${amountText(size.kept, holding.token)} for the network fee.`)
  return notes
}

function refusal(symbol: string, sized: readonly Sized[]): string {
  if (sized.every(({ holding }) => holding.balance === 0n)) {
    const names = sized.map(({ holding }) => holding.chain.name)
    return `You have no ${symbol} on ${list(names, 'or')}, so nothing has been prepared. Say “what do I have” to see what you hold.`
  }
  const impossible = sized.map(({ size }) => size).find((size) => size.is === 'impossible')
  if (impossible) return ask('amount', impossible.why)
  const held = sized.map(
    ({ holding }) => `${amountText(holding.balance, holding.token, 'in')} on ${holding.chain.name}`,
  )
  const fees = sized.some(({ holding, size }) => size.is === 'short' && size.most > 0n && size.most < holding.balance)
  const room = fees ? ' Some of it has to be kept for the network fee.' : ''
  return ask('amount', `That is more ${symbol} than can be spent: you have ${list(held)}.${room}`)
}
