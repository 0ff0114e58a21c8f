import { usdValue } from '@/lib/chain/prices/prices'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Yield } from '@/lib/chain/yields/yields'
import type { Finding } from '../finding'
import { amountText } from '../shared/approval'
import type { VaultFacts } from '../staking/vault'

/** 50 000 USD, with 8 decimals (`staking.vault-size`). */
const smallVault = 50_000_00000000n

/** Judges the vault's size and the deposit's share of it. Under $50k, or over 20% of it: WARN. */
export function sizeFindings({ totalAssets, price, token }: VaultFacts, amount: bigint): readonly Finding[] {
  if (totalAssets === null || !token) return []
  const usd = price && usdValue(totalAssets, token.decimals, price)
  return [...tooSmall(usd, totalAssets, token), ...tooLarge(amount, totalAssets, token)]
}

function tooSmall(usd: bigint | null, totalAssets: bigint, token: TokenFacts): readonly Finding[] {
  if (usd === null)
    return [
      {
        rule: 'staking.vault-size',
        level: 'UNVERIFIED',
        title: 'Not checked: whether the vault is a usual size.',
        observed: `It holds ${amountText(totalAssets, token, 'in')}, which has no known price`,
      },
    ]
  if (usd >= smallVault) return []
  return [
    {
      rule: 'staking.vault-size',
      level: 'WARN',
      title: 'The vault is small.',
      observed: `It holds ${formatUsd(usd)}`,
      why: 'Small vaults are little tested and easily manipulated.',
    },
  ]
}

function tooLarge(amount: bigint, totalAssets: bigint, token: TokenFacts): readonly Finding[] {
  const after = totalAssets + amount
  if (amount * 5n <= after) return []
  return [
    {
      rule: 'staking.vault-share',
      level: 'WARN',
      title: `You would hold ${percentOfWhole(amount, after, 1)} of the vault.`,
      observed: `It holds ${amountText(totalAssets, token, 'in')} now`,
      why: 'There may not be enough in it when you want to leave.',
    },
  ]
}

/** Checks the amount against the account, the vault and the yield's description. */
export function limitFindings(
  facts: VaultFacts & { token: TokenFacts },
  place: Pick<Yield, 'minimum' | 'isOpen'>,
  amount: bigint,
): readonly Finding[] {
  const { balance, maxDeposit, token } = facts
  const block = (rule: string, title: string, observed: string, why: string): Finding => ({
    rule,
    level: 'BLOCK',
    title,
    claim: amountText(amount, token),
    observed,
    why,
  })
  const findings: Finding[] = []
  if (amount === 0n)
    findings.push({ rule: 'staking.amount', level: 'BLOCK', title: 'Nothing is deposited: the amount is zero.' })
  if (!place.isOpen.enter)
    findings.push({
      rule: 'staking.closed',
      level: 'BLOCK',
      title: 'This yield takes no deposits now.',
      why: 'Choose another, or try again later.',
    })
  if (balance !== null && balance < amount)
    findings.push(
      block(
        'staking.balance',
        'You do not hold enough for this deposit.',
        amountText(balance, token, 'in'),
        'Ask again with a smaller amount.',
      ),
    )
  if (maxDeposit !== null && maxDeposit < amount)
    findings.push(
      block(
        'staking.limit',
        'The vault does not accept that much now.',
        amountText(maxDeposit, token, 'in'),
        'Ask again with a smaller amount, or choose another yield.',
      ),
    )
  if (place.minimum !== null && amount > 0n && amount < place.minimum)
    findings.push(
      block(
        'staking.limit',
        'This yield does not take deposits this small.',
        amountText(place.minimum, token),
        'Ask again with a larger amount.',
      ),
    )
  return findings
}
