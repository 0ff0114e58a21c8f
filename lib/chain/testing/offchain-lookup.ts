import { type Address, concat, encodeErrorResult, type Hex, numberToHex, parseAbi, size } from 'viem'

const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])

/** Builds code for a contract that asks for a lookup at `url`, whatever the call (ERC-3668). */
export function revertingWithLookup(contract: Address, url: string): Hex {
  const args = [contract, [url], '0x01', '0x12345678', '0x'] as const
  const data = encodeErrorResult({ abi: lookupAbi, errorName: 'OffchainLookup', args })
  const length = numberToHex(size(data), { size: 2 })
  // PUSH2 length, PUSH1 13, PUSH0, CODECOPY, PUSH2 length, PUSH0, REVERT, STOP; the bytes begin at 13
  return concat(['0x61', length, '0x600d5f39', '0x61', length, '0x5ffd00', data])
}
