import { isAddressEqual } from 'viem'
import type { DecodedCall } from '@/lib/chain/calldata/decode-call'
import type { Power, PowerKind } from '@/lib/chain/calldata/meaning'
import type { Asset } from '@/lib/tools/plan'
import type { RuleContext } from '../../context'
import { type Approval, type DecodedPlan, runningCalls } from '../../facts/decoded-plan'
import { figure } from '../../findings/figures'
import type { Observation, Rule } from '../rule'

/**
 * G19: reports permissions at any depth of nested calls: over NFTs, allowances by other ways than a plain `approve`,
 * and powers over contracts. G7 reports permissions that no calldata shows.
 *
 * @finds BLOCK for a change of owner, signers or code, and for foreign code run with a contract’s powers. DANGER for
 * other permissions, at any depth. WARN for votes and for what an agent says about itself. INFO for a revocation.
 * @source EIP-2612, Permit2, ERC-7715
 */
export const permissionRule: Rule = {
  id: 'G19',
  about: 'what permissions this gives',
  applies: (context) => {
    const { operators, powers, approvals } = context.decoded
    return operators.length + powers.length + approvals.length + stopped(context).length > 0
  },
  check: function* (context) {
    yield* context.decoded.powers.map((power) => lostFinding(power, context) ?? powerFinding(power))
    for (const { to, known } of stopped(context))
      yield {
        level: 'DANGER',
        title: 'This stops a contract.',
        terms: { claim: 'Contract', observed: 'Function' },
        claim: to,
        observed: known?.signature ?? '',
        why: 'Until it is started again, its functions may fail for you and for everybody who uses it. Continue only if that is what you want.',
      }
    yield* context.decoded.approvals.flatMap((approval) => otherWays(approval, context))
    for (const { collection, operator } of granting(context.decoded))
      yield {
        level: 'DANGER',
        title: 'Every NFT in a collection may be taken.',
        terms: { claim: 'Of', observed: 'Allowed' },
        claim: `Collection ${collection}`,
        observed: `${operator} may move all of them, now and later`,
        why: 'This is how most NFTs are stolen. Continue only if you trust this address with all of them.',
      }
    for (const { collection, operator, tokenId } of singleTokens(context))
      yield {
        level: 'DANGER',
        title: 'One of your NFTs may be taken.',
        terms: { claim: 'Of', observed: 'Allowed' },
        claim: `Token number ${tokenId} of the collection ${collection}`,
        observed: `${operator} may move it`,
        why: 'It can be taken later without asking you. Continue only if you trust this address with it.',
      }
  },
}

/** Returns the calls that stop a contract. Only a holder of that right can make them. */
const stopped = ({ decoded }: RuleContext): DecodedCall[] =>
  runningCalls(decoded).flatMap(({ call }) => (isStopping(call) ? [call] : []))

const isStopping = ({ known, args }: DecodedCall): boolean =>
  known !== null && (stopping.test(known.signature) || (known.signature === 'setPaused(bool)' && args?.[0] === true))

const stopping = /^(?:pause|emergencyPause|shutdown|stop|freeze|kill|kill_me)\(\)$/

const granting = ({ operators }: DecodedPlan) => operators.filter(({ approved }) => approved)

/** `approve` of an ERC-721 looks like that of an ERC-20. For unlisted tokens only the simulation tells. */
const maybeNftApprovals = ({ decoded, token }: RuleContext) =>
  decoded.approvals.filter((approval) => !token(assetOf(approval)).listed)

const singleTokens = (context: RuleContext) =>
  maybeNftApprovals(context).length === 0
    ? []
    : context.effects().operators.filter(({ approved, tokenId }) => approved && tokenId !== undefined)

const assetOf = ({ token, step }: Approval): Asset => ({ kind: 'erc20', chainId: step.chainId, address: token })

/** Least amount that means "without limit". */
const unlimited = 2n ** 160n - 1n

/** Reports allowances by permit, Permit2 and `increaseAllowance`: rarely needed, often used by thieves. */
function otherWays(approval: Approval, context: RuleContext): Observation[] {
  const { way, token, spender, amount, until } = approval
  if (amount === 0n || way === 'approve') return []
  const asset = assetOf(approval)
  const info = context.token(asset)
  const limit =
    amount >= unlimited
      ? `any amount of ${info.listed ? info.symbol : `the token ${token}`}`
      : figure(amount, asset, info)
  return [
    {
      level: 'DANGER',
      title: titles[way],
      terms: { claim: 'Who', observed: 'Allowed' },
      claim: spender,
      observed: `May take ${way === 'increase' ? 'another ' : amount >= unlimited ? '' : 'up to '}${limit}${endsAt(until)}`,
      why: 'What is allowed can be taken later without asking you. Continue only if you know this address and meant this.',
    },
  ]
}

const titles: Readonly<Record<Exclude<Approval['way'], 'approve'>, string>> = {
  increase: 'An allowance is raised.',
  permit: 'A signed permission to take tokens is used.',
  permit2: 'A permission to take tokens is given through Permit2, or something like it.',
}

/** Latest time that `Date` can represent, in Unix seconds. */
const lastDate = 8_640_000_000_000n

const endsAt = (until: bigint | null): string => {
  if (until === null) return ', until you revoke it'
  if (until === 0n) return ', within this block'
  if (until > lastDate) return ', with no end date'
  return ` until ${new Date(Number(until) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

type PowerWords = { level: 'BLOCK' | 'DANGER' | 'WARN'; title: string; why: string }

/** Wording by power. Owner, signers, upgrade and delegatecall block by default policy (docs/review-rules.md, `G19`). */
const powerWords: Readonly<Record<PowerKind, PowerWords>> = {
  owner: {
    level: 'BLOCK',
    title: 'Control of a contract changes hands.',
    why: 'Whoever controls the contract can do everything its owner can. This app does not sign that: if the contract is yours, do it where you manage it.',
  },
  signers: {
    level: 'BLOCK',
    title: 'Who must sign for a smart account changes.',
    why: 'Those who can sign afterwards can send all that the account holds. This app does not sign that: do it where you manage the account.',
  },
  upgrade: {
    level: 'BLOCK',
    title: 'A contract’s code is replaced.',
    why: 'The new code may do anything with what the contract holds. This app does not sign that: if the contract is yours, do it where you manage it.',
  },
  delegatecall: {
    level: 'BLOCK',
    title: 'Outside code would run with all of a contract’s powers.',
    why: 'A delegatecall may do anything with what the contract holds and owns. This app does not sign that.',
  },
  role: {
    level: 'DANGER',
    title: 'A role in a contract is given.',
    why: 'Whoever has the role can do what it allows, until it is revoked.',
  },
  module: {
    level: 'DANGER',
    title: 'A contract gets power over a smart account.',
    why: 'A module can send what the account holds without asking its owners.',
  },
  manager: {
    level: 'DANGER',
    title: 'Someone may act on your lending position.',
    why: 'They can borrow and withdraw on your behalf, until you revoke it.',
  },
  delegation: {
    level: 'DANGER',
    title: 'Someone may borrow against your collateral.',
    why: 'The debt is yours: you pay it back, they keep what they borrow.',
  },
  hash: {
    level: 'DANGER',
    title: 'This approves a transaction that is not shown.',
    why: 'Only its hash is given: it may do anything with what the smart account holds. Continue only if you have seen it elsewhere.',
  },
  operator: {
    level: 'DANGER',
    title: 'Someone may move all you hold of a token.',
    why: 'It can be taken later without asking you, until you revoke the permission.',
  },
  identity: {
    level: 'DANGER',
    title: 'An agent’s identity is tied to another wallet.',
    why: 'From then on, what is paid to the agent goes there, and what that wallet signs counts as the agent’s word.',
  },
  record: {
    level: 'WARN',
    title: 'What an agent says about itself is replaced.',
    why: 'From then on, whoever looks the agent up will find, trust and pay what it says there. Compare the new entry with one you know.',
  },
  name: {
    level: 'DANGER',
    title: 'Someone else gets a name, or what is sent to it.',
    why: 'Whoever controls a name decides where money sent to it goes.',
  },
  nft: {
    level: 'DANGER',
    title: 'One of your NFTs may be taken.',
    why: 'It can be taken later without asking you. Continue only if you trust this address with it.',
  },
  position: {
    level: 'DANGER',
    title: 'Something of yours goes to someone else.',
    why: 'Whoever gets it owns what is in it. No balance shows it, so it is not among the changes shown.',
  },
  rights: {
    level: 'DANGER',
    title: 'Someone may act for you in a contract.',
    why: 'They can use what you hold or control there, without asking you, until you revoke it.',
  },
  votes: {
    level: 'WARN',
    title: 'Someone else votes with your tokens.',
    why: 'The tokens stay yours. The other account decides how they vote, until you change it.',
  },
  'stand-in': {
    level: 'DANGER',
    title: 'Someone may stand in for your account elsewhere.',
    why: 'They can claim what is meant for you, such as airdrops, until you revoke it.',
  },
  order: {
    level: 'DANGER',
    title: 'This approves an order in your name, for others to carry out.',
    why: 'The trade happens later, without asking you, and the simulation does not show it. Continue only if you made this order elsewhere and know its price.',
  },
}

/** Says who is added and removed, and how many must sign afterwards. */
function signerWords(added: string | null, { removed, threshold }: NonNullable<Power['signers']>): string {
  const change =
    removed && added
      ? [`${added} takes the place of ${removed}`]
      : [...(removed ? [`${removed} is removed`] : []), ...(added ? [`${added} is added`] : [])]
  const needed =
    threshold === undefined
      ? []
      : [threshold === 1n ? 'one signature is needed then' : `${threshold} signatures are needed then`]
  return [...change, ...needed].join('; ')
}

/**
 * Reports a right lost by the caller, or by a smart account that the caller controls: it may be the only access to what
 * the contract holds. Null if someone else loses it, which is a revocation.
 */
function lostFinding(
  { power, holder, over, given }: DecodedPlan['powers'][number],
  { decoded, isKnownAs }: RuleContext,
): Observation | null {
  if (given || !holder || BigInt(holder) === 0n) return null
  const isOwn =
    isKnownAs('own', holder) || runningCalls(decoded).some(({ call: { caller } }) => isAddressEqual(caller, holder))
  if (!isOwn && power !== 'module') return null
  return {
    level: 'DANGER',
    title: isOwn ? 'You give up a right of your own.' : 'A smart account loses a module.',
    terms: { claim: 'Contract', observed: 'Who loses it' },
    claim: over,
    observed: holder,
    why: isOwn
      ? 'You can no longer do what it allows, and there may be no one who can give it back. Continue only if you want to give it up.'
      : 'What the module does for the account ends: it may be a spending limit, or the way back in when a key is lost. Continue only if you know the module.',
  }
}

function powerFinding({ power, holder, over, given, signers }: DecodedPlan['powers'][number]): Observation {
  const { level, title, why } = powerWords[power]
  if (signers) {
    const terms = { claim: 'Smart account', observed: 'Change' }
    return { level, title, terms, claim: over, observed: signerWords(holder, signers), why }
  }
  const terms = { claim: 'Contract', observed: given ? 'Who gets it' : 'Who loses it' }
  const observed = holder ?? (given ? 'No one is named' : 'Whoever has it now')
  if (!given) return { level: 'INFO', title: 'A permission is revoked.', terms, claim: over, observed }
  return { level, title, terms, claim: over, observed, why }
}
