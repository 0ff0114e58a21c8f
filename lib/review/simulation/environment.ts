import { type Hex, hexToBigInt, numberToHex, pad } from 'viem'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import { balanceReader } from './balance-reader'
import { answersOf, ofStep, reads, type Simulated, type SimulationRequest, type StepOutcome } from './simulate'
import {
  type Environment,
  type NotSimulated,
  type Outcome,
  type Part,
  type SimulatedBlock,
  simulateBlock,
} from './simulated-block'
import { randomAddress, randomBetween, randomWord } from './unguessable'

/** An unused address that provides the coins for gas during a simulation. */
const purse = randomAddress()
/**
 * `PUSH1 0 CALLDATALOAD SELFDESTRUCT`: sends its balance to the address in the first calldata word, which the
 * receiver's code can neither refuse nor notice (EIP-6780 keeps this behaviour).
 */
const purseCode: Hex = '0x600035ff'

/** A block producer that the node would not choose itself. */
const otherProducer = randomAddress()
const randomness = randomWord()

/** Base fee and gas price in wei, as in a real transaction: plain simulations have neither. */
const baseFee = randomBetween(800_000_000n, 1_600_000_000n)
const gasPrice = baseFee + randomBetween(100_000_000n, 900_000_000n)

/** Gas limit as a wallet would set it, far below the whole block that a simulation provides. */
export const gasElsewhere = randomBetween(3_000_000n, 3_100_000n)

/** Outcome of the plan's steps in another block. The balances have the gas costs added back. */
export type SimulatedElsewhere = Pick<Simulated, 'kind' | 'before' | 'after' | 'once'> & {
  steps: readonly StepOutcome<Outcome>[]
}

/** Blocks by which the later run of unvouched code is delayed: some minutes, longer than people take to sign. */
const blocksLater = randomBetween(24n, 32n)
/** Seconds that nodes put between the empty blocks they add before a later block, whose time must be after theirs. */
const secondsBetween = 12n

const minute = 60n

/** Returns the time one minute later, in Unix seconds. */
export const minuteAfter = (seconds: bigint): bigint => seconds + minute

/**
 * Returns the guessed time if it is about a minute after the simulated block, otherwise a better one: the local clock
 * may be wrong, or the node's chain ahead of it. A local chain mines only when something happens, so there the guess
 * may be any time later.
 */
export function fittingTime(guess: bigint, block: bigint | null, isLocal: boolean): bigint {
  if (block === null) return guess
  const later = guess - block
  const fits = later >= minute / 4n && (isLocal || later <= minute * 10n)
  return fits ? guess : minuteAfter(block)
}

type Limited = { gas: bigint; value: bigint }

function environmentAt(time: bigint, steps: readonly Limited[], real: Real | undefined): Environment {
  const price = real?.gasPrice ?? gasPrice
  const fees = steps.reduce((sum, { gas }) => sum + gas, 0n) * price
  const value = steps.reduce((sum, each) => sum + each.value, 0n)
  // The gas that is set aside must be missing from the balance, or a contract that knows the balance could tell.
  const missing = fees + value - (real?.balance ?? value)
  const block = {
    baseFeePerGas: real ? (price * randomBetween(7_900n, 8_300n)) / 10_000n : baseFee,
    prevRandao: randomness,
  }
  return {
    blockOverrides: real ? { ...block, ...real.block } : { ...block, time, feeRecipient: otherProducer },
    stateOverrides: { [purse]: { code: purseCode, balance: numberToHex(missing > 0n ? missing : 0n) } },
    gas: gasElsewhere,
    gasPrice: price,
  }
}

/**
 * Real conditions: the gas each step needs, its price in wei, and the account's balance in wei. Only what is missing
 * for the fees is lent. Runs in the node's own next block, except for what `block` overrides.
 */
export type Real = {
  gas: readonly bigint[]
  gasPrice: bigint | undefined
  balance: bigint | undefined
  block?: { number: bigint; time: bigint }
}

/** Returns a block some minutes after the simulated one. Null if the node did not report that. */
export const someBlocksAfter = ({ number, time }: Pick<Simulated, 'number' | 'time'>): Real['block'] | null =>
  number === null || time === null
    ? null
    : { number: number + blocksLater, time: time + (blocksLater + 1n) * secondsBetween }

/**
 * Simulates the steps again at another time, for another block producer and with gas that costs something, which
 * exposes contracts that detect simulations. `isApart`: reads before the steps run separately, because unvouched code
 * could remember them and behave well from then on. `real` sets real gas conditions; without it, gas is as ample as a
 * wallet would ever allow.
 */
export async function simulateElsewhere(
  client: ChainClient,
  { account, steps, reads: asked, once }: Omit<SimulationRequest, 'probes'>,
  { time, isApart, real }: { time: bigint; isApart: boolean; real?: Real | undefined },
  signal: AbortSignal,
): Promise<SimulatedElsewhere | NotSimulated> {
  const fund = reads([{ to: purse, data: pad(account, { size: 32 }) }])
  // Each wallet adds its own margin to the needed gas. A fixed one would reveal the simulation to a contract.
  const margin = randomBetween(1_150n, 1_600n)
  const likely = (needed: bigint | undefined) => (needed === undefined ? gasElsewhere : (needed * margin) / 1000n)
  const limited = steps.map((step, index) => ({ ...step, gas: step.gas ?? likely(real?.gas[index]) }))
  const environment = environmentAt(time, limited, real)
  const before = reads(asked)
  const rest: Part[] = [{ kind: 'sent', calls: limited }, before, reads(once)]
  const [first, found] = await Promise.all([
    isApart ? simulateBlock(client, account, [fund, before], signal, environment) : null,
    simulateBlock(client, account, isApart ? [fund, ...rest] : [fund, before, ...rest], signal, environment),
  ])
  if (found.kind !== 'block') return found
  const funded = { account, asked, steps, gasPrice: environment.gasPrice }
  if (!first) return read(found.parts, funded)
  if (first.kind !== 'block') return first
  const [lent = [], ...others] = found.parts
  return read([lent, first.parts[1] ?? [], ...others], funded)
}

type Funded = Pick<SimulationRequest, 'account' | 'steps'> & { asked: SimulationRequest['reads']; gasPrice: bigint }

function read(
  [, before, sent = [], after, once]: SimulatedBlock<Outcome>['parts'],
  { account, asked, steps, gasPrice }: Funded,
): SimulatedElsewhere {
  const paid = sent.reduce((sum, { charged }) => sum + charged, 0n) * gasPrice
  const own = balanceReader.read(account)
  const isOwnBalance = (index: number) => asked[index]?.to === own.to && asked[index]?.data === own.data
  return {
    kind: 'simulated',
    steps: ofStep(sent, steps),
    before: answersOf(before),
    after: answersOf(after).map((answer, index) =>
      answer && isOwnBalance(index) ? numberToHex(hexToBigInt(answer) + paid, { size: 32 }) : answer,
    ),
    once: answersOf(once),
  }
}
