import { type Address, isAddressEqual } from 'viem'
import { allCalls, type DecodedCall, decodeCall } from '@/lib/chain/calldata/decode-call'
import { type AllowanceWay, type Meaning, meaningsOf, type Power } from '@/lib/chain/calldata/meaning'
import type { Asset, Plan, Step } from '@/lib/tools/plan'

/**
 * Who is given something outright by a step, and what. Where the bytes do not name a token, the native coin stands.
 * `earned`: it is not sent, but comes out of what the account gives: bought, paid back or credited.
 */
type Recipient = { address: Address; asset: Asset; earned: boolean; step: Step }

/**
 * A call that lets a spender take ERC-20 tokens of `owner`. `increase`: the amount is added to what was allowed before.
 * `until`: Unix seconds when it ends by itself; null where it does not.
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

/** A call that lets an operator move every token of a collection, or takes that right away. */
type OperatorApproval = { collection: Address; operator: Address; approved: boolean; step: Step }

/** A power over a contract that changes hands. */
type GivenPower = Power & { step: Step }

/**
 * Whom and what the plan's own bytes name, at every depth of calls within calls. Read from calldata alone: no word of
 * an agent, no chain read.
 */
export type DecodedPlan = {
  recipients: readonly Recipient[]
  approvals: readonly Approval[]
  operators: readonly OperatorApproval[]
  powers: readonly GivenPower[]
  /** The contract or account that each call calls, each once. */
  targets: readonly Address[]
  /** What each step calls, with the calls inside. */
  calls: readonly { step: Step; call: DecodedCall }[]
}

/** A step as the account's own call. */
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
      // Without data coins are sent; but code that runs in the caller's place needs none.
      if (each.data === '0x' && !each.delegate)
        recipients.push({ address: each.to, asset: { kind: 'native', chainId: step.chainId }, earned: false, step })
      for (const meaning of meaningsOf(each)) note(meaning, each.to, step)
    }
  }
  return { recipients, approvals, operators, powers, targets, calls }

  function note(meaning: Meaning, called: Address, step: Step): void {
    switch (meaning.kind) {
      case 'transfer':
        // What is fetched from somebody else to the account has no recipient to look at.
        if (isAddressEqual(meaning.to, plan.account) && !isAddressEqual(meaning.from, plan.account)) return
        recipients.push({ address: meaning.to, asset: transferredAsset(plan, step, meaning), earned: false, step })
        return
      case 'payout': {
        // What a router keeps is for the next of its calls: of that G33 speaks.
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
        // What somebody else has signed for their own tokens costs this account nothing.
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

/** Every call that runs code, at every depth, with the step that it belongs to. */
export const runningCalls = ({ calls }: DecodedPlan): { step: Step; call: DecodedCall }[] =>
  calls.flatMap(({ step, call }) =>
    allCalls(call)
      .filter(({ data }) => data !== '0x')
      .map((each) => ({ step, call: each })),
  )

/** Whether the account itself, and no contract for it, calls a function that is known and has such a signature. */
export const callsItself = ({ account }: Pick<Plan, 'account'>, decoded: DecodedPlan, signature: RegExp): boolean =>
  runningCalls(decoded).some(
    ({ call: { known, caller } }) =>
      known !== null && signature.test(known.signature) && isAddressEqual(caller, account),
  )

/**
 * The approvals that give something. An amount of 0 takes away; a token number of 0, in a collection of NFTs, does not.
 * The zero address is nobody: an NFT is approved to it when nobody is to have it any more.
 */
export const granting = ({ approvals }: DecodedPlan, isCollection: (token: Address) => boolean): Approval[] =>
  approvals.filter(({ token, spender, amount }) => BigInt(spender) !== 0n && (amount > 0n || isCollection(token)))

/** Whoever is given the right to take something. */
export const permittedBy = (decoded: DecodedPlan, isCollection: (token: Address) => boolean): Address[] => [
  ...granting(decoded, isCollection).map(({ spender }) => spender),
  ...decoded.operators.filter(({ approved }) => approved).map(({ operator }) => operator),
]

/** Whoever is given power over a contract, or in it. */
export const empoweredBy = ({ powers }: DecodedPlan): Address[] =>
  powers.flatMap(({ given, holder }) => (given && holder ? [holder] : []))

/** ERC-20 and ERC-721 share `transferFrom`: what the tool declares about the contract tells them apart. */
function transferredAsset(plan: Plan, { chainId }: Step, moved: Extract<Meaning, { kind: 'transfer' }>): Asset {
  const { token: address, form, id, amount } = moved
  if (form === 'erc721' || form === 'erc1155') return { kind: form, chainId, address, tokenId: id ?? 0n }
  const isCollection =
    form === 'unclear' &&
    plan.declares.out.some(({ asset }) => asset.kind === 'erc721' && isAddressEqual(asset.address, address))
  return isCollection ? { kind: 'erc721', chainId, address, tokenId: amount } : { kind: 'erc20', chainId, address }
}
