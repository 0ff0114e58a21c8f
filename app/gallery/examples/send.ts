import { parseEther } from 'viem'
import type { SendDetails } from '@/lib/tools/send-native-gas-token/parameters'
import { coin, type Example, friend, moves, ok, ordinaryAccount, plan, price, token } from '../call'

/** A send of the chain’s coin. */
export const send: Example = {
  name: 'send_native_gas_token',
  parameters: { to: friend, chainId: 1, value: parseEther('0.1').toString() },
  details: {
    chainId: 1,
    chainName: 'Ethereum',
    to: friend,
    amount: parseEther('0.1'),
    facts: {
      token: { ...token('ETH'), name: 'Ether' },
      balance: parseEther('2.4'),
      price: price(3_120),
      recipient: ordinaryAccount,
    },
  } satisfies SendDetails,
  plan: plan([{ id: 'send', title: 'Send 0.1 ETH', to: friend, value: parseEther('0.1') }], {
    out: [coin(parseEther('0.1'))],
  }),
  effects: {
    chainId: 1,
    balances: [moves('ETH', parseEther('2.4'), parseEther('2.3'))],
    allowances: [],
    operators: [],
  },
  findings: [
    ...ok,
    {
      rule: 'G12',
      level: 'WARN',
      title: 'First send to this address, as far as this app knows.',
      observed: 'This browser has no record of a send to it. It has sent 812 transactions.',
      why: 'Check the whole address once. This browser remembers it after the first send.',
    },
  ],
  lie: [
    {
      rule: 'G11',
      level: 'BLOCK',
      title: 'This address imitates one you know.',
      terms: { claim: 'You know', observed: 'This is' },
      claim: '0xd8dA0000000000000000000000000000000A6045, sent to before',
      observed: friend,
      why: 'The start and the end match, the middle does not. This is how scammers get people to send them money. Decline it.',
    },
  ],
}
