import { concat, encodeAbiParameters, encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { revertReason } from './revert-reason'

const said = (text: string) => encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [text] })

test('quotes a text of the contract', () => {
  expect(revertReason(said('TransferHelper: TRANSFER_FROM_FAILED'))).toBe(
    'the contract says “TransferHelper: TRANSFER_FROM_FAILED”',
  )
})

test('sanitises and truncates a text of the contract', () => {
  const reason = revertReason(said(`safe\u202Eevil\u200B${'x'.repeat(500)}`))
  expect(reason).not.toMatch(/[\u202E\u200B]/)
  expect(reason.length).toBeLessThan(160)
})

test('explains panic codes', () => {
  const panic = (code: bigint) => encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), args: [code] })
  expect(revertReason(panic(0x11n))).toBe('the contract failed with an arithmetic overflow or underflow')
  expect(revertReason(panic(0x99n))).toBe('the contract failed with panic code 153')
})

test('explains known errors or shows their name', () => {
  expect(revertReason(encodeErrorResult({ abi: parseAbi(['error HealthFactorBelowThreshold()']) }))).toBe(
    'the loan would no longer be covered by its collateral',
  )
  expect(revertReason(encodeErrorResult({ abi: parseAbi(['error Unauthorized()']) }))).toBe(
    'the contract refused with Unauthorized',
  )
})

test('shows unknown errors and malformed data by selector, and reports missing data', () => {
  expect(revertReason('0xdeadbeef')).toBe('the contract refused with an unknown error (0xdeadbeef)')
  expect(revertReason('0x')).toBe('the contract gave no reason')
  const broken = concat(['0x08c379a0', encodeAbiParameters([{ type: 'uint256' }], [2n ** 255n])])
  expect(revertReason(broken)).toBe('the contract refused with an unknown error (0x08c379a0)')
})
