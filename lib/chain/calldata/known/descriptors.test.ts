import { getAddress, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '../../chains/devnet-addresses'
import { leavesOf } from '../leaves'
import { describedContract, descriptors, formatOf } from './descriptors'
import { knownFunction } from './known-functions'

const anywhere = getAddress('0x00000000000000000000000000000000000000aa')
const permit2 = getAddress('0x000000000022D473030F116dDEE9F6B43aC78BA3')
const mainSpoke = getAddress('0x94e7A5dCbE816e498b89aB752661904E2F56c485')

const formats = descriptors.flatMap(({ metadata, display }) =>
  Object.entries(display.formats).map(([signature, format]) => [metadata.owner, signature, format] as const),
)

describe.each(formats)('%s: %s', (_, signature, format) => {
  const known = knownFunction(toFunctionSelector(`function ${signature}`))

  it('belongs to a function of the table, by its canonical signature', () => expect(known?.signature).toBe(signature))

  it('names existing arguments of types that suit their format', () => {
    const leaves = leavesOf(known?.abi.inputs ?? [], [])
    const typeOf = (path: string) => leaves.find((leaf) => leaf.path === path)?.parameter.type
    for (const field of format.fields) {
      expect(typeOf(field.path), field.path).toBeDefined()
      if (field.format === 'addressName') expect(typeOf(field.path)).toBe('address')
      if (['tokenAmount', 'date', 'duration', 'amount', 'nftName'].includes(field.format))
        expect(typeOf(field.path)).toMatch(/^uint/)
      if (field.format === 'tokenAmount' && 'tokenPath' in field.params && field.params.tokenPath !== '@.to')
        expect(typeOf(field.params.tokenPath)).toBe('address')
      if (field.format === 'tokenAmount' && 'reservePath' in field.params)
        expect(leaves[0]?.path, 'the reserve is read from the first argument').toBe(field.params.reservePath)
    }
  })
})

describe('a descriptor bound to a chain and an address', () => {
  it('applies there and nowhere else', () => {
    const approve = 'approve(address,address,uint160,uint48)'
    expect(formatOf(approve, { chainId: 1, address: permit2 })).toMatchObject({ isBound: true })
    expect(formatOf(approve, { chainId: 1, address: anywhere })).toBeNull()
    expect(formatOf(approve, { chainId: 4242, address: permit2 })).toBeNull()
    const supply = 'supply(uint256,uint256,address)'
    expect(formatOf(supply, { chainId: 1, address: mainSpoke })).toMatchObject({ isBound: true })
    expect(formatOf(supply, { chainId: 10, address: mainSpoke })).toBeNull()
    expect(formatOf(supply, { chainId: 31337, address: devnetAddresses.lending })).toMatchObject({ isBound: true })
  })
  it('names its contracts, while an interface names none', () => {
    expect(describedContract({ chainId: 1, address: permit2 })).toBe('Permit2')
    expect(describedContract({ chainId: 1, address: anywhere })).toBeNull()
    const pool = getAddress('0xa238dd80c259a72e81d7e4664a9801593f98d1c5')
    expect(describedContract({ chainId: 8453, address: pool })).toBe('Aave V3 lending market')
    expect(describedContract({ chainId: 1, address: pool })).toBeNull()
    expect(formatOf('transfer(address,uint256)', { chainId: 1, address: anywhere })).toMatchObject({ isBound: false })
  })
  it('is found by own keys only', () => {
    expect(formatOf('constructor', { chainId: 1, address: permit2 })).toBeNull()
  })
})
