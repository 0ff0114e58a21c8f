import { maxUint256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { newDialogue } from '../meaning/step'
import { outcomeWords } from './dialogue-words'
import { answerResults } from './results'

const hash = `0x5c50${'a'.repeat(56)}2060`
const arrival = `0xbeef${'b'.repeat(56)}1234`
const send = {
  id: 'c1',
  name: 'send_native_gas_token',
  parameters: { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 31337, value: '100000000000000000' },
}
const swap = (toChainId: number) => ({
  id: 'c2',
  name: 'execute_router_swap',
  parameters: {
    fromChainId: 31337,
    toChainId,
    fromTokenAddress: devnetAddresses.tokens.USDC,
    toTokenAddress: toChainId === 31337 ? nativeAddress : devnetAddresses.tokens.USDC,
    fromAmount: '25000000',
    fromTokenSymbol: 'USDC',
    toTokenSymbol: toChainId === 31337 ? 'ETH' : 'USDC',
    fromTokenDecimals: 6,
  },
})

const tell = (
  call: { id: string; name: string; parameters: Record<string, unknown> } | null,
  result: Record<string, unknown>,
  name = call?.name ?? 'send_native_gas_token',
) => answerResults([{ returned: { id: 'c', name, result }, call }])?.text

describe('the outcome of a call', () => {
  it('confirms a send and a swap with a short hash', () => {
    expect(tell(send, { status: 'success', txHash: hash, chainId: 31337 })).toBe(
      'Sent 0.1 ETH to 0x7099…79C8 on Ethereum (local), transaction 0x5c50…2060.',
    )
    expect(tell(swap(31337), { status: 'success', txHash: hash })).toBe(
      'Swapped 25 USDC for ETH on Ethereum (local), transaction 0x5c50…2060.',
    )
  })

  it('names the token of a send, the action at a market, and an NFT', () => {
    const { tokens, lending, nfts } = devnetAddresses
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const told = (name: string, parameters: Record<string, unknown>) =>
      tell({ id: 'c', name, parameters: { chainId: 31337, ...parameters } }, { status: 'success', txHash: hash })
    const ending = 'on Ethereum (local), transaction 0x5c50…2060.'
    const transfer = { to: tokens.USDC, functionName: 'transfer(address,uint256)', args: [to, '20000000'] }
    expect(told('call_smart_contract_function', transfer)).toBe(`Sent 20 USDC to 0x7099…79C8 ${ending}`)
    const allowing = (amount: string) => ({
      to: tokens.USDC,
      functionName: 'approve(address,uint256)',
      args: [to, amount],
    })
    expect(told('call_smart_contract_function', allowing('0'))).toBe(`Stopped 0x7099…79C8 spending your USDC ${ending}`)
    expect(told('call_smart_contract_function', allowing('20000000'))).toBe(
      `Allowed 0x7099…79C8 to spend up to 20 USDC ${ending}`,
    )
    const loan = { marketAddress: lending, tokenAddress: tokens.USDC, amount: '5000000' }
    expect(told('lending_supply', loan)).toBe(`Supplied 5 USDC ${ending}`)
    expect(told('lending_repay', { ...loan, amount: maxUint256.toString() })).toBe(`Repaid all USDC ${ending}`)
    const nft = { contractAddress: nfts.postcards, tokenId: '7', toAddress: to }
    expect(told('transfer_nft', nft)).toBe(`Sent NFT #7 to 0x7099…79C8 ${ending}`)
    expect(told('lending_supply', { ...loan, amount: 'much' })).toBe('That is done, transaction 0x5c50…2060.')
  })

  it('names what was put into or taken out of a vault, and the vault as far as the call tells', () => {
    const told = (name: string, parameters: Record<string, unknown>) =>
      tell({ id: 'c', name, parameters }, { status: 'success', txHash: hash })
    const entry = { yieldId: 'x', amount: '1000.5', tokenSymbol: 'USDC', poolName: 'Flexible USDC', chainId: 31337 }
    expect(told('enter_staking_yield', entry)).toBe(
      'Deposited 1,000.5 USDC in Flexible USDC on Ethereum (local), transaction 0x5c50…2060.',
    )
    expect(told('enter_staking_yield', { ...entry, poolName: undefined })).toContain('USDC in a vault on Ethereum')
    expect(told('enter_staking_yield', { ...entry, amount: '1000500000000000000000' })).toMatch(/^That is done/)
    expect(told('exit_staking_yield', { yieldId: 'local-usdc-flexible-vault', amount: '99.99' })).toBe(
      'Withdrew 99.99 USDC from Flexible USDC on Ethereum (local), transaction 0x5c50…2060.',
    )
    expect(told('exit_staking_yield', { yieldId: 'local-usdc-flexible-vault', amount: 'all' })).toContain(
      'Withdrew all USDC from Flexible USDC',
    )
    expect(told('exit_staking_yield', { yieldId: 'x', amount: 'all' })).toMatch(
      /^The withdrawal from the vault is done/,
    )
  })

  it('names both hashes of a bridge, and says if the second is not known yet', () => {
    expect(tell(swap(31338), { status: 'success', txHash: hash, destinationTxHash: arrival })).toBe(
      'Bridged 25 USDC from Ethereum (local) to Base (local), transaction 0x5c50…2060. It arrived with 0xbeef…1234.',
    )
    expect(tell(swap(31338), { status: 'success', txHash: hash })).toContain('may take a while to arrive')
  })

  it.each([
    ['a bridge that was sent', swap(31338), {}, /^It was sent, but I was not told whether it has arrived.*may take/],
    ['a bridge that arrived', swap(31338), { destinationTxHash: arrival }, /^Yes.*It arrived with 0xbeef…1234/],
    ['a swap', swap(31337), {}, /^Yes/],
  ])('does not take sent for arrived, asked about %s', (_, call, more, words) => {
    const result = { status: 'success', txHash: hash, ...more }
    expect(outcomeWords({ ...newDialogue, standing: 'done', arrival: { call, result } })).toMatch(words)
  })

  it('reads results in the formats of other clients', () => {
    expect(tell(send, { txHash: hash })).toContain('Sent 0.1 ETH')
    expect(tell({ ...swap(31337), name: 'execute_lifi_swap' }, { txHash: hash })).toContain('Swapped 25 USDC')
    expect(tell(null, { txHash: hash })).toBe('That is done, transaction 0x5c50…2060.')
  })

  it.each([{ status: 'error', error: 'User rejected the action' }, { error: { code: 4001 } }, { status: 'DENIED' }])(
    'reads %j as declined by the person',
    (result) => {
      expect(tell(send, result)).toBe('You declined it. It was not sent.')
    },
  )

  it.each([{ status: 'rendered' }, { displayed: 'yes' }, { status: 'success', error: 'x' }, { hash }])(
    'mentions no money after balances that came back as %j',
    (result) => {
      expect(tell(null, result, 'show_token_balance_ui')).toBeUndefined()
    },
  )

  it('says that nothing was sent if it was declined or refused', () => {
    expect(tell(send, { status: 'rejected', error: 'User rejected the action' })).toBe(
      'You declined it. It was not sent.',
    )
    expect(tell(send, { status: 'rejected', error: 'To the zero address', code: 'G13' })).toBe(
      'A check refused it: To the zero address. Nothing was sent.',
    )
  })

  it('says after an error if money may have moved', () => {
    expect(tell(send, { status: 'error', error: 'timeout', code: 'dropped', txHash: hash })).toMatch(
      /^That failed: timeout\. Transaction 0x5c50…2060 was sent, so money may have moved/,
    )
    expect(tell(send, { status: 'error', error: 'x', code: 'reverted', txHash: hash })).toContain(
      'only the network fee',
    )
    expect(tell(send, { status: 'error', error: 'No funds', code: 'insufficient-funds' })).toContain(
      'No transaction is on record',
    )
    expect(tell(send, { status: 'weird' })).toContain('do not know whether money moved')
  })

  it('sanitises text from the chain', () => {
    expect(tell(send, { status: 'error', error: `a\u202eb ${'x'.repeat(2000)}` })).not.toMatch(/\u202e|x{400}/)
  })

  it('says nothing after balances were shown', () => {
    expect(tell(null, { status: 'success', displayed: true }, 'show_token_balance_ui')).toBeUndefined()
  })

  it.each([
    ['unseen', 'Reported as sent, but not seen on the chain yet: sent 0.1 ETH'],
    ['reverted', 'Reported as done, but it reverted on the chain: sent 0.1 ETH'],
    ['stranger', 'Reported as done, but the transaction is another account’s: sent 0.1 ETH'],
  ] as const)('does not repeat a success that the chain does not confirm: %s', (witness, words) => {
    const returned = { id: 'c1', name: send.name, result: { status: 'success', txHash: hash } }
    const text = answerResults([{ returned, call: send, witness }])?.text ?? ''
    expect(text).toContain(words)
    expect(text).not.toContain('Sent 0.1 ETH')
  })

  it('raises no doubt about a transaction that is mined or could not be looked up', () => {
    const returned = { id: 'c1', name: send.name, result: { status: 'success', txHash: hash } }
    const text = (witness: 'seen' | 'unasked' | 'pending') => answerResults([{ returned, call: send, witness }])?.text
    expect(text('seen')).toBe('Sent 0.1 ETH to 0x7099…79C8 on Ethereum (local), transaction 0x5c50…2060.')
    expect(text('unasked')).toBe(text('seen'))
    expect(text('pending')).toContain('not mined yet')
  })
})
