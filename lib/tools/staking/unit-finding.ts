import type { Finding } from '../finding'

/** Finding if the agent's figure can mean two amounts, or none that makes sense: only the person can tell. */
export const unitFinding = (asked: string): Finding => ({
  rule: 'staking.unit',
  level: 'BLOCK',
  title: 'It is not clear what amount is meant.',
  asks: 'Choose the amount',
  claim: asked,
  why: 'The agent does not say whether the amount is in whole tokens or in the token’s smallest unit. Choose above, or decline.',
})

/** Finding for a figure that the token cannot even express. */
export const unreadableAmount = (asked: string, decimals: number): Finding => ({
  rule: 'staking.amount',
  level: 'BLOCK',
  title: 'The amount has more decimals than the token has.',
  claim: asked,
  observed: `${decimals} digits after the point`,
  why: 'Ask again with a rounded amount.',
})
