import { type Address, isAddressEqual } from 'viem'
import { allCalls, type DecodedCall, decodeCall } from '@/lib/chain/calldata/decode-call'
import { type AllowanceWay, type Meaning, meaningsOf, type Power } from '@/lib/chain/calldata/meaning'
import type { Asset, Plan, Step } from '@/lib/tools/plan'

/**
 * The recipient of an asset in a step. If the bytes name no token, the asset is the native coin.
 * `earned` is true if the asset is not sent but results from what the account pays: bought, paid back or credited.
 */
type Recipient = { address: Address; asset: Asset; earned: boolean; step: Step }

/**
 * A call that lets a spender take ERC-20 tokens of `owner`. `increase` is true if the amount adds to the previous
 * allowance. `until` is its expiry in Unix seconds, null if it does not expire.
 */
export type Approval = {
  token: Address
  spender: Address
  amount: bigint
  increase: boolean
  way: AllowanceWay
  owner: Address
  until: bigint | null
  step: Step
}

/** A call that grants or revokes an operator's right to move every token of a collection. */
type OperatorApproval = { collection: Address; operator: Address; approved: boolean; step: Step }

/** A power over a contract that a step transfers. */
type GivenPower = Power & { step: Step }

/**
 * Everything that the plan's bytes name, at any depth of nested calls. Read from calldata alone: nothing an agent said,
 * nothing from the chain.
 */
export type DecodedPlan = {
  recipients: readonly Recipient[]
  approvals: readonly Approval[]
  operators: readonly OperatorApproval[]
  powers: readonly GivenPower[]
  /** Contracts and accounts that are called, each once. */
  targets: readonly Address[]
  /** The decoded call of each step, with its nested calls. */
  calls: readonly { step: Step; call: DecodedCall }[]
}

/** Decodes a step as a call by the account itself. */
const callOf = (account: Address, { to, value, data }: Pick<Step, 'to' | 'value' | 'data'>): DecodedCall =>
  decodeCall({ caller: account, to, value, data, delegate: false })

export function decodePlan(plan: Plan): DecodedPlan {
  const recipients: Recipient[] = []
  const approvals: Approval[] = []
  const operators: OperatorApproval[] = []
  const powers: GivenPower[] = []
  const targets: Address[] = []
  const calls = plan.steps.map((step) => ({ step, call: callOf(plan.account, step) }))
  for (const { step, call } of calls) {
    for (const each of allCalls(call)) {
      if (!targets.some((target) => isAddressEqual(target, each.to))) targets.push(each.to)
      // A call without data sends coins, unless it is a delegate call, which may run code without any data.
      if (each.data === '0x' && !each.delegate)
        recipients.push({ address: each.to, asset: { kind: 'native', chainId: step.chainId }, earned: false, step })
      for (const meaning of meaningsOf(each)) note(meaning, each.to, step)
    }
  }
  return { recipients, approvals, operators, powers, targets, calls }

  function note(meaning: Meaning, called: Address, step: Step): void {
    switch (meaning.kind) {
      case 'transfer':
        // Tokens pulled from someone else into the account have no recipient to check.
        if (isAddressEqual(meaning.to, plan.account) && !isAddressEqual(meaning.from, plan.account)) return
        recipients.push({ address: meaning.to, asset: transferredAsset(plan, step, meaning), earned: false, step })
        return
      case 'payout': {
        // A router keeps this for its next call. G33 covers that.
        if (isAddressEqual(meaning.to, plan.account) || isAddressEqual(meaning.to, called)) return
        const { chainId } = step
        const { token } = meaning
        recipients.push({
          address: meaning.to,
          asset: token ? { kind: 'erc20', chainId, address: token } : { kind: 'native', chainId },
          earned: true,
          step,
        })
        return
      }
      case 'allowance': {
        // A permit signed by someone else for their own tokens costs this account nothing.
        if (meaning.signed && !isAddressEqual(meaning.owner, plan.account)) return
        const { token, spender, amount, way, owner, until } = meaning
        approvals.push({ token, spender, amount, increase: way === 'increase', way, owner, until, step })
        return
      }
      case 'operator': {
        if (meaning.signed && !isAddressEqual(meaning.owner, plan.account)) return
        const { collection, operator, approved } = meaning
        operators.push({ collection, operator, approved, step })
        return
      }
      case 'power': {
        const { kind: _, signer, ...power } = meaning
        if (signer && !isAddressEqual(signer, plan.account)) return
        powers.push({ ...power, step })
      }
    }
  }
}

/** Returns every call that runs code, at any depth, with its step. */
export const runningCalls = ({ calls }: DecodedPlan): { step: Step; call: DecodedCall }[] =>
  calls.flatMap(({ step, call }) =>
    allCalls(call)
      .filter(({ data }) => data !== '0x')
      .map((each) => ({ step, call: each })),
  )

/** True if the account itself, not a contract on its behalf, calls a known function with a matching signature. */
export const callsItself = ({ account }: Pick<Plan, 'account'>, decoded: DecodedPlan, signature: RegExp): boolean =>
  runningCalls(decoded).some(
    ({ call: { known, caller } }) =>
      known !== null && signature.test(known.signature) && isAddressEqual(caller, account),
  )

/**
 * Returns the approvals that grant something. An amount of 0 revokes, but a token id of 0 in an NFT collection grants.
 * Approving an NFT to the zero address revokes its approval.
 */
export const granting = ({ approvals }: DecodedPlan, isCollection: (token: Address) => boolean): Approval[] =>
  approvals.filter(({ token, spender, amount }) => BigInt(spender) !== 0n && (amount > 0n || isCollection(token)))

/** Returns everyone who is given the right to take something. */
export const permittedBy = (decoded: DecodedPlan, isCollection: (token: Address) => boolean): Address[] => [
  ...granting(decoded, isCollection).map(({ spender }) => spender),
  ...decoded.operators.filter(({ approved }) => approved).map(({ operator }) => operator),
]

/** Returns everyone who is given a power over or in a contract. */
export const empoweredBy = ({ powers }: DecodedPlan): Address[] =>
  powers.flatMap(({ given, holder }) => (given && holder ? [holder] : []))

/** Resolves the transferred asset. ERC-20 and ERC-721 share `transferFrom`; the tool's declaration tells which. */
function transferredAsset(plan: Plan, { chainId }: Step, moved: Extract<Meaning, { kind: 'transfer' }>): Asset {
  const { token: address, form, id, amount } = moved
  if (form === 'erc721' || form === 'erc1155') return { kind: form, chainId, address, tokenId: id ?? 0n }
  const isCollection =
    form === 'unclear' &&
    plan.declares.out.some(({ asset }) => asset.kind === 'erc721' && isAddressEqual(asset.address, address))
  return isCollection ? { kind: 'erc721', chainId, address, tokenId: amount } : { kind: 'erc20', chainId, address }
}
