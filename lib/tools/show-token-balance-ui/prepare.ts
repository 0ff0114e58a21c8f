import { type Address, formatUnits, isAddressEqual, parseUnits } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import { totalOf } from '@/lib/chain/prices/prices'
import { formatUsd } from '@/lib/chain/tokens/amount'
import type { Finding } from '../finding'
import type { PrepareContext, Prepared } from '../tool'
import { type BalanceClaim, readClaimedNumber, readClaims } from './claims'
import { compare, isNear } from './compare'
import { type Holding, readHoldings } from './holdings'
import type { BalanceDetails, BalanceParameters } from './parameters'

/** Reads what an account holds on every chain, and compares it with what the agent says. */
export async function prepareBalances(
  { address, balances = [], totalValue }: BalanceParameters,
  { account, chains, now }: PrepareContext,
): Promise<Prepared<BalanceDetails>> {
  const claims = readClaims(balances)
  const named = new Set(claims.flatMap(({ address }) => address ?? []).slice(0, mostNamed))
  const { holdings, unread } = await readAll(chains, address, claims, named, now())
  const isAsked = ({ address, chainId }: BalanceClaim) =>
    address !== null &&
    named.has(address) &&
    (chainId === null ? unread.length === 0 : holdings.some((holding) => holding.chainId === chainId))
  const { rows, unmatched, repeated } = compare(holdings, claims, isAsked)
  const claimedTotal = readClaimedNumber(totalValue)
  // An unlisted token has no value, and its name is its own.
  const listed = rows.filter(({ token }) => token.listed)
  const { usd, unpriced } = totalOf(listed.map(({ token, ...row }) => ({ ...row, symbol: token.symbol })))
  const details: BalanceDetails = {
    address,
    isOwn: isAddressEqual(address, account),
    rows,
    unmatched,
    repeated,
    total: usd,
    unpriced,
    claimedTotal: claimedTotal && claimedTotal.number < 1e15 ? parseUnits(claimedTotal.number.toFixed(8), 8) : null,
    unread,
  }
  return { plan: null, details, findings: findingsOf(details) }
}

/** More unlisted tokens than anybody reads. A hostile agent may name hundreds, each of them slow to answer. */
const mostNamed = 60

/**
 * Reads all chains at once, one round trip each. A chain that does not answer is named, and does not hide the others.
 */
async function readAll(
  chains: Chains,
  account: Address,
  claims: readonly BalanceClaim[],
  named: ReadonlySet<Address>,
  now: number,
) {
  const served = [...chains.values()]
  const reads = await Promise.allSettled(
    served.map((chain) =>
      readHoldings(
        chain,
        account,
        namedOn(chain.id, claims).filter((each) => named.has(each)),
        now,
      ),
    ),
  )
  const holdings: Holding[] = []
  const unread: string[] = []
  for (const [index, read] of reads.entries()) {
    if (read.status === 'fulfilled') holdings.push(...read.value)
    else unread.push(served[index]?.name ?? '')
  }
  return { holdings, unread }
}

const namedOn = (chainId: number, claims: readonly BalanceClaim[]): readonly Address[] => [
  ...new Set(
    claims.flatMap((claim) => (claim.address && (claim.chainId ?? chainId) === chainId ? [claim.address] : [])),
  ),
]

function findingsOf(details: BalanceDetails): readonly Finding[] {
  const { isOwn, address, rows, unmatched, repeated, unread } = details
  const findings: Finding[] = []
  if (!isOwn)
    findings.push({
      rule: 'balances.account',
      level: 'INFO',
      title: 'These are the balances of another account, not yours.',
      observed: address,
    })
  if (unread.length > 0)
    findings.push({
      rule: 'balances.unread',
      level: 'UNVERIFIED',
      title: `Could not be read: ${unread.join(', ')}.`,
      why: 'What is held there is not shown here.',
      fix: { kind: 'refresh', label: 'Read again' },
    })
  const differing = rows.filter(({ verdict }) => verdict === 'differs').length
  if (differing > 0)
    findings.push({
      rule: 'balances.figures',
      level: 'WARN',
      title:
        differing === 1
          ? 'One of the agent’s figures differs from the chain.'
          : `${differing} of the agent’s figures differ from the chain.`,
      why: 'The figures shown are the chain’s.',
    })
  if (unmatched.length > 0)
    findings.push({
      rule: 'balances.unknown',
      level: 'UNVERIFIED',
      title: `${unmatched.length === 1 ? 'One' : unmatched.length} of the tokens the agent lists could not be found.`,
      why:
        unread.length > 0
          ? 'They may be on a network that could not be read just now.'
          : 'They are on none of our lists, or on a network that is not supported here. Tokens like that are often spam.',
    })
  if (repeated > 0)
    findings.push({
      rule: 'balances.repeated',
      level: 'WARN',
      title: 'The agent lists the same holding more than once.',
      why: 'Each is shown and counted once here.',
    })
  return [...findings, ...totalFindings(details)]
}

/** Review-rules.md, 11: a total that is off by more than one per cent. */
function totalFindings({ claimedTotal, total, rows, unread }: BalanceDetails): readonly Finding[] {
  if (claimedTotal === null) return []
  if (isNear(Number(formatUnits(claimedTotal, 8)), Number(formatUnits(total, 8)), 0.01)) return []
  const unpriced = rows.some(({ amount, value }) => amount !== 0n && value === null)
  return [
    {
      rule: 'balances.total',
      level: unpriced || unread.length > 0 ? 'UNVERIFIED' : 'WARN',
      title: 'The agent’s total differs from ours.',
      claim: formatUsd(claimedTotal),
      observed: formatUsd(total),
      ...(unread.length > 0
        ? { why: 'What is held on the networks that could not be read is not counted here.' }
        : unpriced
          ? { why: 'For some of the tokens there is no on-chain price: they are not counted here.' }
          : {}),
    },
  ]
}
