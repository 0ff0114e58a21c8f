import { getAddress, isAddressEqual } from 'viem'
import { z } from 'zod'
import { unlimited } from '@/lib/chain/allowances/unlimited'
import { chainFacts } from '@/lib/chain/chains/chain-facts'
import { formatAmount, shortHex } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { cleanChainString } from '@/lib/wire/text'
import { loadPart } from '../part'
import { exampleTokens, someone } from '../shared/examples'
import { uint } from '../shared/fields'
import { doubleOf } from '../shared/lies'
import type { Tool } from '../tool'
import type { CallDetails } from './details'
import { keptCall } from './kept'
import { type CallParameters, callSchema } from './parameters'
import { askedApproval, askedTokenSend, sumOf, type TokenSend } from './token-send'

export const callSmartContractFunction: Tool<CallParameters, CallDetails> = {
  name: 'call_smart_contract_function',
  kind: 'transaction',
  schema: callSchema,
  kept: keptCall,
  label: 'Contract call',
  actions: () => [],
  caption: (asked) => {
    if (askedTokenSend(asked)) return 'Send'
    const approval = askedApproval(asked)
    return approval && (approval.amount === 0n ? 'Revocation' : 'Approval')
  },
  headline: (asked) => {
    const { to, functionName, chainId } = asked
    const send = askedTokenSend(asked)
    if (send) return `Send ${sumOf(send)} to ${shortHex(send.to)} on ${chainName(chainId)}`
    const approval = askedApproval(asked)
    return approval
      ? `${approvalWords(approval)} on ${chainName(chainId)}`
      : `Call “${cleanChainString(functionName, 48)}” of contract ${shortHex(to)} on ${chainName(chainId)}`
  },
  done: (asked) => {
    const send = askedTokenSend(asked)
    if (send) return `Sent ${sumOf(send)} to ${shortHex(getAddress(send.to))} on ${chainName(asked.chainId)}`
    const approval = askedApproval(asked)
    return approval ? `${approvalWords(approval, 'done')} on ${chainName(asked.chainId)}` : wrappingDone(asked)
  },
  moves: (asked) => {
    const send = askedTokenSend(asked)
    return (
      send && {
        field: 'args',
        chainId: asked.chainId,
        token: send.token.address,
        amount: send.amount,
        towards: send.to,
      }
    )
  },
  purpose:
    'Propose a contract call, such as an ERC-20 transfer. `args` as strings, `value` in wei, `abi` the fragments needed.',
  lie: (honest) => {
    const [to, ...others] = z.array(z.unknown()).catch([]).parse(honest.args)
    return /^transfer\b/.test(String(honest.functionName)) ? { ...honest, args: [doubleOf(to), ...others] } : honest
  },
  examples: {
    least: { to: exampleTokens.USDC, functionName: 'pause', chainId: 31337 },
    full: {
      to: exampleTokens.USDC,
      functionName: 'transfer',
      args: [someone, '1'],
      chainId: 31337,
      value: '0',
      abi: ['function transfer(address,uint256)'],
    },
  },
  prepare: async (...asked) => (await loadPart(() => import('./prepare'))).prepareCallFunction(...asked),
}

/** Example: "Let 0x54bc…cDd2 spend up to 25 USDC". */
function approvalWords(approval: TokenSend, when: 'asked' | 'done' = 'asked'): string {
  const { symbol } = approval.token
  const spender = shortHex(getAddress(approval.to))
  const isDone = when === 'done'
  if (approval.amount === 0n) return `${isDone ? 'Stopped' : 'Stop'} ${spender} spending your ${symbol}`
  return `${isDone ? 'Allowed' : 'Let'} ${spender} ${isDone ? 'to ' : ''}spend ${approval.amount >= unlimited ? `any amount of ${symbol}` : `up to ${sumOf(approval)}`}`
}

/**
 * Says "Wrapped 1 ETH on Ethereum" for the wrapped coin's own `deposit` and `withdraw` (WETH9). Null for any other
 * call.
 */
function wrappingDone({ to, functionName, args = [], chainId, value }: CallParameters): string | null {
  const facts = chainFacts.get(chainId)
  if (!facts || !isAddressEqual(to, facts.wrappedNative)) return null
  const { symbol, decimals } = facts.chain.nativeCurrency
  const words = (verb: string, amount: bigint) =>
    `${verb} ${formatAmount(amount, decimals)} ${symbol} on ${chainName(chainId)}`
  if (/^deposit(\(\))?$/.test(functionName)) return value === undefined ? null : words('Wrapped', value)
  const { data: withdrawn } = uint.safeParse(args[0])
  const isWithdrawal = /^withdraw(\(uint256\))?$/.test(functionName) && args.length === 1
  return isWithdrawal && withdrawn !== undefined ? words('Unwrapped', withdrawn) : null
}
