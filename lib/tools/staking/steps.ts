import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  maxUint256,
  parseAbi,
} from 'viem'
import { formatAmount } from '@/lib/chain/tokens/amount'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { YieldStep } from '@/lib/chain/yields/yields'
import type { Finding } from '../finding'
import { amountText } from '../shared/approval'

/** The only calls for entering and leaving a yield: ERC-20, ERC-4626, and the queue of ERC-7540. */
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function deposit(uint256 assets, address receiver)',
  'function mint(uint256 shares, address receiver)',
  'function withdraw(uint256 assets, address receiver, address owner)',
  'function redeem(uint256 shares, address receiver, address owner)',
  'function requestRedeem(uint256 shares, address controller, address owner)',
])

type Call = ReturnType<typeof decodeFunctionData<typeof abi>>

/** The request that the steps must match. */
export type Expected = {
  action: 'enter' | 'exit'
  account: Address
  chainId: number
  token: TokenFacts
  contract: Address
  /** In base units of the token. */
  amount: bigint
  all: boolean
  /** Shares for the amount, by the vault's own preview; all shares held if everything is taken out. */
  shares: bigint
}

export type Matched = {
  findings: readonly Finding[]
  /** The one step that enters or leaves, re-encoded; null if the findings rule it out. */
  action: { data: Hex; kind: Exclude<Call['functionName'], 'approve'> } | null
}

/**
 * Checks transactions made by somebody else against the request. Each must fit exactly one pattern, from the account,
 * for the account, without value, to the token or the vault, byte for byte [yield.xyz Shield]. Approvals are checked
 * and discarded: the plan has its own, for the exact amount.
 */
export function matchSteps(steps: readonly YieldStep[], expected: Expected): Matched {
  const findings: Finding[] = []
  const actions: NonNullable<Matched['action']>[] = []
  for (const step of steps) {
    const found = matchStep(step, expected)
    findings.push(...found.findings)
    if (found.action) actions.push(found.action)
  }
  const isBlocked = findings.some(({ level }) => level === 'BLOCK')
  const [action, ...more] = actions
  if (!isBlocked && (!action || more.length > 0))
    findings.push(
      block('staking.steps', 'These are not the steps of one deposit or withdrawal.', {
        observed: `${actions.length} of ${steps.length} transactions enter or leave`,
      }),
    )
  return { findings, action: isBlocked || !action || more.length > 0 ? null : action }
}

function matchStep(step: YieldStep, expected: Expected): Matched {
  const { account, chainId, token, contract } = expected
  const refused = (finding: Finding): Matched => ({ findings: [finding], action: null })
  if (step.from && !isAddressEqual(step.from, account))
    return refused(block('staking.from', 'A step is for another account.', { observed: step.from, claim: account }))
  if (step.chainId !== chainId)
    return refused(
      block('staking.network', 'A step is for another network.', {
        observed: `chain ${step.chainId}`,
        claim: `chain ${chainId}`,
      }),
    )
  if (step.value !== 0n)
    return refused(
      block('staking.value', 'A step also sends the network’s own coin.', {
        observed: formatAmount(step.value, 18),
        claim: 'none',
      }),
    )
  const call = decode(step.data)
  if (!call || encodeFunctionData({ abi, ...call }) !== step.data.toLowerCase())
    return refused(
      block('staking.calldata', 'A step calls something that is neither a deposit nor a withdrawal.', {
        observed: `${step.data.slice(0, 10)} at ${step.to}`,
      }),
    )
  const target = call.functionName === 'approve' ? token.address : contract
  if (!isAddressEqual(step.to, target))
    return refused(
      block('staking.target', 'A step goes to a different contract.', { observed: step.to, claim: target }),
    )
  return call.functionName === 'approve' ? matchApproval(call, expected) : matchAction(call, expected)
}

function matchApproval({ args: [spender, amount] }: Call & { functionName: 'approve' }, expected: Expected): Matched {
  if (!isAddressEqual(spender, expected.contract))
    return {
      action: null,
      findings: [
        block('staking.spender', 'A step lets another address take your tokens.', {
          observed: spender,
          claim: expected.contract,
        }),
      ],
    }
  if (expected.action === 'exit' || amount <= expected.amount) return { action: null, findings: [] }
  return {
    action: null,
    findings: [
      {
        rule: 'staking.approval',
        level: 'WARN',
        title: 'The yield service asked for a larger approval. It was cut to the exact amount.',
        claim: amount === maxUint256 ? 'without limit' : amountText(amount, expected.token),
        observed: amountText(expected.amount, expected.token),
        terms: { claim: 'Asked', observed: 'Approved' },
        why: 'What stays allowed can be taken later without asking you.',
      },
    ],
  }
}

/** Two previews of shares may differ by the interest of a minute; this tolerance is far above that. */
const isAbout = (shares: bigint, previewed: bigint): boolean =>
  shares * 1_000n <= previewed * 1_001n && shares * 1_000n >= previewed * 999n

function matchAction(call: Exclude<Call, { functionName: 'approve' }>, expected: Expected): Matched {
  const { account, action, amount, shares, all, token } = expected
  const isEntry = call.functionName === 'deposit' || call.functionName === 'mint'
  const findings: Finding[] = []
  if (isEntry !== (action === 'enter'))
    findings.push(
      block(
        'staking.calldata',
        isEntry ? 'A step deposits, but this is a withdrawal.' : 'A step withdraws, but this is a deposit.',
        {},
      ),
    )
  const [figure, ...people] = call.args
  const stranger = people.find((address) => !isAddressEqual(address, account))
  if (stranger)
    findings.push(block('staking.receiver', 'A step benefits another address.', { observed: stranger, claim: account }))
  const inAssets = call.functionName === 'deposit' || call.functionName === 'withdraw'
  const isRight = inAssets ? figure === amount : all ? figure === shares : isAbout(figure, shares)
  if (!isRight)
    findings.push(
      block('staking.amount', 'A step is for a different amount.', {
        observed: inAssets ? amountText(figure, token) : `${formatAmount(figure, null)} of shares`,
        claim: inAssets ? amountText(amount, token) : `${formatAmount(shares, null)} of shares`,
      }),
    )
  if (findings.length > 0) return { findings, action: null }
  return { findings, action: { data: encodeFunctionData({ abi, ...call }), kind: call.functionName } }
}

function decode(data: Hex): Call | null {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    // None of the calls known here.
    return null
  }
}

const block = (rule: string, title: string, sides: Pick<Finding, 'claim' | 'observed'>): Finding => ({
  rule,
  level: 'BLOCK',
  title,
  ...sides,
  why: 'The yield service built this transaction, and it is not what was asked for. Nothing was signed.',
})
