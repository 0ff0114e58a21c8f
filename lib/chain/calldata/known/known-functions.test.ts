import { toFunctionSelector, toFunctionSignature } from 'viem'
import { describe, expect, it } from 'vitest'
import { meaningReaders } from '../meaning-readers'
import { knownByName, knownFunction } from './known-functions'
import { knownSignatures } from './known-signatures'

describe('the bundled table', () => {
  // Selectors as printed in the standards and in the rule catalogue, not as computed here.
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
    ['0x0b52d558', 'delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
    ['0xbb24d994', 'allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)'],
    ['0xef9aacfd', 'signalTransfer(address)'],
    ['0xa3b22fc4', 'hope(address)'],
    ['0xdc4d20fa', 'nope(address)'],
    ['0x0b63fb62', 'cdpAllow(uint256,address,uint256)'],
    ['0xfcafcc68', 'give(uint256,address)'],
    ['0x7de7edef', 'changeMasterCopy(address)'],
    ['0xca5eb5e1', 'setDelegate(address)'],
    ['0xbd86e508', 'setDelegate(bytes32,address)'],
    ['0xc3cda520', 'delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)'],
    ['0x0dd8dd02', 'queueWithdrawals((address[],uint256[],address)[])'],
    ['0xa0169ddd', 'setClaimerFor(address)'],
    ['0x7ac2ff7b', 'permit(address,uint256,uint256,uint8,bytes32,bytes32)'],
    ['0x0f5730f1', 'permit(address,uint256,uint256,uint256,bytes)'],
    ['0x3aea60f0', 'permitForAll(address,address,bool,uint256,uint256,bytes)'],
    ['0x8069218f', 'setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))'],
    ['0xfa6e671d', 'setRelayerApproval(address,address,bool)'],
    ['0xd73dd623', 'increaseApproval(address,uint256)'],
    ['0xcae9ca51', 'approveAndCall(address,uint256,bytes)'],
    ['0xedd9444b', 'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)'],
    [
      '0x137c29fe',
      'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
    ],
    [
      '0xfe8ec1a7',
      'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
    ],
    ['0xcf092995', 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'],
    ['0xef55bec6', 'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)'],
    ['0xcef6d209', 'redeemDelegations(bytes[],bytes32[],bytes[])'],
    ['0xbf31196f', 'offerPunkForSaleToAddress(uint256,uint256,address)'],
    ['0x8b72a2ec', 'transferPunk(address,uint256)'],
    ['0xdd46508f', 'modifyLiquidities(bytes,uint256)'],
    ['0x472b43f3', 'swapExactTokensForTokens(uint256,uint256,address[],address)'],
    ['0x9f5c462a', 'setAccountOperator(address,address,bool)'],
    ['0xdc937e1c', 'delegateByType(address,uint8)'],
    ['0x5ef2c7f0', 'setSubnodeRecord(bytes32,bytes32,address,address,uint64)'],
    ['0x29565e3b', 'addOwnerPublicKey(bytes32,bytes32)'],
    ['0x5229073f', 'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)'],
    ['0x07da68f5', 'stop()'],
    ['0x16c38b3c', 'setPaused(bool)'],
    ['0x09b81346', 'exactOutput((bytes,address,uint256,uint256))'],
  ] as const)('knows %s as %s', (selector, signature) => {
    expect(knownFunction(selector)?.signature).toBe(signature)
    expect(knownFunction(selector)?.selector).toBe(selector)
  })

  // Their signatures fill a screen each.
  it.each([
    ['0xfb0f3ee1', 'fulfillBasicOrder'],
    ['0x00000000', 'fulfillBasicOrder_efficient_6GL6yc'],
    ['0xb3a34c4c', 'fulfillOrder'],
    ['0xe7acab24', 'fulfillAdvancedOrder'],
    ['0xed98a574', 'fulfillAvailableOrders'],
    ['0x87201b41', 'fulfillAvailableAdvancedOrders'],
    ['0xa8174404', 'matchOrders'],
    ['0x55944a42', 'matchAdvancedOrders'],
    ['0xf2d12b12', 'matchAdvancedOrders'],
  ] as const)('knows %s as %s of Seaport', (selector, name) => {
    expect(knownFunction(selector)).toMatchObject({ abi: { name }, selector, standard: 'Seaport' })
  })

  it('has a signature for every function with a reader', () => {
    const known = new Set(Object.values(knownSignatures).flatMap((all) => all.map((each) => toFunctionSignature(each))))
    expect(Object.keys(meaningReaders).filter((signature) => !known.has(signature))).toEqual([])
  })

  it('knows no others, and accepts a selector in any case', () => {
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
