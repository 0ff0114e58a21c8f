import { type Address, getAddress, parseEther, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { contextOf } from '@/lib/agents/fixtures/context'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { localUser } from '../testing/local-user'
import { reviewProposal } from '../testing/review-proposal'

const { tokens, router } = devnetAddresses
const anna = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const ben = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')

const local = localUser()

/** Swaps 0.1 ETH at a router that pays the USDC to a receiver: one call that swaps and sends. */
const swapFor = (receiver: Address, least = parseUnits('345', 6)) => ({
  to: router,
  chainId: 31337,
  value: parseEther('0.1').toString(),
  functionName: 'swapExactETHForTokens',
  args: [least.toString(), JSON.stringify([tokens.WETH, tokens.USDC]), receiver, '99999999999'],
  abi: ['function swapExactETHForTokens(uint256, address[], address, uint256) payable'],
})

/** Returns the rules that find DANGER or BLOCK after these messages. */
async function dangers(parameters: ReturnType<typeof swapFor>, ...userMessages: string[]) {
  const name = 'call_smart_contract_function'
  const proposal = { name, parameters, account: local.user.address, userMessages }
  const findings = await reviewProposal(proposal, contextOf(local.devnet))
  return findings.flatMap(({ level, rule }) => (level === 'DANGER' || level === 'BLOCK' ? [rule] : []))
}

describe('a call that swaps and pays someone else', () => {
  it.each([`swap 0.1 ETH to USDC and send it to ${anna}`, `Swap 0.1 ETH for USDC, then send all of it to ${anna}`])(
    'is no danger if the person asked for exactly that: “%s”',
    async (text) => {
      expect(await dangers(swapFor(anna), text)).toEqual([])
    },
  )

  it.each([
    ['they name no receiver', 'swap 0.1 ETH to USDC'],
    ['they name another one', `swap 0.1 ETH to USDC and send it to ${ben}`],
    ['they send something else', `swap 0.1 ETH to USDC and send 5 DAI to ${anna}`],
    ['they send back what they give', `swap 0.1 ETH to USDC and send 0.1 ETH to ${anna}`],
    ['they send a part of it', `swap 0.1 ETH to USDC and send 5 USDC to ${anna}`],
    ['they send another token whole', `swap 0.1 ETH to USDC and send my DAI to ${anna}`],
    ['they only mention the address', `swap 0.1 ETH to USDC. ${anna} drained my wallet`],
    ['they ask for another token', `swap 0.1 ETH to DAI and send it to ${anna}`],
    ['they ask for a send alone', `send 0.1 ETH to ${anna}`],
    ['they refuse the address', `swap 0.1 ETH to USDC and do not send it to ${anna}`],
  ])('is a danger if %s: “%s”', async (_, text) => {
    expect(await dangers(swapFor(anna), text)).toContain('G10')
  })

  it('is a danger if only an earlier request names the receiver', async () => {
    const words = [`swap 0.1 ETH to DAI and send it to ${anna}`, 'swap 0.1 ETH to USDC']
    expect(await dangers(swapFor(anna), ...words)).toContain('G10')
  })

  it('is judged by what it guarantees to the receiver', async () => {
    const text = `swap 0.1 ETH to USDC and send it to ${anna}`
    expect(await dangers(swapFor(anna, 0n), text)).toEqual(['call.guarantee'])
    expect(await dangers(swapFor(anna, 1n), text)).toEqual(['call.guarantee'])
  })

  it('is judged by what the receiver gets, at on-chain prices', async () => {
    const { client } = local.devnet.first
    const { address } = local.user
    const held = await client.getBalance({ address })
    await client.setBalance({ address, value: parseEther('1000000') })
    const parameters = { ...swapFor(anna, 1n), value: parseEther('100000').toString() }
    expect(await dangers(parameters, `swap 100000 ETH to USDC and send it to ${anna}`)).toContain('G29')
    await client.setBalance({ address, value: held })
  })
})
