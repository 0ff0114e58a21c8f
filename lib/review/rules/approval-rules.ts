import { type Address, encodeFunctionData, isAddressEqual } from 'viem'
import { delegateOf } from '@/lib/chain/delegation'
import type { Asset, Step } from '@/lib/tools/plan'
import type { RuleContext } from '../context'
import { declaredAllowance } from '../effects'
import { figure } from '../figures'
import { type Approval, decodeTokenCall, type Subjects, tokenCallAbi } from '../subjects'
import type { Observation, Rule } from './rule'

/** From here on an amount is meant as "without limit" (Permit2 and older tokens count in 160 bits) [Revoke, Rabby]. */
const unlimited = 2n ** 160n - 1n

const assetOf = ({ token, step }: Pick<Approval, 'token' | 'step'>): Asset => ({
  kind: 'erc20',
  chainId: step.chainId,
  address: token,
})

const granted = ({ subjects }: RuleContext): readonly Approval[] =>
  subjects.approvals.filter(({ amount }) => amount > 0n)

/** G18: who may take tokens, and how many. The best approval is exact, and used up when the last step is done. */
export const approvalRule: Rule = {
  id: 'G18',
  about: 'how much the approval lets others take',
  applies: ({ plan, subjects }) =>
    subjects.approvals.length > 0 || plan.declares.out.some(({ asset }) => asset.kind === 'erc20'),
  check: function* (context) {
    const approvals = granted(context)
    const spotted = approvals.flatMap((approval) => [...inCalldata(approval, context)])
    yield* spotted
    const staysOpen = [...approvals.flatMap((approval) => leftOver(approval, context)), ...earlierApprovals(context)]
    yield* staysOpen
    const { allowances, operators } = context.effects()
    const isUsedUp = allowances.every(({ amount }) => amount === 0n) && operators.every(({ approved }) => !approved)
    if (approvals.length > 0 && spotted.length + staysOpen.length === 0 && isUsedUp)
      yield { level: 'OK', title: 'Exact approval: nothing stays allowed afterwards.' }
  },
}

/** What these spenders could take already, and still can: not this plan's doing, but worth knowing. */
function earlierApprovals(context: RuleContext): Observation[] {
  return context.effects().allowances.flatMap(({ token, spender, amount, before }): Observation[] => {
    if (amount === 0n || amount > before || granted(context).some(isFor(token, spender))) return []
    // A tool that declares it speaks of it itself.
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

/** What the approval's own bytes show. The worst first, for the next read may fail. */
function* inCalldata({ token, spender, amount, step }: Approval, context: RuleContext): Generator<Observation> {
  if (amount >= unlimited) {
    const info = context.token(assetOf({ token, step }))
    yield {
      level: 'DANGER',
      title: 'The approval has no limit.',
      terms: { claim: 'Token', observed: 'Allowed' },
      claim: info.listed ? info.symbol : token,
      observed: `${spender} may take all that you ever hold of this token`,
      why: 'Approve the exact amount instead. Ask for that.',
    }
  }
  const code = context.code(spender)
  if (code === '0x' || delegateOf(code))
    yield {
      level: 'DANGER',
      title: 'A person’s account may take your tokens.',
      observed: `${spender} is not a contract`,
      why: 'Apps take tokens through contracts. Whoever asks for this can simply keep them.',
    }
}

function leftOver(approval: Approval, context: RuleContext): Observation[] {
  if (approval.amount >= unlimited) return []
  const asset = assetOf(approval)
  const info = context.token(asset)
  const left = context.effects().allowances.find(({ token, spender }) => isFor(token, spender)(approval))
  if (!left || left.amount === 0n) return []
  // Room for the interest of a debt that is repaid whole: the tool declares it, and says so itself.
  if (left.amount * 400n <= approval.amount && left.amount <= declaredAllowance(context.plan, left)) return []
  const held = context.held(asset)
  const exceedsHolding = held !== null && approval.amount * 100n > held * 101n
  return [
    {
      level: exceedsHolding ? 'DANGER' : 'WARN',
      title: exceedsHolding ? 'The approval is for more than you hold.' : 'The approval is for more than is needed.',
      terms: { claim: 'Approved', observed: 'Left over' },
      claim: figure(approval.amount, asset, info),
      observed: `${figure(left.amount, asset, info)} stays allowed to ${approval.spender}`,
      why: 'What stays allowed can be taken later without asking you. Approve the exact amount instead.',
    },
  ]
}

/** G19 (part): the right to move NFTs, asked for in plain sight. What comes along unseen is G7's. */
export const operatorRule: Rule = {
  id: 'G19',
  about: 'who may move your NFTs',
  applies: (context) => granting(context.subjects).length > 0 || maybeNftApprovals(context).length > 0,
  check: function* (context) {
    for (const { collection, operator } of granting(context.subjects))
      yield {
        level: 'DANGER',
        title: 'Every NFT of a collection may be taken.',
        terms: { claim: 'Of', observed: 'Allowed' },
        claim: `Collection ${collection}`,
        observed: `${operator} may move all of them, now and later`,
        why: 'This is how most NFTs are stolen. Go on only if you trust this address with all of them.',
      }
    for (const { collection, operator, tokenId } of singleTokens(context))
      yield {
        level: 'DANGER',
        title: 'One of your NFTs may be taken.',
        terms: { claim: 'Of', observed: 'Allowed' },
        claim: `Token number ${tokenId} of the collection ${collection}`,
        observed: `${operator} may move it`,
        why: 'It can be taken later without asking you. Go on only if you trust this address with it.',
      }
  },
}

const granting = ({ operators }: Subjects) => operators.filter(({ approved }) => approved)

/** `approve` of an ERC-721 looks like that of an ERC-20: where the token is not listed, only the simulation tells. */
const maybeNftApprovals = ({ subjects, token }: RuleContext) =>
  subjects.approvals.filter((approval) => !token(assetOf(approval)).listed)

const singleTokens = (context: RuleContext) =>
  maybeNftApprovals(context).length === 0
    ? []
    : context.effects().operators.filter(({ approved, tokenId }) => approved && tokenId !== undefined)

/** G21: what is shown of a token call is all of it: encoding what was read gives the same bytes again. */
export const encodingRule: Rule = {
  id: 'G21',
  about: 'whether the calldata says what is shown',
  check: ({ plan }) => plan.steps.flatMap((step) => (step.purpose === 'approval' ? ours(step) : theirs(step))),
}

/** Approvals are built by this app: anything but a plain `approve` without value is a fault or a forgery. */
function ours(step: Step): Observation[] {
  const call = decodeTokenCall(step.data)
  if (call?.functionName === 'approve' && step.value === 0n && isExact(step)) return []
  return [
    {
      level: 'BLOCK',
      title: 'An approval step is not a plain approval.',
      observed: `“${step.title}” carries other bytes than an approval has`,
      why: 'It might do something else as well. Decline it, and tell whoever runs this app.',
    },
  ]
}

function theirs(step: Step): Observation[] {
  if (!decodeTokenCall(step.data) || isExact(step)) return []
  return [
    {
      level: 'DANGER',
      title: 'A token call carries more data than it needs.',
      observed: `“${step.title}” has bytes that a plain call of this kind does not have`,
      why: 'They may be meant for something that is not shown.',
    },
  ]
}

function isExact(step: Step): boolean {
  const call = decodeTokenCall(step.data)
  return call !== null && encodeFunctionData({ abi: tokenCallAbi, ...call }) === step.data.toLowerCase()
}
