import { type Address, isAddressEqual } from 'viem'

type Batch = {
  address: Address
  name: string
  /** Redirects calls to the zero address to the account itself (since 1.5.0). */
  zeroIsSelf: boolean
  /** Anyone may call it, and it acts in its own name. The other variant runs only by delegatecall from an account. */
  isOpen: boolean
}

const batch = (name: 'MultiSend' | 'MultiSendCallOnly', version: string, address: Address): Batch => ({
  address,
  name: `${name} ${version} of Safe`,
  zeroIsSelf: version === '1.5.0',
  isOpen: name === 'MultiSendCallOnly',
})

/**
 * Contracts to which a Safe delegates to make several calls at once [safe-global/safe-deployments, src/assets/v*]. They
 * are deployed by CREATE2, so the address implies the code on every chain. 1.3.0 was deployed by two factories.
 */
export const safeBatches: readonly Batch[] = [
  batch('MultiSend', '1.3.0', '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761'),
  batch('MultiSend', '1.3.0', '0x998739BFdAAdde7C933B942a68053933098f9EDa'),
  batch('MultiSendCallOnly', '1.3.0', '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'),
  batch('MultiSendCallOnly', '1.3.0', '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B'),
  batch('MultiSend', '1.4.1', '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'),
  batch('MultiSendCallOnly', '1.4.1', '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'),
  batch('MultiSend', '1.5.0', '0x218543288004CD07832472D464648173c77D7eB7'),
  batch('MultiSendCallOnly', '1.5.0', '0xA83c336B20401Af773B6219BA5027174338D1836'),
]

export const safeBatchAt = (address: Address): Batch | null =>
  safeBatches.find((each) => isAddressEqual(each.address, address)) ?? null
