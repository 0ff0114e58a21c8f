import { type Address, isAddressEqual } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { readingFrom } from '@/lib/chain/chains/read-error'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { type Anchor, readAnchor } from '@/lib/chain/yields/history'
import type { Yield } from '@/lib/chain/yields/yields'
import type { Finding } from '../finding'
import type { Plan, Step } from '../plan'
import { amountText, approvalFor, approvalSteps, assetOf } from '../shared/approval'
import { accountFindings, chainFindings } from '../shared/checks'
import { entryProbe } from '../shared/position-probe'
import { tokenFindings } from '../shared/token-rules'
import { type AmountReading, readAmount, readingsOf } from '../staking/amount'
import type { StakingDetails } from '../staking/details'
import { leaveTrial } from '../staking/leave-trial'
import {
  assetFindings,
  chainClaimFindings,
  decimalsFindings,
  nameFindings,
  networkFindings,
  pinnedFindings,
  unknownYield,
  unpinnedFindings,
} from '../staking/place-rules'
import { type Matched, matchSteps } from '../staking/steps'
import { unitFinding, unreadableAmount } from '../staking/unit-finding'
import { readVault, type VaultFacts } from '../staking/vault'
import type { PrepareContext, Prepared } from '../tool'
import { describeEntry, describeVault, draftOf } from './describe'
import { type EnterParameters, enterAdjustments } from './parameters'
import { rateCheck } from './rate-check'
import { limitFindings, sizeFindings } from './size-rules'

/** Throws YieldError or ChainReadError if nobody answers. */
export async function prepareEntry(
  asked: EnterParameters,
  context: PrepareContext,
  adjustments?: unknown,
): Promise<Prepared<StakingDetails>> {
  const { amountUnit } = enterAdjustments.parse(adjustments ?? {})
  const { account, chains, yields, signal, now } = context
  const draft = draftOf(asked)
  const refused = (findings: readonly Finding[], details = draft) => ({ plan: null, details, findings })

  const beforehand = [
    ...accountFindings(asked.walletAddress, account),
    ...(asked.chainId === undefined ? [] : chainFindings(asked.chainId, chains)),
  ]
  if (isBlocked(beforehand)) return refused(beforehand)

  // The newest block is requested along with the service, so that counting back from it costs no extra time.
  const early = asked.chainId === undefined ? undefined : anchorOf(chains.get(asked.chainId))
  const place = await yields.find(asked.yieldId, signal)
  if (!place) return refused([...beforehand, unknownYield(asked.yieldId)])
  const chain = chains.get(place.chainId)
  const contract = place.pinned?.contract ?? place.contract
  const known = describeEntry(draft, asked, place, chain, contract)
  const ofPlace = [
    ...beforehand,
    ...(chain ? [] : chainFindings(place.chainId, chains)),
    ...chainClaimFindings(asked.chainId, place),
    ...networkFindings(asked.network, place.chainId),
    ...pinnedFindings(place),
    ...(contract ? [] : [noVault]),
  ]
  if (!chain || !contract || isBlocked(ofPlace)) return refused(ofPlace, known)

  const token = asked.tokenAddress ?? place.token.address
  const assumed = readingsOf(asked.amount, place.token.decimals)
  const amounts = assumed.map(({ amount }) => amount)
  const [facts, anchor] = await Promise.all([
    readVault(chain, { action: 'enter', account, contract, token, amounts, now: now() }),
    early ?? anchorOf(chain),
  ])
  const details = describeVault(known, place, facts)
  const rate = rateCheck(chain, { contract, anchor, claimed: asked.apy, stated: place.apy, now: now() })
  // Without a review to follow, the rate is checked here.
  const refusedThere = async (findings: readonly Finding[], told = details) =>
    refused([...findings, ...(await rate.ask(signal)).findings], told)
  const claims = [
    ...ofPlace,
    ...assetFindings(facts, contract, token, chain),
    ...tokenFindings(facts.token, { symbol: asked.tokenSymbol, decimals: undefined }, chain),
    ...decimalsFindings(facts, place),
    ...unpinnedFindings(place),
    ...nameFindings('protocol', asked.protocol, place.protocol),
    ...nameFindings('pool', asked.poolName, place.pool),
  ]
  if (!facts.token || isBlocked(claims)) return refusedThere(claims)

  const meant = meantAmount(asked.amount, place, { ...facts, token: facts.token }, amountUnit)
  if ('finding' in meant) return refusedThere([...claims, meant.finding], { ...details, question: meant.question })
  const { amount } = meant
  const found = [
    ...claims,
    ...limitFindings({ ...facts, token: facts.token }, place, amount),
    ...sizeFindings(facts, amount),
  ]
  const stated = { ...details, amount }
  const shares = facts.previews.get(amount)
  if (shares === undefined || shares === 0n) return refusedThere([...found, noPreview], stated)
  if (isBlocked(found)) return refusedThere(found, stated)

  const steps = await yields.enter({ yield: place, account, amount, decimals: facts.token.decimals }, signal)
  const expected = { action: 'enter' as const, account, chainId: chain.id, contract, amount, all: false, shares }
  const matched = matchSteps(steps, { ...expected, token: facts.token })
  const vault = { account, contract, token: facts.token }
  return {
    plan: matched.action && entryPlan(vault, facts, amount, shares, matched.action, placeName(place)),
    details: stated,
    findings: [...found, ...matched.findings],
    probes: [entryProbe(vault, amount)],
    checks: [rate],
    trials: [
      leaveTrial({ account, contract, token: facts.token.address }, amount, shares, {
        lockup: asked.lockupPeriod,
        found: details.lockup.found,
      }),
    ],
    ...(place.pinned ? { pinned: [{ address: contract, label: `the vault ${place.pinned.pool}` }] } : {}),
  }
}

/** Null if there is no chain to ask, or it does not answer: then its history is unknown. */
const anchorOf = async (chain: ChainHandle | undefined): Promise<Anchor | null> =>
  chain ? readingFrom(chain, readAnchor(chain)).catch(() => null) : null

type Meant = { amount: bigint } | { finding: Finding; question: StakingDetails['question'] }

function meantAmount(
  text: string,
  place: Yield,
  { token, balance, price }: VaultFacts & { token: TokenFacts },
  said: AmountReading['unit'] | undefined,
): Meant {
  const readings = readingsOf(text, token.decimals)
  if (readings.length === 0) return { finding: unreadableAmount(text, token.decimals), question: null }
  const bounds = { most: balance, minimum: place.minimum, decimals: token.decimals, price }
  const reading = readAmount(readings, bounds, said)
  return reading ?? { finding: unitFinding(text), question: { asked: text, readings } }
}

const placeName = ({ pinned, pool, protocol, id }: Yield): string => pinned?.pool ?? (pool || protocol || id)

function entryPlan(
  { account, contract, token }: { account: Address; contract: Address; token: TokenFacts },
  { currentAllowance }: VaultFacts,
  amount: bigint,
  shares: bigint,
  { data }: NonNullable<Matched['action']>,
  name: string,
): Plan {
  const { chainId } = token
  const { allowance } = currentAllowance
  const approval = approvalFor(token, currentAllowance, amount)
  const deposit: Step = {
    id: 'deposit',
    purpose: 'action',
    title: `Deposit ${amountText(amount, token)} in ${name}`,
    chainId,
    to: contract,
    data,
    value: 0n,
  }
  const [first, ...rest] = [...approvalSteps(token, contract, amount, approval), deposit]
  const left = approval === 'none' && allowance > amount && !isAddressEqual(contract, token.address)
  return {
    account,
    steps: [first ?? deposit, ...rest],
    declares: {
      out: [{ asset: assetOf(token), amount }],
      // Shares become dearer with each block; the probe judges their worth.
      in: [{ asset: { kind: 'erc20', chainId, address: contract }, amount: (shares * 99n) / 100n }],
      allowances: left ? [{ token: token.address, spender: contract, amount: allowance }] : [],
    },
  }
}

const noVault: Finding = {
  rule: 'staking.contract',
  level: 'BLOCK',
  title: 'This app cannot enter a yield of this kind.',
  why: 'It enters ERC-4626 vaults, whose deposits can be checked. This yield names none.',
}

const noPreview: Finding = {
  rule: 'staking.worth',
  level: 'BLOCK',
  title: 'The vault would give nothing for this deposit.',
  why: 'By its own preview, the deposit would bring no shares at all.',
}

const isBlocked = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'BLOCK')
