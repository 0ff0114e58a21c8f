import { nativeAddress } from '@/lib/chain/chains/chain'
import { shortHex } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { loadPart } from '../part'
import { someone } from '../shared/examples'
import { doubleOf } from '../shared/lies'
import type { Tool } from '../tool'
import { keptSend } from './kept'
import { amountText, type SendDetails, type SendParameters, sendSchema } from './parameters'

export const sendNativeGasToken: Tool<SendParameters, SendDetails> = {
  name: 'send_native_gas_token',
  kind: 'transaction',
  schema: sendSchema,
  kept: keptSend,
  label: 'Send',
  actions: () => ['send'],
  headline: (asked) => `Send ${sendWords(asked)}`,
  done: (asked) => `Sent ${sendWords(asked)}`,
  moves: ({ to, chainId, value }) => ({ field: 'value', chainId, token: nativeAddress, amount: value, towards: to }),
  purpose: 'Propose to send the chain’s native coin. `value` in wei.',
  lie: (honest) => ({ ...honest, to: doubleOf(honest.to) }),
  examples: {
    least: { to: someone, chainId: 31337, value: '1' },
    full: { to: someone, chainId: '31337', value: '10000000000000000' },
  },
  prepare: async (...asked) => (await loadPart(() => import('./prepare'))).prepareSend(...asked),
}

const sendWords = ({ to, chainId, value }: SendParameters): string =>
  `${amountText(value, chainId)} to ${shortHex(to)} on ${chainName(chainId)}`
