import { z } from 'zod'
import { shortAddress } from '@/lib/chain/amount'
import { nativeAddress } from '@/lib/chain/chain'
import { chainName } from '@/lib/chain/tokens'
import { cleanChainString } from '@/lib/wire/text'
import { addressRow, askedTool, baseAmountRow, chainRow, textRow } from '../asked'
import { address, chainId, identifier, optional, uint } from '../fields'

const schema = z.strictObject({
  to: address,
  functionName: identifier,
  args: optional(z.array(z.string().max(20_000)).max(50)),
  chainId,
  value: optional(uint),
  abi: optional(z.array(z.string().max(20_000)).max(200)),
})

export const callSmartContractFunction = askedTool({
  name: 'call_smart_contract_function',
  kind: 'transaction',
  schema,
  headline: ({ to, functionName, chainId }) =>
    `Call “${cleanChainString(functionName, 48)}” of contract ${shortAddress(to)} on ${chainName(chainId)}`,
  rows: ({ to, functionName, args = [], chainId, value = 0n, abi = [] }) => [
    ...addressRow('Contract', to),
    ...textRow('Function, as the agent says', functionName),
    ...args.flatMap((argument, index) => textRow(`Argument ${index + 1}`, argument)),
    ...baseAmountRow('Sent along', value, { chainId, address: nativeAddress }),
    ...abi.flatMap((fragment) => textRow('ABI, as the agent says', fragment)),
    ...chainRow(chainId),
  ],
})
