import {
  InternalRpcError,
  InvalidInputRpcError,
  SwitchChainError,
  TransactionExecutionError,
  UserRejectedRequestError,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { isRefusal, toWalletError, WalletError } from './wallet'

const coded = (code: number, cause?: unknown) => Object.assign(new Error('words of the wallet', { cause }), { code })

describe('toWalletError', () => {
  it.each([
    [4001, 'rejected', true],
    [5000, 'rejected', true],
    [4100, 'account-changed', true],
    [4901, 'wrong-chain', true],
    [4902, 'unsupported-chain', true],
    [4900, 'disconnected', false],
    [-32000, 'unknown', false],
    [-32603, 'unknown', false],
  ] as const)('maps code %i to %s', (number, code, nothing) => {
    const error = toWalletError(coded(number))
    expect(error.code).toBe(code)
    expect(isRefusal(error)).toBe(nothing)
  })

  it.each([
    [-32603, 'insufficient funds for gas * price + value: balance 1, tx cost 2'],
    [-32000, 'insufficient balance for transfer'],
    [-32603, 'Sender doesn’t have enough funds to send tx'],
    [-32000, 'max fee per gas less than block base fee'],
    [-32603, 'intrinsic gas too low'],
    [-32003, 'words of the wallet'],
    [-32602, 'words of the wallet'],
    [4200, 'words of the wallet'],
    [-32000, 'Upfront cost exceeds account balance'],
    [-32000, 'exceeds block gas limit'],
    [-32000, 'transaction underpriced: gas tip cap 1, minimum needed 2'],
    [-32000, 'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)'],
    [-32000, 'gas required exceeds allowance (0)'],
    [-32000, 'MetaMask Tx Signature: User denied transaction signature.'],
    [-32603, 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)'],
  ])('takes %i, “%s”, as a refusal', (code, words) => {
    const error = toWalletError(Object.assign(new Error(words), { code }))
    expect(isRefusal(error)).toBe(true)
    expect(error.message).toBe(words)
  })

  it.each(['already known', 'nonce too low', 'Failed to fetch', 'Request expired'])(
    'does not take “%s” as a refusal: it may have been sent',
    (words) => {
      expect(isRefusal(toWalletError(Object.assign(new Error(words), { code: -32603 })))).toBe(false)
    },
  )

  it.each<[string, object]>([
    ['MetaMask', { data: { code: -32000, message: 'insufficient funds for gas * price + value' } }],
    ['older wallets', { data: { originalError: { code: -32000, message: 'intrinsic gas too low' } } }],
    ['wallets that pass the node’s body as text', { data: '{"error":{"code":-32000,"message":"insufficient funds"}}' }],
  ])('finds the node’s message under an internal error (%s)', (_, more) => {
    const thrown = Object.assign(new Error('Internal JSON-RPC error.'), { code: -32603, ...more })
    for (const each of [thrown, new InternalRpcError(thrown)]) {
      expect(isRefusal(toWalletError(each))).toBe(true)
      expect(toWalletError(each).message).toMatch(/insufficient funds|intrinsic gas too low/)
    }
  })

  it('does not take a node’s message under an internal error as a refusal if it says “known”', () => {
    const thrown = Object.assign(new Error('Internal JSON-RPC error.'), { data: { message: 'already known' } })
    expect(isRefusal(toWalletError(thrown))).toBe(false)
  })

  it('finds the code under the errors that libraries wrap it in', () => {
    const rejected = new UserRejectedRequestError(new Error('no'))
    const wrapped = new TransactionExecutionError(rejected, { account: null, docsPath: '/' })
    expect(toWalletError(wrapped).code).toBe('rejected')
    expect(toWalletError(coded(-32603, { code: 4001 })).code).toBe('rejected')
    expect(toWalletError(new SwitchChainError(new Error('unknown chain'))).code).toBe('unsupported-chain')
  })

  it('keeps anything that is not an error as unknown, with the cause', () => {
    for (const thrown of [undefined, null, 'text', 4001, {}]) {
      const error = toWalletError(thrown)
      expect(error).toMatchObject({ code: 'unknown', cause: thrown })
      expect(error.message).not.toBe('')
    }
    expect(toWalletError(new Error('boom')).message).toBe('boom')
  })

  it('keeps the wallet’s message, not the library’s text for its code', () => {
    const refused = new InvalidInputRpcError(coded(-32000, new Error('words of the node')))
    expect(refused.shortMessage).toContain('Missing or invalid parameters')
    expect(toWalletError(refused).message).toBe('words of the wallet')
  })

  it('stops at circular causes, and leaves its own errors alone', () => {
    const circle: { cause?: unknown } = {}
    circle.cause = circle
    expect(toWalletError(circle).code).toBe('unknown')
    const own = new WalletError('wrong-chain', 'x')
    expect(toWalletError(own)).toBe(own)
  })
})
