import { type Address, type Hex, hexToBigInt, size } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { revealInvisible } from '@/lib/wire/text'
import type { Finding } from '../finding'
import type { Plan } from '../plan'
import { amountText, assetOf } from '../shared/approval'
import { accountFindings, chainFindings } from '../shared/checks'
import { exitProbe } from '../shared/position-probe'
import { tokenFindings } from '../shared/token-rules'
import { readAmount, readingsOf } from '../staking/amount'
import { describeFacts, describePlace } from '../staking/describe'
import type { StakingDetails } from '../staking/details'
import { assetFindings, decimalsFindings, pinnedFindings, unknownYield } from '../staking/place-rules'
import { type Matched, matchSteps } from '../staking/steps'
import { unitFinding, unreadableAmount } from '../staking/unit-finding'
import { readVault, type VaultFacts } from '../staking/vault'
import type { PrepareContext, Prepared } from '../tool'
import { findOrigin, type Origin } from './origin'
import { type ExitParameters, exitAdjustments } from './parameters'
import { amountFindings, closedFindings } from './position-rules'

/** Throws YieldError or ChainReadError if nobody answers. */
export async function prepareExit(
  asked: ExitParameters,
  context: PrepareContext,
  adjustments?: unknown,
): Promise<Prepared<StakingDetails>> {
  const adjusted = exitAdjustments.parse(adjustments ?? {})
  const { account, chains, yields, signal } = context
  const asksAll = adjusted.all ?? asked.amount === 'all'
  const draft = draftOf(asked, asksAll)
  const refused = (findings: readonly Finding[], details = draft) => ({ plan: null, details, findings })

  const beforehand = accountFindings(asked.walletAddress, account)
  if (beforehand.length > 0) return refused(beforehand)
  const origin = await findOrigin(asked.yieldId, context)
  if (!origin) return refused([unknownYield(asked.yieldId)])
  const { place, contract } = origin
  const chain = chains.get(place.chainId)
  const known = describePlace(draft, place, chain, contract)
  const ofPlace = [
    ...(chain ? [] : chainFindings(place.chainId, chains)),
    ...pinnedFindings(place),
    ...origin.findings,
    ...(place.isOpen.exit ? [] : [closed]),
  ]
  if (!chain || isBlocked(ofPlace)) return refused(ofPlace, known)

  const readings = asked.amount === 'all' ? [] : readingsOf(asked.amount, place.token.decimals)
  const facts = await readVault(chain, {
    action: 'exit',
    account,
    contract,
    token: place.token.address,
    amounts: readings.map(({ amount }) => amount),
    now: context.now(),
  })
  const details = describeFacts(known, facts)
  const claims = [
    ...ofPlace,
    ...assetFindings(facts, contract, place.token.address, chain),
    ...tokenFindings(facts.token, { symbol: undefined, decimals: undefined }, chain),
    ...decimalsFindings(facts, place),
  ]
  const closing = closedFindings(facts)
  if (!facts.token || isBlocked(claims)) return refused([...claims, ...closing], details)
  const { token } = facts

  const meant = meantAmount(asked.amount, asksAll, { ...facts, token }, adjusted.amountUnit)
  claims.push(...closing)
  // A lock applies to every amount: the card names the one that is meant, and asks nothing.
  if (isBlocked(closing)) return refused(claims, 'amount' in meant ? { ...details, amount: meant.amount } : details)
  if ('finding' in meant) return refused([...claims, meant.finding], { ...details, question: meant.question })
  const all = asksAll || (adjusted.all === undefined && isAllButAccrual(meant.amount, facts.position))
  const amount = all ? (facts.position ?? meant.amount) : meant.amount
  const stated = { ...details, amount, all }
  const found = [...claims, ...amountFindings(facts, token, amount, all)]
  if (isBlocked(found)) return refused(found, stated)

  const shares = all ? facts.shares : (facts.previews.get(amount) ?? 0n)
  const { decimals } = token
  const steps = await yields.exit({ yield: place, account, amount, decimals, all, shares }, signal)
  const expected = { action: 'exit' as const, account, chainId: chain.id, token, contract, amount, all, shares }
  const matched = matchSteps(steps, expected)
  const queued = matched.action?.kind === 'requestRedeem' ? matched.action : null
  return {
    plan: matched.action && exitPlan({ account, contract, token }, stated, shares, matched.action, placeName(origin)),
    details: stated,
    findings: [
      ...found,
      ...matched.findings,
      ...(queued ? [await queueFinding(chain, account, contract, queued.data)] : []),
    ],
    probes: [exitProbe({ account, contract, token }, queued !== null)],
    ...(place.pinned ? { pinned: [{ address: contract, label: `the vault ${place.pinned.pool}` }] } : {}),
  }
}

/**
 * True if no more is left than about an hour of interest: a person who names the whole position means all of it,
 * although it has grown since. A hundred-thousandth is an hour at 9 % a year.
 */
const isAllButAccrual = (amount: bigint, position: bigint | null): boolean =>
  position !== null && position > 0n && amount <= position && (position - amount) * 100_000n <= position

const draftOf = ({ yieldId }: ExitParameters, all: boolean): StakingDetails => ({
  action: 'exit',
  yieldId: revealInvisible(yieldId),
  chain: null,
  token: null,
  amount: null,
  all,
  question: null,
  contract: null,
  pinned: false,
  protocol: { claimed: null, found: null },
  pool: { claimed: null, found: null },
  rewards: { claimed: null, found: null },
  apy: { claimed: null, stated: null },
  lockup: { claimed: null, found: null },
  balance: null,
  position: null,
  lockedUntil: null,
  price: null,
})

type Meant = { amount: bigint } | { finding: Finding; question: StakingDetails['question'] }

function meantAmount(
  text: ExitParameters['amount'],
  all: boolean,
  { token, position, price }: VaultFacts & { token: TokenFacts },
  said: 'token' | 'base' | undefined,
): Meant {
  if (all || text === 'all') return { amount: position ?? 0n }
  const readings = readingsOf(text, token.decimals)
  if (readings.length === 0) return { finding: unreadableAmount(text, token.decimals), question: null }
  const bounds = { most: position, minimum: null, decimals: token.decimals, price }
  const reading = readAmount(readings, bounds, said)
  return reading ?? { finding: unitFinding(text), question: { asked: text, readings } }
}

const placeName = ({ place }: Origin): string => place.pinned?.pool ?? (place.pool || place.protocol || place.id)

function exitPlan(
  { account, contract, token }: { account: Address; contract: Address; token: TokenFacts },
  { amount, all }: Pick<StakingDetails, 'amount' | 'all'>,
  shares: bigint,
  { data, kind }: NonNullable<Matched['action']>,
  name: string,
): Plan {
  const { chainId } = token
  const what = all ? 'everything' : amountText(amount ?? 0n, token, 'in')
  const queued = kind === 'requestRedeem'
  return {
    account,
    steps: [
      {
        id: 'withdraw',
        purpose: 'action',
        title: queued ? `Ask ${name} for ${what}` : `Withdraw ${what} from ${name}`,
        chainId,
        to: contract,
        data,
        value: 0n,
      },
    ],
    declares: {
      // A preview holds for one block; in the next, shares are dearer or cheaper.
      out: [
        { asset: { kind: 'erc20', chainId, address: contract }, amount: all ? shares : (shares * 1_001n) / 1_000n },
      ],
      // The probe judges what is lost on the way out; this only requires that something arrives.
      in: queued ? [] : [{ asset: assetOf(token), amount: ((amount ?? 0n) * 9n) / 10n }],
      allowances: [],
    },
  }
}

const closed: Finding = {
  rule: 'staking.closed',
  level: 'BLOCK',
  title: 'This yield pays nothing out now.',
  why: 'Its description says it is closed for withdrawals. Try again later.',
}

/** Rule 6: a withdrawal that goes to a queue brings nothing now. Its number is the one the vault itself would give. */
async function queueFinding({ client }: ChainHandle, account: Address, to: Address, data: Hex): Promise<Finding> {
  const answer = await client.call({ account, to, data }).catch(() => null)
  const id = answer?.data && size(answer.data) === 32 ? hexToBigInt(answer.data) : null
  return {
    rule: 'staking.queue',
    level: 'INFO',
    title: 'This only asks for a withdrawal: nothing arrives now.',
    observed: id === null ? 'The vault does not give the request’s number in advance' : `Request number ${id}`,
    why: 'The vault pays later, and you have to collect it then.',
  }
}

const isBlocked = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'BLOCK')
