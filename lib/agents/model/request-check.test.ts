import { describe, expect, it } from 'vitest'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import { loadReader } from '@/lib/language/reader/reader'
import { textPart } from '@/lib/wire/parts'
import type { Message } from '@/lib/wire/task'
import { requestCheck } from './request-check'

const chains = unreachableChains(31337, 31338)
const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const another = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const user = (text: string): Message => ({ kind: 'message', role: 'user', messageId: text, parts: [textPart(text)] })
const check = (text: string) => requestCheck([user(text)], { chains, reader: loadReader })

const token = (symbol: string, chainId = 31337) => {
  const chain = chains.get(chainId)
  const found = chain && tokenBySymbol(chain, symbol)
  if (!found) throw new Error(`No ${symbol} on ${chainId}`)
  return found.address
}
const swap = (from: string, to: string, fromAmount: string) => ({
  fromChainId: 31337,
  toChainId: 31337,
  fromTokenAddress: token(from),
  toTokenAddress: token(to),
  fromAmount,
})
const send = (value: string, to: string = address, chainId = 31337) => ({ to, chainId, value })
const transfer = (symbol: string, amount: string, to: string = address) => ({
  ...{ to: token(symbol), chainId: 31337, value: '0', functionName: 'transfer', args: [to, amount] },
  abi: ['function transfer(address,uint256)'],
})
const vault = (yieldId: string) => ({ yieldId, amount: '100', chainId: 31337 })
const payment = `send 40 USDC to ${address}`
const tenth = '100000000000000000'

describe('a model’s call beside the person’s certain request', () => {
  it.each([
    ['send 0.1 ETH to 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', 'send_native_gas_token', send(tenth)],
    ['swap 100 USDC for DAI', 'execute_router_swap', swap('USDC', 'DAI', '100000000')],
    [payment, 'call_smart_contract_function', transfer('USDC', '40000000')],
    [
      'swap 100 USDC for DAI with at most 1% slippage',
      'execute_router_swap',
      { ...swap('USDC', 'DAI', '100000000'), slippage: 0.01 },
    ],
    ['stake 100 USDC without a lockup', 'enter_staking_yield', vault('local-usdc-flexible-vault')],
  ] as const)('passes where it does what was asked: %s', async (text, name, parameters) => {
    expect(await check(text)(name, parameters)).toBeNull()
  })

  it.each([
    ['another action', 'swap 100 USDC for DAI', 'send_native_gas_token', send(tenth), 'That is no'],
    [
      'another token',
      'swap 100 USDC for DAI',
      'execute_router_swap',
      swap('USDC', 'WBTC', '100000000'),
      'It names DAI',
    ],
    [
      'another amount',
      'swap 100 USDC for DAI',
      'execute_router_swap',
      swap('USDC', 'DAI', '1000000000'),
      'It says 100',
    ],
    [
      'another receiver',
      'send 0.1 ETH to 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      'send_native_gas_token',
      send(tenth, another),
      `It names ${address}`,
    ],
    [
      'another chain',
      'send 0.1 ETH to 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC on Base',
      'send_native_gas_token',
      send(tenth),
      'It names Base',
    ],
    [
      'a token payment of another amount',
      payment,
      'call_smart_contract_function',
      transfer('USDC', '400000000'),
      'It says 40',
    ],
    [
      'a token payment to another',
      payment,
      'call_smart_contract_function',
      transfer('USDC', '40000000', another),
      `It names ${address}`,
    ],
    [
      'a payment in another token',
      payment,
      'call_smart_contract_function',
      transfer('DAI', '40000000'),
      'It names USDC',
    ],
    [
      'a payment instead of a swap',
      'swap 100 USDC for DAI',
      'call_smart_contract_function',
      transfer('USDC', '100000000'),
      'That is no send',
    ],
    [
      'more slippage',
      'swap 100 USDC for DAI with at most 1% slippage',
      'execute_router_swap',
      { ...swap('USDC', 'DAI', '100000000'), slippage: 0.05 },
      'It allows 1 %',
    ],
    [
      'a lock-up',
      'stake 100 usdc max 3 days locked',
      'enter_staking_yield',
      vault('local-usdc-locked-vault'),
      'a lock-up of 7 days',
    ],
  ] as const)('goes back once with the reason: %s', async (_, text, name, parameters, reason) => {
    const differs = check(text)
    expect(await differs(name, parameters)).toContain(reason)
    expect(await differs(name, parameters)).toBeNull()
  })

  it.each(['hello', 'what would 100 USDC bring in DAI?', 'sell some of it and send the rest to my sister'])(
    'is left to the card where the words are no single certain request: %s',
    async (text) => {
      expect(await check(text)('send_native_gas_token', send(tenth))).toBeNull()
    },
  )
})
