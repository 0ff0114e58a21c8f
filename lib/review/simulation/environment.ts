import { type Hex, hexToBigInt, numberToHex, type PublicClient, pad } from 'viem'
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

/** An address that nobody holds: where the coins for gas come from for the time of a simulation. */
const purse = randomAddress()
/**
 * `PUSH1 0 CALLDATALOAD SELFDESTRUCT`: leaves all that it has to the address in the first calldata word, which no code
 * of the receiver can refuse or notice (EIP-6780 keeps this part of it).
 */
const purseCode: Hex = '0x600035ff'

/** A block producer that the node itself would not have put in. */
const otherProducer = randomAddress()
const randomness = randomWord()

/** Wei for a unit of gas, and what of it is the block's base fee: what a real transaction meets, where a simulation has none. */
const baseFee = randomBetween(800_000_000n, 1_600_000_000n)
const gasPrice = baseFee + randomBetween(100_000_000n, 900_000_000n)

/** Gas units: as a wallet would allow, far from the whole block that a simulation gives. */
export const gasElsewhere = randomBetween(3_000_000n, 3_100_000n)

/** The plan's steps in another block; what they pay for gas has been put back into the balances. */
export type SimulatedElsewhere = Pick<Simulated, 'kind' | 'before' | 'after' | 'once'> & {
  steps: readonly StepOutcome<Outcome>[]
}

/** How many blocks later a stranger's contract is tried as well: some minutes, and more than a person takes to sign. */
const blocksLater = randomBetween(24n, 32n)
/** Seconds that nodes put between the empty blocks before one of a higher number: its time must be after theirs. */
const secondsBetween = 12n

const minute = 60n

/** A time that is about a minute after a block, guessed before any block is known. Unix seconds. */
export const minuteAfter = (seconds: bigint): bigint => seconds + minute

/**
 * The guess, or a better time where it is not about a minute after the block that the node simulates in: this clock is
 * wrong or the node's chain runs ahead of it. A local chain makes a block only when something happens, so there the
 * guess may be as late as it likes.
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
  // What a wallet sets aside for gas is missing from the balance: a contract that knows how much there was can tell.
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
 * As it will be: what each step needs of gas, wei for a unit of it, and the wei that the account has; only what is missing
 * is lent. In the block that the node itself would put in, but for what `block` says.
 */
export type Real = {
  gas: readonly bigint[]
  gasPrice: bigint | undefined
  balance: bigint | undefined
  block?: { number: bigint; time: bigint }
}

/** Some minutes after the block that a simulation ran in; null where the node did not tell which that was. */
export const someBlocksAfter = ({ number, time }: Pick<Simulated, 'number' | 'time'>): Real['block'] | null =>
  number === null || time === null
    ? null
    : { number: number + blocksLater, time: time + (blocksLater + 1n) * secondsBetween }

/**
 * The steps once more, in a block at that time of another producer, with gas that costs something: a red pill shows here.
 * Where strangers run, what is read before the steps is read apart: a contract could remember that it was asked, and
 * behave from then on. `real`: with gas as it will be; without it, with as much as a wallet would ever allow.
 */
export async function simulateElsewhere(
  client: PublicClient,
  { account, steps, reads: asked, once }: Omit<SimulationRequest, 'probes'>,
  { time, isApart, real }: { time: bigint; isApart: boolean; real?: Real | undefined },
  signal: AbortSignal,
): Promise<SimulatedElsewhere | NotSimulated> {
  const fund = reads([{ to: purse, data: pad(account, { size: 32 }) }])
  // On top of what is needed wallets put a margin each of its own: any fixed one would tell a contract that it is tried.
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
