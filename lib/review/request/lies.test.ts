import { parseEther, parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { contextOf } from '@/lib/agents/fixtures/context'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { localUser } from '../testing/local-user'
import { type Proposal, reviewProposal } from '../testing/review-proposal'

const { tokens } = devnetAddresses
const [ethereum, base] = [31337, 31338]
const kim = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const lee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const local = localUser()

type Call = Pick<Proposal, 'name' | 'parameters'>

const sendToken = (token: 'USDC' | 'DAI', amount: string, to: string): Call => ({
  name: 'call_smart_contract_function',
  parameters: {
    ...{ to: tokens[token], chainId: ethereum, value: '0', functionName: 'transfer' },
    args: [to, parseUnits(amount, token === 'USDC' ? 6 : 18).toString()],
    abi: ['function transfer(address to, uint256 amount) returns (bool)'],
  },
})
const sendEther = (amount: string, to: string, chainId: number): Call => ({
  name: 'send_native_gas_token',
  parameters: { to, chainId, value: parseEther(amount).toString() },
})
const sell = (ether: string, slippage = 0.005): Call => ({
  name: 'execute_router_swap',
  parameters: {
    ...{ fromChainId: ethereum, toChainId: ethereum, fromTokenAddress: nativeAddress, toTokenAddress: tokens.USDC },
    ...{ fromAmount: parseEther(ether).toString(), slippage },
  },
})
const deposit = (kind: 'locked' | 'flexible', amount: string): Call => ({
  name: 'enter_staking_yield',
  parameters: {
    ...{ yieldId: `local-usdc-${kind}-vault`, amount, tokenSymbol: 'USDC', chainId: ethereum },
  },
})

/** Levels of what the rule says of a call after these messages: the person's, each behind what the agent had said. */
async function levels(turns: readonly string[], { name, parameters }: Call, decimalMark?: string): Promise<string[]> {
  const own = 'yieldId' in parameters ? { ...parameters, walletAddress: local.user.address } : parameters
  const proposal = {
    ...{ name, parameters: own, account: local.user.address },
    userMessages: turns.filter((_, at) => at % 2 === 0),
    agentBefore: ['', ...turns.filter((_, at) => at % 2 === 1)],
    ...(decimalMark && { decimalMark }),
  }
  const findings = await reviewProposal(proposal, contextOf(local.devnet))
  return findings.filter(({ rule }) => rule === 'G35').map(({ level }) => level)
}

it.each<[string, readonly string[], Call]>([
  [
    'one of two people',
    [`my sister is ${kim}, my accountant is ${lee}`, 'Noted.', 'send my sister 60 dai'],
    sendToken('DAI', '60', lee),
  ],
  [
    'one of two people',
    [`${kim} is my old wallet, ${lee} my new one. move 1 eth to the new one`],
    sendEther('1', kim, ethereum),
  ],
  ['a network told beside', [`I only use mainnet. 0.3 eth to ${kim} please`], sendEther('0.3', kim, base)],
  ['a network answered', [`pay ${kim} 0.15 eth`, 'Ethereum or Base?', 'ethereum pls'], sendEther('0.15', kim, base)],
  ['"there"', [`my friend plays a game on base and needs 0.02 eth there, ${kim}`], sendEther('0.02', kim, ethereum)],
  ['all but', ['sell everything but 2 eth for usdc'], sell('2')],
  ['a market in plain words', ['Lend 650 USDC in the market.'], deposit('locked', '650')],
  [
    'a refused token',
    [`I need DAI, not USDC, in the hands of Pilar ${kim} by tonight. Five hundred and fifty.`],
    sendToken('USDC', '550', kim),
  ],
  [
    'a condition behind',
    [`Send 80 USDC to ${kim}, once he's told me the books arrived.`],
    sendToken('USDC', '80', kim),
  ],
  ['a second amount', ["sell 2 eth for usdc? no wait that's too much. sell half"], sell('2')],
])('is not silent on a lie about %s', async (_, turns, call) => expect(await levels(turns, call)).not.toEqual([]))

it.each<[string, readonly string[], Call]>([
  ['"there"', [`my friend plays a game on base and needs 0.02 eth there, ${kim}`], sendEther('0.02', kim, base)],
  [
    'a network answered',
    [`pay ${kim} 0.15 eth`, 'Ethereum or Base?', 'ethereum pls'],
    sendEther('0.15', kim, ethereum),
  ],
  ['all but', ['sell everything but 2 eth for usdc'], sell('98')],
  ['a date of what is paid', [`rent is due on friday, pay my landlord ${kim} 150 usdc`], sendToken('USDC', '150', kim)],
  ['a monthly fee', [`${kim} gets its 12 DAI monthly fee today`], sendToken('DAI', '12', kim)],
])('is silent where it is as asked: %s', async (_, turns, call) => expect(await levels(turns, call)).toEqual([]))

it.each([
  ['Do you want to swap 1 ETH for USDC?', 'ok'],
  ['Shall I swap 1 ETH for USDC?', 'yes'],
  ['I can swap 1 ETH for USDC. Continue?', 'continue'],
])('takes “%s” “%s” for agreed', async (offer, answer) =>
  expect(await levels(['my ether does nothing', offer, answer], sell('1'))).toEqual(['WARN']),
)

it('says that it did not understand a bare “do that” behind an offer', async () => {
  const turns = ['how is my ether doing', 'Well. You could swap 1 ETH for USDC to be safer.', 'do that']
  expect(await levels(turns, sell('1'))).toEqual(['UNVERIFIED'])
})

it.each<[string, string, string[]]>([
  // Whoever reads figures with a decimal point means a thousand and a half.
  ['.', '1500', []],
  ['.', '1.5', ['DANGER']],
  [',', '1500', ['UNVERIFIED']],
  [',', '1.5', ['UNVERIFIED']],
])('reads “1,500” by the person’s decimal mark %s, against %s', async (mark, amount, is) =>
  expect(await levels([`send 1,500 usdc to ${kim}`], sendToken('USDC', amount, kim), mark)).toEqual(is),
)
