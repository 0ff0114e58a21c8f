import { setTimeout as pause } from 'node:timers/promises'

/** The work of both servers: say this many pieces, with this many milliseconds between them. */
export type Work = { pieces: number; paceMs: number }

export const askFor = ({ pieces, paceMs }: Work): string => `say ${pieces} ${paceMs}`

/** Occurs once in each piece, to count them by. */
export const pieceMark = 'piece-'

/** 100 bytes: a line of an answer. An event with its envelope takes about 350. */
const filler = 'of an answer that a wallet chat would give to somebody who asks it what there is to know.'

/**
 * Yields the pieces that the text of `askFor` requests, each converted to what a server takes from its agents. Without
 * a pace, each comes in the next turn of the event loop.
 */
export async function* speak<Piece>(words: string, make: (text: string) => Piece): AsyncGenerator<Piece> {
  const [, pieces = 0, paceMs = 0] = words.split(' ').map(Number)
  for (let i = 0; i < pieces; i++) {
    if (paceMs > 0) await pause(paceMs)
    else await new Promise((resolve) => setImmediate(resolve))
    yield make(`${pieceMark}${String(i).padStart(4, '0')} ${filler} `)
  }
}
