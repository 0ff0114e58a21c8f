import type { Address } from 'viem'
import type { z } from 'zod'
import { formatAmount } from '@/lib/chain/amount'
import type { Chains } from '@/lib/chain/chain'
import { chainName, knownToken } from '@/lib/chain/tokens'
import { cleanChainString, revealInvisible } from '@/lib/wire/text'
import type { ToolName } from '@/lib/wire/tool-names'
import { accountFindings, chainFindings } from './checks'
import type { Tool } from './tool'

/** One line of what is asked. `address` values are whole checksummed addresses; texts are the agent's, made visible. */
export type AskedRow = { label: string; value: string; kind: 'text' | 'address' | 'amount' }

/** The details of a tool that cannot be executed yet: what is asked, readable and nothing more. */
export type AskedDetails = { rows: readonly AskedRow[] }

/** A tool that shows what is asked and lets the person decline. Nothing it says has been checked on the chain. */
export const askedTool = <
  Parameters extends { chainId?: number | undefined; walletAddress?: Address | undefined },
>(tool: {
  name: ToolName
  kind: 'transaction' | 'permission'
  schema: z.ZodType<Parameters>
  headline: (parameters: Parameters) => string
  rows: (parameters: Parameters) => readonly AskedRow[]
}): Tool<Parameters, AskedDetails> => ({
  name: tool.name,
  kind: tool.kind,
  executable: false,
  schema: tool.schema,
  headline: tool.headline,
  prepare: async (parameters, { account, chains }) => ({
    plan: null,
    details: { rows: tool.rows(parameters) },
    findings: [...accountFindings(parameters.walletAddress, account), ...askedChain(parameters.chainId, chains)],
  }),
})

const askedChain = (chainId: number | undefined, chains: Chains) =>
  chainId === undefined ? [] : chainFindings(chainId, chains)

/** Words of the agent. No row where there are none. */
export const textRow = (label: string, text: string | number | undefined): AskedRow[] =>
  text === undefined || text === '' ? [] : [{ label, value: revealInvisible(String(text)), kind: 'text' }]

export const addressRow = (label: string, address: Address | undefined): AskedRow[] =>
  address ? [{ label, value: address, kind: 'address' }] : []

export const chainRow = (chainId: number | undefined): AskedRow[] =>
  chainId === undefined ? [] : [{ label: 'Network', value: chainName(chainId), kind: 'text' }]

/** An amount in base units: in whole tokens where our own list has the token, else in base units. */
export const baseAmountRow = (label: string, amount: bigint, token: Asked): AskedRow[] => [
  { label, value: baseAmountText(amount, token), kind: 'amount' },
]

/** The token by our own list; else by address, with the agent's symbol marked as its word. */
export function tokenRows(token: Asked): AskedRow[] {
  const known = knownToken(token.chainId, token.address)
  const name: AskedRow[] = known
    ? [{ label: 'Token', value: known.symbol, kind: 'text' }]
    : textRow('Token, as the agent says', token.symbol === undefined ? undefined : cleanChainString(token.symbol))
  return [...name, ...addressRow('Token contract', token.address)]
}

type Asked = { chainId: number; address: Address; symbol?: string | undefined }

export function baseAmountText(amount: bigint, { chainId, address }: Asked): string {
  const known = knownToken(chainId, address)
  return known ? `${formatAmount(amount, known.decimals)} ${known.symbol}` : `${formatAmount(amount, 0)} base units`
}

/** What to call a token in a sentence: our own symbol, else the agent's in quotes, else "a token". */
export function tokenWord({ chainId, address, symbol }: Asked): string {
  const known = knownToken(chainId, address)
  const claimed = cleanChainString(symbol ?? '', 16)
  return known?.symbol ?? (claimed ? `“${claimed}”` : 'a token')
}
