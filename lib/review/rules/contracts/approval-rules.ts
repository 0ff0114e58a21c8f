import { type Address, isAddressEqual } from 'viem'
import { delegateOf } from '@/lib/chain/accounts/delegation'
import { servesEverybody } from '@/lib/chain/accounts/listed-contracts'
import { unlimited } from '@/lib/chain/allowances/unlimited'
import { parseAmount } from '@/lib/chain/tokens/amount'
import type { Fix } from '@/lib/tools/finding'
import { type Asset, allowanceAdjustment } from '@/lib/tools/plan'
import { NotApplicable, type RuleContext, Unavailable } from '../../context'
import { type Approval, granting } from '../../facts/decoded-plan'
import { figure } from '../../findings/figures'
import { declaredAllowance } from '../../simulation/effects'
import type { Observation, Rule } from '../rule'

const assetOf = ({ token, step }: Pick<Approval, 'token' | 'step'>): Asset => ({
  kind: 'erc20',
  chainId: step.chainId,
  address: token,
})

/** Returns the approvals that grant something. NFT approvals look the same in calldata; G19 reports those. */
const granted = ({ decoded, isCollection }: RuleContext): readonly Approval[] => granting(decoded, isCollection)

/**
 * G18: checks who may take tokens, and how many. The best approval is exact and used up by the last step.
 *
 * @finds DANGER for an approval without limit (2¹⁶⁰ − 1 or more), for more than 101% of what you hold, to a personal
 * account, or to a contract that serves anyone. WARN for more than is needed, and for an earlier approval still open.
 * OK where nothing stays allowed. The card offers the exact amount.
 * @source Rabby, Revoke; Aave (1/400 for interest)
 */
export const approvalRule: Rule = {
  id: 'G18',
  about: 'how much the approval lets others take',
  applies: ({ plan, decoded }) =>
    decoded.approvals.length > 0 || plan.declares.out.some(({ asset }) => asset.kind === 'erc20'),
  check: function* (context) {
    const approvals = granted(context)
    const spotted = approvals.flatMap((approval) => [...inCalldata(approval, context)])
    yield* spotted
    const staysOpen = [...approvals.flatMap((approval) => leftOver(approval, context)), ...earlierApprovals(context)]
    yield* staysOpen
    const { allowances, operators } = context.effects()
    const isUsedUp = allowances.every(({ amount }) => amount === 0n) && operators.every(({ approved }) => !approved)
    // Approvals in Permit2, of another owner or of an NFT do not show in the account's allowances.
    const isSeen = approvals.every(
      ({ way, owner, token }) =>
        way !== 'permit2' && isAddressEqual(owner, context.plan.account) && !context.isCollection(token),
    )
    if (approvals.length > 0 && spotted.length + staysOpen.length === 0 && isUsedUp && isSeen)
      yield { level: 'OK', title: 'Exact approval: nothing stays allowed afterwards.' }
  },
}

/** Reports open approvals of these spenders that the plan did not create: they are worth knowing. */
function earlierApprovals(context: RuleContext): Observation[] {
  return context.effects().allowances.flatMap(({ token, spender, amount, before }): Observation[] => {
    if (amount === 0n || amount > before || granted(context).some(isFor(token, spender))) return []
    // A tool that declares the allowance explains it itself.
    if (amount <= declaredAllowance(context.plan, { token, spender })) return []
    const asset: Asset = { kind: 'erc20', chainId: context.plan.steps[0].chainId, address: token }
    return [
      {
        level: 'WARN',
        title: 'An earlier approval is still open.',
        observed: `${spender} may take ${amount >= unlimited ? `any amount of the token ${token}` : figure(amount, asset, context.token(asset))}`,
        why: 'This transaction does not change it. Revoke it if you no longer need it.',
      },
    ]
  })
}

const isFor =
  (token: Address, spender: Address) =>
  (approval: Approval): boolean =>
    isAddressEqual(approval.token, token) && isAddressEqual(approval.spender, spender)

/** Checks the approval's bytes. Worst findings first, because the next read may fail. */
function* inCalldata(approval: Approval, context: RuleContext): Generator<Observation> {
  const { token, spender, amount, owner } = approval
  if (amount >= unlimited && !context.isCollection(token)) {
    const info = context.token(assetOf(approval))
    const isOwn = isAddressEqual(owner, context.plan.account)
    const all = `all of this token that ${isOwn ? 'you ever hold' : `${owner} ever holds`}`
    // The card states a single approval of the person's own. With several, the spender tells them apart.
    const isOnlyOne = granted(context).length === 1
    const facts = {
      terms: { claim: 'Token', observed: 'Allowed' },
      claim: info.listed ? info.symbol : token,
      observed: isOnlyOne ? all : `${spender} may take ${all}`,
    }
    const fix = exactFix(approval, context)
    yield {
      level: 'DANGER',
      title: 'The approval has no limit.',
      ...(!(isOnlyOne && isOwn) && facts),
      why: 'What you receive later can be taken too.',
      ...(fix ? { fix } : {}),
    }
  }
  if (servesEverybody(spender))
    yield {
      level: 'DANGER',
      title: 'Anyone may take your tokens.',
      observed: `${spender} does whatever anyone asks of it`,
      why: 'Whoever calls it next can make it take whatever it is allowed to. No one needs an approval like this: decline it.',
    }
  const code = context.code(spender)
  if (code === '0x' || delegateOf(code))
    yield {
      level: 'DANGER',
      title: 'A personal account may take your tokens.',
      observed: `${spender} is not a contract`,
      why: 'Apps take tokens through contracts. Whoever owns this account can simply keep them.',
    }
}

function leftOver(approval: Approval, context: RuleContext): Observation[] {
  if (approval.amount >= unlimited) return []
  const asset = assetOf(approval)
  const info = context.token(asset)
  const left = context.effects().allowances.find(({ token, spender }) => isFor(token, spender)(approval))
  if (!left || left.amount === 0n) return []
  // A declared margin for the interest of a debt that is repaid in full. The tool explains it itself.
  if (left.amount * 400n <= approval.amount && left.amount <= declaredAllowance(context.plan, left)) return []
  const held = context.held(asset)
  const exceedsHolding = held !== null && approval.amount * 100n > held * 101n
  const isUnused = left.amount >= approval.amount
  const fix = exactFix(approval, context)
  return [
    {
      level: exceedsHolding ? 'DANGER' : 'WARN',
      title: exceedsHolding
        ? 'The approval is for more than you hold.'
        : isUnused
          ? 'The approval stays open.'
          : 'The approval is for more than is needed.',
      terms: { claim: 'Approved', observed: 'Left over' },
      claim: figure(approval.amount, asset, info),
      observed: `${figure(left.amount, asset, info)} stays allowed to ${approval.spender}`,
      why: isUnused
        ? 'Nothing in this transaction uses it. It can be taken later without asking you, until you revoke it.'
        : 'What stays allowed can be taken later without asking you. Approve the exact amount instead.',
      ...(fix ? { fix } : {}),
    },
  ]
}

/**
 * Returns a fix for an excessive approval: the amount the plan uses, or else the one the person wrote, or else the
 * balance. Null if the tool cannot apply it, or if it would allow more.
 */
function exactFix(approval: Approval, context: RuleContext): Fix | null {
  const { plan } = context
  if (!plan.adjustsAllowances || !isAddressEqual(approval.owner, plan.account) || approval.way === 'permit') return null
  const exact = exactAmount(approval, context)
  if (exact === null || exact === 0n || exact >= approval.amount) return null
  const asset = assetOf(approval)
  return {
    kind: 'adjust',
    label: `Allow exactly ${figure(exact, asset, context.token(asset), 'exact')}`,
    adjustments: { [allowanceAdjustment(approval.token, approval.spender)]: exact.toString() },
  }
}

function exactAmount(approval: Approval, context: RuleContext): bigint | null {
  try {
    return usedBy(approval, context) ?? writtenAmountOf(approval, context) ?? context.held(assetOf(approval))
  } catch (error) {
    // Without a simulation there is no amount to offer. The finding stands nevertheless.
    if (error instanceof Unavailable || error instanceof NotApplicable) return null
    throw error
  }
}

/** Returns how much of the allowance the later steps use. Null if they use none. */
function usedBy(approval: Approval, context: RuleContext): bigint | null {
  const { allowances, balances } = context.effects()
  const left = allowances.find(({ token, spender }) => isFor(token, spender)(approval))
  if (!left) return null
  // Many tokens do not reduce an unlimited allowance. The outflow tells how much was used then.
  if (left.amount < approval.amount) return approval.amount - left.amount
  const moved = balances.find(({ asset }) => asset.kind === 'erc20' && isAddressEqual(asset.address, approval.token))
  return moved && moved.before > moved.after ? moved.before - moved.after : null
}

/** Returns the only amount of this token in the person's last requests. Null if there is none or several. */
function writtenAmountOf(approval: Approval, { token, requests }: RuleContext): bigint | null {
  const { listed, symbol, decimals } = token(assetOf(approval))
  if (!listed || decimals === null || requests === null || requests === 'unreadable') return null
  const amounts = requests.latest
    .flatMap(({ sums }) => sums)
    .flatMap(({ amount, what }) => {
      const isOfToken = what?.is === 'token' && what.symbol.toLowerCase() === symbol.toLowerCase()
      return isOfToken && amount?.is === 'number' ? (parseAmount(amount.value, decimals) ?? []) : []
    })
  const [only, ...others] = new Set(amounts)
  return only !== undefined && others.length === 0 ? only : null
}
