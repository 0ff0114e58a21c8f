import { type Address, decodeFunctionData, type Hex, isAddressEqual, parseAbi } from 'viem'
import type { Asset, Plan, Step } from '@/lib/tools/plan'

/** Who is given something outright by a step, and what. */
type Recipient = { address: Address; asset: Asset; step: Step }

/** A step that lets a spender take ERC-20 tokens. `increase`: the amount is added to what was allowed before. */
export type Approval = { token: Address; spender: Address; amount: bigint; increase: boolean; step: Step }

/** A step that lets an operator move every token of a collection, or takes that right away. */
type OperatorApproval = { collection: Address; operator: Address; approved: boolean; step: Step }

/** Whom and what the plan's own bytes name. Read from calldata alone: no word of an agent, no chain read. */
export type Subjects = {
  recipients: readonly Recipient[]
  approvals: readonly Approval[]
  operators: readonly OperatorApproval[]
  /** The contract or account that each step calls, each once. */
  targets: readonly Address[]
}

/** The transfer and permission calls of ERC-20, ERC-721 and ERC-1155. `transferFrom` of 20 and 721 share a selector. */
export const tokenCallAbi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amountOrId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 tokenId, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] tokenIds, uint256[] amounts, bytes data)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function setApprovalForAll(address operator, bool approved)',
])

/** A token call read from calldata, or null if it is none or its arguments cannot be read. */
export function decodeTokenCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: tokenCallAbi, data })
  } catch {
    // Not a call of this ABI. Nothing is claimed about it: the simulation shows what it does.
    return null
  }
}

export function findSubjects(plan: Plan): Subjects {
  const recipients: Recipient[] = []
  const approvals: Approval[] = []
  const operators: OperatorApproval[] = []
  const targets: Address[] = []
  for (const step of plan.steps) {
    if (!targets.some((target) => isAddressEqual(target, step.to))) targets.push(step.to)
    if (step.data === '0x') {
      recipients.push({ address: step.to, asset: { kind: 'native', chainId: step.chainId }, step })
      continue
    }
    const call = decodeTokenCall(step.data)
    if (!call) continue
    const { chainId, to: address } = step
    switch (call.functionName) {
      case 'transfer':
        recipients.push({ address: call.args[0], asset: { kind: 'erc20', chainId, address }, step })
        break
      case 'transferFrom':
        recipients.push({ address: call.args[1], asset: movedByTransferFrom(plan, step, call.args[2]), step })
        break
      case 'safeTransferFrom': {
        const kind = call.args.length === 5 ? 'erc1155' : 'erc721'
        recipients.push({ address: call.args[1], asset: { kind, chainId, address, tokenId: call.args[2] }, step })
        break
      }
      case 'safeBatchTransferFrom':
        for (const tokenId of call.args[2])
          recipients.push({ address: call.args[1], asset: { kind: 'erc1155', chainId, address, tokenId }, step })
        break
      case 'approve':
      case 'increaseAllowance': {
        const [spender, amount] = call.args
        approvals.push({ token: address, spender, amount, increase: call.functionName === 'increaseAllowance', step })
        break
      }
      case 'setApprovalForAll':
        operators.push({ collection: address, operator: call.args[0], approved: call.args[1], step })
        break
    }
  }
  return { recipients, approvals, operators, targets }
}

/** ERC-20 and ERC-721 share this selector: what the tool declares about the contract tells them apart. */
function movedByTransferFrom(plan: Plan, step: Step, amountOrId: bigint): Asset {
  const { chainId, to: address } = step
  const isCollection = plan.declares.out.some(
    ({ asset }) => asset.kind === 'erc721' && isAddressEqual(asset.address, address),
  )
  return isCollection ? { kind: 'erc721', chainId, address, tokenId: amountOrId } : { kind: 'erc20', chainId, address }
}
