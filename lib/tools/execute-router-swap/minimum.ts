import type { Finding } from '../finding'

/** The bytes promise less than the quote does. Both in base units of what arrives. */
export const lowMinimum = (quoted: bigint, least: bigint): Finding => ({
  rule: 'swap.minimum',
  level: 'BLOCK',
  title: 'The route’s calldata guarantees less than the quote says.',
  claim: `${quoted} base units`,
  observed: `${least} base units`,
  why: 'The least that this card promises would not hold: others could trade around the swap and take the difference. Nothing was sent.',
  fix: { kind: 'refresh', label: 'Ask for a new quote' },
})
