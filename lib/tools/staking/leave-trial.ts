import { type Address, decodeFunctionResult, encodeFunctionData, erc20Abi, erc4626Abi, type Hex } from 'viem'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import { cleanChainString } from '@/lib/wire/text'
import type { Finding } from '../finding'
import type { Answer, Judged, Trial } from '../tool'
import { durationWords, lockupSeconds } from './lockup'

/** The trial withdraws a little less than previewed: interest raises the price of shares from block to block. */
const kept = 9_999n
const whole = 10_000n

type LeaveClaims = {
  /** The agent's words; undefined if it says nothing. */
  lockup: string | undefined
  /** Seconds, from the vault or the yield's description; null if neither says. */
  found: number | null
}

/** Tests whether a deposit can be withdrawn at once: a redemption, simulated on top of the deposit. */
export function leaveTrial(
  vault: { contract: Address; token: Address; account: Address },
  amount: bigint,
  shares: bigint,
  claims: LeaveClaims,
): Trial {
  const { contract, token, account } = vault
  const redeemed = (shares * kept) / whole
  const data = encodeFunctionData({
    abi: erc4626Abi,
    functionName: 'redeem',
    args: [redeemed, account, account],
  })
  const balance = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  return {
    id: 'staking.leave',
    about: 'whether you can withdraw right away',
    steps: [{ to: contract, data, value: 0n }],
    reads: [{ to: token, data: balance }],
    judge: ({ steps: [step], between: [before], after: [after] }) => {
      const received = step?.ok ? read(after) - read(before) : null
      return judge(received, (amount * kept) / whole, claims)
    },
  }
}

const read = (answer: Answer | undefined): bigint => {
  if (!answer) throw new Error('the balance could not be read')
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: answer as Hex })
}

/** Judges what came back of the deposit; null if nothing could be withdrawn. */
function judge(received: bigint | null, expected: bigint, claims: LeaveClaims): Judged {
  const lost = received === null ? null : expected - received
  // A loss of more than 0.5% does not count as a way out either.
  const free = lost !== null && lost * 200n <= expected
  return {
    findings: [lockFinding(free, lost, expected, claims)],
    figures: [
      {
        id: 'leave',
        label: 'Can withdraw right away (simulated)',
        before: null,
        after: {
          kind: 'text',
          text: free ? 'Yes' : lost === null ? 'No' : `Only at a loss of ${percentOfWhole(lost, expected, 2)}`,
        },
        ...(free ? {} : { level: 'WARN' as const }),
      },
    ],
  }
}

function lockFinding(free: boolean, lost: bigint | null, expected: bigint, { lockup, found }: LeaveClaims): Finding {
  const rule = 'staking.leave'
  const said = lockup === undefined ? null : lockupSeconds(lockup)
  const claim = lockup === undefined ? {} : { claim: cleanChainString(lockup, 80) }
  if (free)
    return said !== null && said > 0
      ? { rule, level: 'INFO', title: 'You can withdraw right away, despite the claimed lock-up.', ...claim }
      : { rule, level: 'OK', title: 'You can withdraw right away.', ...claim, observed: 'Tried in simulation' }
  const observed = `${lost === null ? 'Withdrawing it again fails' : `Withdrawing it again loses ${percentOfWhole(lost, expected, 2)}`}${
    found ? `; locked for ${durationWords(found)}` : ''
  }`
  const contradicted = said === 0 || (said !== null && found !== null && found > said * 1.1)
  if (contradicted)
    return {
      rule,
      level: 'DANGER',
      title:
        said === 0
          ? 'The agent says you can withdraw right away, but you cannot.'
          : 'It is locked for longer than claimed.',
      ...claim,
      observed,
      why: 'Your money would be out of reach. Decline it unless that is what you want.',
    }
  if (said !== null)
    return {
      rule,
      level: 'INFO',
      title: 'As the agent says, you cannot withdraw right away.',
      ...claim,
      observed,
    }
  return {
    rule,
    level: 'WARN',
    title: 'You cannot withdraw right away.',
    ...claim,
    observed,
    ...(lockup === undefined ? {} : { terms: { claim: 'The agent says', observed: 'Found' } }),
    why: 'Deposit only what you can do without for that long.',
  }
}
