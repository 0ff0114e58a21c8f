import { describe, expect, it } from 'vitest'
import { readToolResult } from './result'

const txHash = `0x${'ab'.repeat(32)}`

describe('a result in other clients’ words', () => {
  it.each([
    ['nothing at all', {}],
    ['that it was displayed', { displayed: true }],
    ['null as the error', { error: null }],
    ['ok as the status', { status: 'ok' }],
    ['success as a boolean', { success: true }],
    ['false as the error', { error: false, displayed: 'yes' }],
    ['another word for displays', { status: 'rendered' }],
  ])('treats a display that says %s as a success', (_, raw) => {
    expect(readToolResult(raw, { displays: true })).toMatchObject({ status: 'success' })
  })

  it('distinguishes a display that failed or was declined', () => {
    expect(readToolResult({ error: 'no chart' }, { displays: true })).toMatchObject({ status: 'error' })
    expect(readToolResult({ status: 'rejected' }, { displays: true })).toMatchObject({ status: 'rejected' })
  })

  it.each([
    ['the interface’s words', { error: 'User rejected the action' }],
    ['a status alone', { status: 'rejected' }],
    ['another word for it', { status: 'declined' }],
    ['cancelled, in either spelling', { status: 'Cancelled' }],
    ['viem’s words', { error: 'User rejected the request.\n\nDetails: MetaMask Tx Signature: User denied.' }],
    ['MetaMask’s words', { error: 'MetaMask Tx Signature: User denied transaction signature.' }],
    ['another order', { error: 'Rejected by user' }],
    ['EIP-1193’s code', { error: { code: 4001, message: 'Nope' } }],
    ['the person’s words as an error', { status: 'error', error: 'User rejected the action' }],
    ['the code of an error', { status: 'failed', error: { code: 4001, message: 'Nope' } }],
    ['WalletConnect’s code', { error: { code: 5000, message: 'Nope' } }],
    ['WalletConnect’s words', { error: 'User disapproved requested methods' }],
    ['a hardware wallet’s words', { error: 'Ledger device: Condition not satisfied (denied by the user?) (0x6985)' }],
    ['ethers’ code beside it', { success: false, code: 'ACTION_REJECTED', error: 'refused' }],
  ])('reads a rejection from %s', (_, raw) => {
    expect(readToolResult(raw)).toMatchObject({ status: 'rejected', error: expect.stringMatching(/./) })
  })

  it.each([
    ['null as the error', { error: null, txHash }],
    ['an empty error', { error: '', txHash }],
    ['the hash alone', { txHash }],
    ['success as a boolean', { success: true, txHash }],
    ['another word', { status: 'confirmed', txHash }],
  ])('treats a transaction with %s as a success', (_, raw) => {
    expect(readToolResult(raw)).toMatchObject({ status: 'success', txHash })
  })

  it.each([
    ['an error alone', { error: 'insufficient funds' }],
    ['an error with its hash', { error: 'reverted', txHash }],
    ['a rejection after something was sent', { error: 'User rejected the request', txHash }],
    ['the same with a status', { status: 'error', error: 'User rejected the request', txHash }],
    ['an object', { error: { message: 'insufficient funds', code: -32000 } }],
    ['success as a boolean', { success: false }],
    ['the status alone', { status: 'failed' }],
  ])('reads a failure from %s', (_, raw) => {
    expect(readToolResult(raw)).toMatchObject({ status: 'error', error: expect.stringMatching(/./) })
  })

  it.each([
    ['nothing', {}],
    ['a string', 'done'],
    ['success beside an error', { status: 'success', error: 'reverted', txHash }],
    ['an invalid hash', { txHash: '0xabc' }],
    ['an unknown status', { status: 'simulated', txHash }],
  ])('infers no outcome of an action from %s', (_, raw) => {
    expect(readToolResult(raw)).toBeNull()
  })
})
