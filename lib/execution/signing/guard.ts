import { type Hex, hashTypedData, isAddressEqual } from 'viem'
import { bytesHash, planHash } from '@/lib/review/findings/hash'
import type { Plan, Step } from '@/lib/tools/plan'
import { type BatchRequest, type TypedDataRequest, WalletError, type WalletRequest } from './wallet'

/**
 * Last check before the wallet: the request is exactly this step of the plan, and the plan is the reviewed one. Throws
 * WalletError `tampered`. Every transaction to the wallet passes through here.
 */
export function assertReviewed(request: WalletRequest, step: Step, plan: Plan, reviewedHash: Hex): void {
  const isSame =
    planHash(plan) === reviewedHash &&
    plan.steps.includes(step) &&
    bytesHash(request) === bytesHash(step) &&
    isAddressEqual(request.account, plan.account)
  if (!isSame) throw tampered()
}

/** The same check for a batch: every step of the plan, in order, and nothing else. */
export function assertReviewedBatch(request: BatchRequest, plan: Plan, reviewedHash: Hex): void {
  const { calls, chainId } = request
  const isSame =
    planHash(plan) === reviewedHash &&
    calls.length === plan.steps.length &&
    plan.steps.every((step, index) => {
      const call = calls[index]
      return call !== undefined && bytesHash({ ...call, chainId }) === bytesHash(step)
    }) &&
    isAddressEqual(request.account, plan.account)
  if (!isSame) throw tampered()
}

/** The same check for terms: the wallet's data hashes to the reviewed digest, and is for its account. */
export function assertReviewedTerms({ typedData, account, chainId }: TypedDataRequest, reviewed: Hex): void {
  const isSame =
    hashTypedData(typedData) === reviewed &&
    isAddressEqual(account, typedData.message.owner) &&
    chainId === typedData.domain.chainId
  if (!isSame) throw tampered()
}

const tampered = () =>
  new WalletError(
    'tampered',
    'What was about to be signed is not what was reviewed, so your wallet was not asked. Nothing was sent.',
  )
