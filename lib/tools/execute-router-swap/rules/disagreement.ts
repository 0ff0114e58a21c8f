import type { Finding } from '../../finding'

/** Finding if the bytes promise less than the quote. Both amounts in base units of what arrives. */
export const lowMinimum = (quoted: bigint, least: bigint): Finding => ({
  rule: 'swap.minimum',
  level: 'BLOCK',
  title: 'The route’s calldata guarantees less than the quote says.',
  claim: `${quoted} base units`,
  observed: `${least} base units`,
  why: 'The minimum on this card would not hold: others could trade around the swap and take the difference. Nothing was sent.',
  fix: { kind: 'refresh', label: 'Ask for a new quote' },
})

/** Finding if the bytes name another receiver, token, amount or network than was asked for. */
export const mismatch = (what: string, agrees: boolean, observed: string, claim: string): Finding[] =>
  agrees
    ? []
    : [
        {
          rule: `swap.${what}`,
          level: 'BLOCK',
          title: `The route’s calldata names a different ${what} from the one asked for.`,
          claim,
          observed,
          why: 'The router’s description and its bytes disagree. Nothing was signed.',
        },
      ]
