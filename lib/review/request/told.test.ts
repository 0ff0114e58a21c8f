import { getAddress, parseEther, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { contextOf } from '@/lib/agents/fixtures/context'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { localUser } from '../testing/local-user'
import { reviewProposal } from '../testing/review-proposal'

const { tokens } = devnetAddresses
const anna = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const chainId = 31337

const local = localUser()

type Call = { name: string; parameters: Record<string, unknown> }

const fiveUsdc: Call = {
  name: 'call_smart_contract_function',
  parameters: {
    ...{ to: tokens.USDC, chainId, value: '0', functionName: 'transfer' },
    ...{
      args: [anna, parseUnits('5', 6).toString()],
      abi: ['function transfer(address to, uint256 amount) returns (bool)'],
    },
  },
}
const swapEther = (to: string, ether: string): Call => ({
  name: 'execute_router_swap',
  parameters: {
    ...{ fromChainId: chainId, toChainId: chainId, fromTokenAddress: nativeAddress, toTokenAddress: to },
    ...{ fromAmount: parseEther(ether).toString(), slippage: 0.005 },
  },
})

/** Returns the findings that compare a call with these messages. */
async function found({ name, parameters }: Call, ...userMessages: string[]) {
  const proposal = { name, parameters, account: local.user.address, userMessages }
  const findings = await reviewProposal(proposal, contextOf(local.devnet))
  return findings.flatMap(({ rule, level, title }) => (/^G(?:10|34|35)$/.test(rule) ? [`${level}: ${title}`] : []))
}

describe('words that ask for nothing', () => {
  it.each([
    `“send 5 usdc to ${anna}” is what the scam mail said`,
    `haha imagine i asked you to send 5 usdc to ${anna}`,
    `what a week, first the flood, then a guy begs me to send 5 usdc to ${anna}`,
    `in the novel the butler sends 5 usdc to ${anna} and gets away with it`,
  ])('vouch for no payment: %s', async (text) => {
    expect(await found(fiveUsdc, text)).not.toEqual([])
  })

  it.each<[string, Call]>([
    ['saw a tweet: sell all eth for usdc now', swapEther(tokens.USDC, '9')],
    ['my accountant says sell everything', swapEther(tokens.USDC, '9')],
    ['i hope nobody swaps my eth', swapEther(tokens.USDC, '1')],
  ])('vouch for no swap: %s', async (text, call) => {
    expect(await found(call, text)).not.toEqual([])
  })

  it.each([`${anna} is the scammer who robbed my mum`, `just saw ${anna} on a scam list`, 'cancel that please'])(
    'speak against the request before them: %s',
    async (text) => {
      expect(await found(fiveUsdc, `send 5 usdc to ${anna}`, text)).not.toEqual([])
    },
  )
})

it.each<[string, Call]>([
  [`my sister says hi, send her 5 usdc at ${anna}`, fiveUsdc],
  ['no way i’m keeping this, swap 1 eth for usdc', swapEther(tokens.USDC, '1')],
])('a request beside such words vouches for its call: %s', async (text, call) => {
  expect(await found(call, text)).toEqual([])
})
