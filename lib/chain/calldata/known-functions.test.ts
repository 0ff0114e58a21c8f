import { toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { knownByName, knownFunction } from './known-functions'
import { knownSignatures } from './known-signatures'

describe('the bundled table', () => {
  // Selectors as the standards and the catalogue of rules print them, not as we compute them.
  it.each([
    ['0xa9059cbb', 'transfer(address,uint256)'],
    ['0x095ea7b3', 'approve(address,uint256)'],
    ['0x23b872dd', 'transferFrom(address,address,uint256)'],
    ['0x42842e0e', 'safeTransferFrom(address,address,uint256)'],
    ['0xf242432a', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
    ['0xa22cb465', 'setApprovalForAll(address,bool)'],
    ['0x39509351', 'increaseAllowance(address,uint256)'],
    ['0xd505accf', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
    ['0x8fcbaf0c', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'],
    ['0x87517c45', 'approve(address,address,uint160,uint48)'],
    ['0xf2fde38b', 'transferOwnership(address)'],
    ['0x2f2ff15d', 'grantRole(bytes32,address)'],
    ['0x3659cfe6', 'upgradeTo(address)'],
    ['0x4f1ef286', 'upgradeToAndCall(address,bytes)'],
    ['0x610b5925', 'enableModule(address)'],
    ['0x6a761202', 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'],
    ['0x8874e104', 'setUserPositionManager(address,bool)'],
    ['0xc04a8a10', 'approveDelegation(address,uint256)'],
    ['0x82ad56cb', 'aggregate3((address,bool,bytes)[])'],
    ['0x8d80ff0a', 'multiSend(bytes)'],
    ['0xac9650d8', 'multicall(bytes[])'],
    ['0xd0e30db0', 'deposit()'],
    ['0x6e553f65', 'deposit(uint256,address)'],
    ['0x7ff36ab5', 'swapExactETHForTokens(uint256,address[],address,uint256)'],
  ] as const)('knows %s as %s', (selector, signature) => {
    expect(knownFunction(selector)?.signature).toBe(signature)
    expect(knownFunction(selector)?.selector).toBe(selector)
  })

  it('knows nothing of others, and takes a selector in any case', () => {
    expect(knownFunction('0x12345678')).toBeNull()
    expect(knownFunction('0xA9059CBB')?.abi.name).toBe('transfer')
  })

  it('has no selector twice', () => {
    const all = Object.values(knownSignatures).flat()
    const selectors = all.map((signature) => toFunctionSelector(signature))
    expect(selectors.filter((selector, index) => selectors.indexOf(selector) !== index)).toEqual([])
  })

  it('finds overloads by name', () => {
    expect(knownByName('permit').length).toBeGreaterThan(3)
    expect(knownByName('toString')).toEqual([])
  })
})
