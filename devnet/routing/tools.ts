/** Exchanges and bridges, in the format of the LI.FI API. */
export const tools = {
  exchange: { key: 'uniswap', name: 'Uniswap V2', logoURI: '' },
  bridge: { key: 'localbridge', name: 'Local Bridge', logoURI: '' },
  fee: { key: 'feeCollection', name: 'Integrator Fee', logoURI: '' },
} as const
