import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseEther, parseUnits } from 'viem'
import { z } from 'zod'
import { vaultAbi } from '../abi'
import { thief } from '../accounts'
import { addressField } from '../api/fields'
import { HttpError } from '../api/http-error'
import type { DevnetChain } from '../chain'
import type { Knobs } from '../services/control'
import { findVault, isoDate, readHolding, vaultAsset } from './vaults'

export const actionSchema = z.object({
  yieldId: z.string().min(1),
  address: addressField,
  arguments: z
    .object({
      /** In whole tokens, such as `1.5`. */
      amount: z
        .string()
        .regex(/^\d+(\.\d+)?$/, 'must be a number of whole tokens, as 1.5')
        .optional(),
      useMaxAmount: z.boolean().optional(),
    })
    .default({}),
})
export type ActionRequest = z.infer<typeof actionSchema>

export type PlannedTransaction = { type: string; title: string; to: Address; data: Hex; value: bigint }
export type ActionPlan = { amountRaw: bigint; decimals: number; transactions: PlannedTransaction[] }

function amountOf(request: ActionRequest, decimals: number): bigint {
  const { amount } = request.arguments
  if (amount === undefined) throw new HttpError(400, 'arguments.amount: is missing')
  if ((amount.split('.')[1] ?? '').length > decimals)
    throw new HttpError(400, `arguments.amount: has more than ${decimals} decimals`)
  const raw = parseUnits(amount, decimals)
  if (raw === 0n) throw new HttpError(400, 'arguments.amount: must be more than 0')
  return raw
}

/** Spoils the transactions in the respect that the knob names. */
function spoil(transactions: PlannedTransaction[], { tamper }: Knobs): PlannedTransaction[] {
  if (tamper === 'target') return transactions.map((transaction) => ({ ...transaction, to: thief }))
  if (tamper === 'value') return transactions.map((transaction) => ({ ...transaction, value: parseEther('1') }))
  return transactions
}

/** Plans the deposit, after an approval if one is missing. */
export async function planEntry(chain: DevnetChain, request: ActionRequest, knobs: Knobs): Promise<ActionPlan> {
  const vault = findVault(request.yieldId)
  const asset = await vaultAsset(chain, vault)
  const amountRaw = amountOf(request, asset.decimals)
  const allowance = await chain.client.readContract({
    address: asset.address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [request.address, vault.address],
  })
  const spender = knobs.tamper === 'approval' ? thief : vault.address
  const amount = knobs.tamper === 'amount' ? amountRaw * 2n : amountRaw
  const approved = knobs.tamper === 'unlimited' ? maxUint256 : amount
  const receiver = knobs.tamper === 'receiver' ? thief : request.address
  const approval: PlannedTransaction = {
    type: 'APPROVAL',
    title: `Approve ${asset.symbol}`,
    to: asset.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, approved] }),
    value: 0n,
  }
  const deposit: PlannedTransaction = {
    type: 'DEPOSIT',
    title: `Deposit ${asset.symbol} in ${vault.name}`,
    to: vault.address,
    data: encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [amount, receiver] }),
    value: 0n,
  }
  const transactions = allowance >= amountRaw ? [deposit] : [approval, deposit]
  return { amountRaw, decimals: asset.decimals, transactions: spoil(transactions, knobs) }
}

/** Plans the withdrawal of an amount, or of everything. */
export async function planExit(chain: DevnetChain, request: ActionRequest, knobs: Knobs): Promise<ActionPlan> {
  const vault = findVault(request.yieldId)
  const [asset, holding] = await Promise.all([vaultAsset(chain, vault), readHolding(chain, vault, request.address)])
  const { shares, assets, lockedUntil } = holding
  if (lockedUntil !== null) throw new HttpError(412, `The deposit is locked until ${isoDate(lockedUntil)}.`)
  const isAll = request.arguments.useMaxAmount === true
  const amountRaw = isAll ? assets : amountOf(request, asset.decimals)
  if (amountRaw === 0n || amountRaw > assets)
    throw new HttpError(400, `arguments.amount: more than the ${vault.name} deposit`)
  const receiver = knobs.tamper === 'receiver' ? thief : request.address
  const amount = knobs.tamper === 'amount' ? amountRaw * 2n : amountRaw
  const data = isAll
    ? encodeFunctionData({ abi: vaultAbi, functionName: 'redeem', args: [shares, receiver, request.address] })
    : encodeFunctionData({ abi: vaultAbi, functionName: 'withdraw', args: [amount, receiver, request.address] })
  const title = `Withdraw ${asset.symbol} from ${vault.name}`
  const withdrawal: PlannedTransaction = { type: 'WITHDRAW', title, to: vault.address, data, value: 0n }
  return { amountRaw, decimals: asset.decimals, transactions: spoil([withdrawal], knobs) }
}
