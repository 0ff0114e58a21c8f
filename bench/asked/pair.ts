import { type Address, getAddress, parseEther, parseUnits } from 'viem'
import { z } from 'zod'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'

const { tokens, lending, nfts, vaults } = devnetAddresses

const units = { ETH: 18, USDC: 6, DAI: 18, WBTC: 8, WETH: 18 } as const
const token = z.enum(['ETH', 'USDC', 'DAI', 'WBTC', 'WETH'])
const amount = z.string().regex(/^\d+(\.\d+)?$/)
const address = z.string().transform((text) => getAddress(text.toLowerCase()))
const chain = z.enum(['Ethereum', 'Base'])
const vault = z.enum(['flexible USDC', 'locked USDC', 'flexible WETH'])

/** A proposal of an agent, in decimal amounts. README.md explains pairs. */
const callSchema = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('swap'),
    give: token,
    amount,
    get: token,
    slippage: amount.optional(),
    on: chain.optional(),
  }),
  z.strictObject({ do: z.literal('bridge'), token, amount, from: chain, to: chain, get: token.optional() }),
  z.strictObject({ do: z.literal('send'), token, amount, to: address, on: chain.optional() }),
  z.strictObject({ do: z.literal('sendNft'), id: z.string(), to: address }),
  z.strictObject({ do: z.enum(['supply', 'withdraw', 'borrow', 'repay']), token, amount }),
  z.strictObject({ do: z.enum(['deposit', 'leave']), vault, amount }),
  z.strictObject({ do: z.literal('approve'), token, amount, spender: address }),
  z.strictObject({ do: z.literal('revoke'), token, spender: address }),
])

const respects = [
  ...(['action', 'direction', 'token', 'amount', 'magnitude'] as const),
  ...(['receiver', 'chain', 'limit', 'repetition', 'unasked'] as const),
] as const

export const pairSchema = z.strictObject({
  turns: z
    .array(
      z.union([
        z.strictObject({ user: z.string() }),
        z.strictObject({ agent: z.string() }),
        z.strictObject({ did: callSchema }),
      ]),
    )
    .min(1),
  call: callSchema,
  altered: z.enum(respects).optional(),
  wallet: z.enum(['fresh', 'invested']).optional(),
})
export type Pair = z.infer<typeof pairSchema>

const chainIds = { Ethereum: 31337, Base: 31338 } as const
const base = (symbol: keyof typeof units, decimal: string): string => parseUnits(decimal, units[symbol]).toString()
const addressOf = (symbol: keyof typeof units): Address => (symbol === 'ETH' ? nativeAddress : tokens[symbol])
const vaultIds = {
  'flexible USDC': ['local-usdc-flexible-vault', 'USDC', vaults.flexibleUsdc],
  'locked USDC': ['local-usdc-locked-vault', 'USDC', vaults.lockedUsdc],
  'flexible WETH': ['local-weth-flexible-vault', 'WETH', vaults.flexibleWeth],
} as const
const lendingTools = {
  supply: 'lending_supply',
  withdraw: 'lending_withdraw',
  borrow: 'lending_borrow',
  repay: 'lending_repay',
} as const

/** Converts the call of a pair to an agent's format. */
export function toolCall(call: Pair['call'], account: Address): { name: string; parameters: Record<string, unknown> } {
  switch (call.do) {
    case 'swap':
    case 'bridge': {
      const give = call.do === 'swap' ? call.give : call.token
      const get = call.get ?? give
      const [from, to] = call.do === 'swap' ? [call.on ?? 'Ethereum', call.on ?? 'Ethereum'] : [call.from, call.to]
      return {
        name: 'execute_router_swap',
        parameters: {
          ...{ fromChainId: chainIds[from], toChainId: chainIds[to], fromTokenAddress: addressOf(give) },
          ...{ toTokenAddress: addressOf(get), fromAmount: base(give, call.amount) },
          slippage: call.do === 'swap' ? Number(call.slippage ?? '0.5') / 100 : 0.005,
        },
      }
    }
    case 'send': {
      const chainId = chainIds[call.on ?? 'Ethereum']
      if (call.token === 'ETH')
        return {
          name: 'send_native_gas_token',
          parameters: { to: call.to, chainId, value: parseEther(call.amount).toString() },
        }
      return contractCall(
        chainId,
        addressOf(call.token),
        'function transfer(address to, uint256 amount) returns (bool)',
        [call.to, base(call.token, call.amount)],
      )
    }
    case 'sendNft':
      return {
        name: 'transfer_nft',
        parameters: { contractAddress: nfts.postcards, tokenId: call.id, toAddress: call.to, chainId: 31337 },
      }
    case 'supply':
    case 'withdraw':
    case 'borrow':
    case 'repay':
      return {
        name: lendingTools[call.do],
        parameters: {
          ...{ marketAddress: lending, tokenAddress: addressOf(call.token), tokenSymbol: call.token },
          ...{ amount: base(call.token, call.amount), chainId: 31337, walletAddress: account },
        },
      }
    case 'deposit':
    case 'leave': {
      const [yieldId, symbol] = vaultIds[call.vault]
      const parameters = { yieldId, amount: call.amount, walletAddress: account }
      if (call.do === 'leave') return { name: 'exit_staking_yield', parameters }
      const of = {
        tokenSymbol: symbol,
        tokenAddress: addressOf(symbol),
        chainId: 31337,
        apy: 4.8,
        lockupPeriod: 'none',
      }
      return { name: 'enter_staking_yield', parameters: { ...parameters, ...of } }
    }
    case 'approve':
    case 'revoke':
      return contractCall(
        31337,
        addressOf(call.token),
        'function approve(address spender, uint256 amount) returns (bool)',
        [call.spender, call.do === 'approve' ? base(call.token, call.amount) : '0'],
      )
  }
}

const contractCall = (chainId: number, to: Address, signature: string, args: readonly string[]) => ({
  name: 'call_smart_contract_function',
  parameters: {
    to,
    chainId,
    value: '0',
    functionName: /function (\w+)/.exec(signature)?.[1] ?? '',
    args,
    abi: [signature],
  },
})
