import { shortHex } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { cleanChainString } from '@/lib/wire/text'
import type { Tool } from '../tool'
import type { CallDetails } from './details'
import { keptCall } from './kept'
import { type CallParameters, callSchema } from './parameters'
import { prepareCallFunction } from './prepare'
import { askedTokenSend, tokenSendWords } from './token-send'

export const callSmartContractFunction: Tool<CallParameters, CallDetails> = {
  name: 'call_smart_contract_function',
  kind: 'transaction',
  schema: callSchema,
  kept: keptCall,
  headline: (asked) => {
    const { to, functionName, chainId } = asked
    const send = askedTokenSend(asked)
    return send
      ? `${tokenSendWords(send)} to ${shortHex(send.to)} on ${chainName(chainId)}`
      : `Call “${cleanChainString(functionName, 48)}” of contract ${shortHex(to)} on ${chainName(chainId)}`
  },
  caption: (asked) => (askedTokenSend(asked) ? 'Send' : null),
  prepare: prepareCallFunction,
}
