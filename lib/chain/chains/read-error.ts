import {
  AbiDecodingDataSizeTooSmallError,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  RpcRequestError,
} from 'viem'
import { cleanChainString } from '@/lib/wire/text'
import { AdvisedError } from './advised-error'

/** A chain could not be read. Nothing was signed by then. The cause tells whether it answered at all. */
export class ChainReadError extends AdvisedError {
  override readonly name = 'ChainReadError'
  readonly code = 'chain-unreachable'
  /** True if nobody answered: neither a contract nor the node itself. */
  readonly isSilence: boolean
  constructor(chain: { name: string }, options?: ErrorOptions) {
    super(`${chain.name} could not be read: ${whyUnread(options?.cause)}. Nothing was signed.`, {
      ...options,
      advice: 'Try again.',
    })
    this.isSilence = !isAnswer(options?.cause)
  }
}

function whyUnread(cause: unknown): string {
  if (cause instanceof BaseError) {
    if (cause.walk(isRefusal) !== null) return 'a contract there gave an answer that cannot be understood'
    const answered = cause.walk((each) => each instanceof RpcRequestError)
    if (answered instanceof RpcRequestError)
      return `its RPC answered with an error, “${cleanChainString(answered.details, 120)}”`
  }
  return 'its RPC is not responding'
}

/**
 * Returns null if the chain answered that the contract lacks the function, refused the call, or returned something
 * else. Throws if the RPC does not answer: that is not the same.
 */
export async function unlessRefused<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof BaseError && error.walk(isRefusal) !== null) return null
    throw error
  }
}

/** viem's names for errors about bytes that do not match the type, as it does not export each of the classes. */
const undecodable: ReadonlySet<string> = new Set([
  'InvalidBytesBooleanError',
  'IntegerOutOfRangeError',
  'PositionOutOfBoundsError',
  'NegativeOffsetError',
  'RecursiveReadLimitExceededError',
])

/** True if the error is an answer of the node or of a contract, not a missing answer. */
export const isAnswer = (cause: unknown): boolean =>
  cause instanceof BaseError && cause.walk((each) => isRefusal(each) || each instanceof RpcRequestError) !== null

const isRefusal = (cause: unknown): boolean =>
  cause instanceof ContractFunctionRevertedError ||
  cause instanceof ContractFunctionZeroDataError ||
  cause instanceof AbiDecodingDataSizeTooSmallError ||
  (cause instanceof BaseError && undecodable.has(cause.name))

/** Waits for reads of a chain. A failure becomes a ChainReadError with a message for a person. */
export async function readingFrom<T>(chain: { name: string }, reads: Promise<T>): Promise<T> {
  try {
    return await reads
  } catch (error) {
    throw error instanceof ChainReadError ? error : new ChainReadError(chain, { cause: error })
  }
}
