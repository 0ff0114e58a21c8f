import { nativeAddress } from '@/lib/chain/chains/chain'
import { formatAmount } from '@/lib/chain/tokens/amount'
import { knownToken } from '@/lib/chain/tokens/tokens'
import type { Figure } from '@/lib/tools/figure'
import { type Finding, type FindingLevel, isWorse } from '@/lib/tools/finding'
import { healthText } from '@/lib/tools/shared/health-rules'
import type { ContractState, Effects, NetworkFee, Review } from '../review'
import { assetKey } from '../simulation/possible-effects'
import { figure } from './figures'
import { findingKeys } from './finding-keys'
import { worstFirst } from './verdict'

/** True if a figure changed by more than a twentieth, and so is no longer the approved one (G23). */
const drifted = (was: bigint, is: bigint): boolean => size(is - was) * 20n > size(was)
const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/**
 * G23: compares the review made at the click with the one the person saw. Returns null if the plan is the same, no
 * figure moved by more than 5% and nothing new was found; otherwise the changes, worst first.
 */
export function compareReviews(before: Review, after: Review): Finding[] | null {
  if (before.planHash !== after.planHash)
    return [
      {
        rule: 'G23',
        level: 'BLOCK',
        title: 'This is not the transaction you reviewed.',
        claim: before.planHash,
        observed: after.planHash,
        why: 'Nothing was sent. Review the new one before you approve it.',
      },
    ]
  const changes = [
    ...newFindings(before.findings, after.findings),
    ...exchangedCode(before, after),
    ...driftOf(before.effects, after.effects),
    ...healthDrift(before.figures, after.figures),
    ...feeDrift(before, after),
  ]
  return changes.length > 0 ? worstFirst(changes) : null
}

/**
 * Returns the new findings of WARN or worse, counted by rule and level. Leaves out a WARN of a rule that was UNVERIFIED
 * before: that was worse, and the person saw it.
 */
function newFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const unchecked = new Set(before.flatMap(findingKeys).filter((key) => key.endsWith(':UNVERIFIED')))
  const left = new Map<string, number>()
  for (const key of before.flatMap(findingKeys)) left.set(key, (left.get(key) ?? 0) + 1)
  return after.filter((finding) => {
    if (!atLeastWarn(finding.level)) return false
    if (finding.level === 'WARN' && unchecked.has(`${finding.rule}:UNVERIFIED`)) return false
    const added = findingKeys(finding).filter((key) => {
      const remaining = left.get(key) ?? 0
      left.set(key, remaining - 1)
      return remaining <= 0
    })
    return added.length > 0
  })
}

/** G16: finds contracts whose code, or whose implementation's, changed. Compares only what was read both times. */
function exchangedCode(before: Review, after: Review): Finding[] {
  return (after.contracts ?? []).flatMap((is) => {
    const was = before.contracts?.find(({ address }) => address === is.address)
    if (!was || fingerprint(was) === fingerprint(is)) return []
    return [
      {
        rule: 'G16',
        level: 'BLOCK',
        title: 'A contract’s code was replaced while you were looking.',
        terms: { claim: 'You looked at', observed: 'Now it is' },
        claim: `${is.address} with ${codeOf(was)}`,
        observed: codeOf(is),
        why: 'Nothing was sent. It may now do something other than what was shown. Check again before you continue.',
        fix: { kind: 'refresh', label: 'Check again' },
      },
    ]
  })
}

const fingerprint = ({ codeHash, runs }: ContractState): string =>
  [codeHash, ...runs.flatMap((each) => [each.address, each.codeHash])].join()

const codeOf = ({ codeHash, runs }: ContractState): string =>
  runs.length === 0
    ? `code of its own (${codeHash.slice(0, 10)}…)`
    : runs.map((each) => `the code of ${each.address} (${each.codeHash.slice(0, 10)}…)`).join(' and ')

const atLeastWarn = (level: FindingLevel): boolean => isWorse(level, 'INFO')

function driftOf(before: Effects | null, after: Effects | null): Finding[] {
  // A side without effects has UNVERIFIED or BLOCK findings, which `newFindings` compares.
  if (!before || !after) return []
  return [...balanceDrift(before, after), ...allowanceDrift(before, after)]
}

function balanceDrift(before: Effects, after: Effects): Finding[] {
  const byKey = (effects: Effects) => new Map(effects.balances.map((effect) => [assetKey(effect.asset), effect]))
  const [was, is] = [byKey(before), byKey(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)]
    const shown = now ?? old
    if (!shown) return []
    const change = (effect: typeof shown | undefined) => (effect ? effect.after - effect.before : 0n)
    if (!drifted(change(old), change(now))) return []
    const told = (amount: bigint) =>
      `${amount < 0n ? 'Out' : 'In'}: ${figure(size(amount), shown.asset, shown, amount < 0n ? 'out' : 'in')}`
    return [changed('An amount has changed since you looked.', told(change(old)), told(change(now)))]
  })
}

function allowanceDrift(before: Effects, after: Effects): Finding[] {
  return after.allowances.flatMap((now) => {
    const old = before.allowances.find(({ token, spender }) => token === now.token && spender === now.spender)
    if (now.amount <= (old?.amount ?? 0n)) return []
    return [
      changed(
        'More would stay allowed than when you looked.',
        `${old?.amount ?? 0n} base units of ${now.token}`,
        `${now.amount} base units to ${now.spender}`,
      ),
    ]
  })
}

/** Reports a loan that became less safe, even within the same level. A safer one is no reason to stop. */
function healthDrift(before: readonly Figure[], after: readonly Figure[]): Finding[] {
  return after.flatMap(({ id, label, after: now }) => {
    const old = before.find((each) => each.id === id)?.after
    if (now.kind !== 'health' || old?.kind !== 'health' || now.wad === null) return []
    if (old.wad !== null && (now.wad >= old.wad || !drifted(bounded(old.wad), bounded(now.wad)))) return []
    const told = (wad: bigint | null) => `${label}: ${wad === null ? 'no debt' : healthText(wad)}`
    return [changed('Your loan is less safe than when you looked.', told(old.wad), told(now.wad))]
  })
}

/** A health factor of 100, in WAD. Above it a dust of debt that earns interest makes any difference. */
const healthy = 100n * 10n ** 18n
const bounded = (wad: bigint): bigint => (wad < healthy ? wad : healthy)

/** Reports a network fee that more than doubled. Gas prices always fluctuate; smaller changes do not matter. */
function feeDrift({ fee: old }: Review, { fee: now, effects }: Review): Finding[] {
  if (!old || !now || !effects || now.total <= old.total * 2n) return []
  const { decimals = 0, symbol = 'wei' } = knownToken(effects.chainId, nativeAddress) ?? {}
  const told = ({ total }: NetworkFee) => `At most ${formatAmount(total, decimals)} ${symbol}`
  return [changed('The network fee has more than doubled since you looked.', told(old), told(now))]
}

const changed = (title: string, claim: string, observed: string): Finding => ({
  rule: 'G23',
  level: 'WARN',
  title,
  claim,
  observed,
  why: 'Nothing was sent. Look at the new figures and approve again if they suit you.',
})
