import { setTimeout as pause } from 'node:timers/promises'

/** What both servers are asked to do: to say this many pieces, with this many milliseconds between them. */
export type Work = { pieces: number; paceMs: number }

export const askFor = ({ pieces, paceMs }: Work): string => `say ${pieces} ${paceMs}`

/** Stands once in each piece, to count them by. */
export const pieceMark = 'piece-'

/** 100 bytes: a line of an answer. With its envelope an event comes to some 350. */
const filler = 'of an answer that a wallet chat would give to somebody who asks it what there is to know.'

/**
 * Says the pieces that words of `askFor` ask for, each made into what a server takes from its agents. At no pace each
 * comes with the next turn of the event loop.
 */
export async function* speak<Piece>(words: string, make: (text: string) => Piece): AsyncGenerator<Piece> {
  const [, pieces = 0, paceMs = 0] = words.split(' ').map(Number)
  for (let i = 0; i < pieces; i++) {
    if (paceMs > 0) await pause(paceMs)
    else await new Promise((resolve) => setImmediate(resolve))
    yield make(`${pieceMark}${String(i).padStart(4, '0')} ${filler} `)
  }
}
