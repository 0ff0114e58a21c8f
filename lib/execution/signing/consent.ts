import { getAddress, type Hex, isHex } from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { exactAmount, formatAmount } from '@/lib/chain/tokens/amount'
import type { Consent, ExecutionPermission } from '@/lib/tools/tool'
import { addressSchema } from '@/lib/wire/address'
import { type GrantedResult, rebalanceTypedData } from '@/lib/wire/consent'
import type { ToolResult } from '@/lib/wire/result'
import { revealInvisible } from '@/lib/wire/text'
import type { ExecutionContext } from '../context'
import type { ConsentRecord, LedgerEntry } from '../ledger/entry'
import { IllegalTransition } from '../ledger/machine'
import { type Approved, assertAccount, reachChain, untilAnswered } from './ask'
import { assertReviewedTerms } from './guard'
import { assertMeant } from './in-turn'
import { toWalletError, type WalletError } from './wallet'

/** Reviewed terms, bound to their review by the digest. */
export type ApprovedConsent = { consent: Consent; digest: Hex } & Pick<Approved, 'isMeant'>

/** Time a chain may take to judge a contract wallet's signature, in milliseconds. */
const signaturePatience = 10_000

/**
 * Asks the wallet to sign the terms, once. The request is recorded first. A signature moves nothing, so if the answer
 * is lost the person may be asked again: the nonce makes it one permission however often it is signed.
 */
export async function askConsent(key: string, approved: ApprovedConsent, context: ExecutionContext): Promise<void> {
  const { ledger, wallet } = context
  const { consent, digest } = approved
  const { permission } = consent
  const chain = context.chains.get(permission.chainId)
  if (!chain) throw new Error('The chain is not supported')
  const request = { chainId: chain.id, account: permission.owner, typedData: rebalanceTypedData(permission) }
  let checks: SignatureChecks
  try {
    // Before the wallet is asked: a signature that could not be checked would be lost.
    checks = await loadSignatureChecks()
    // Wallets refuse typed data for a chain other than their current one.
    await reachChain(key, chain, context)
    assertReviewedTerms(request, digest)
    assertAccount(context, permission.owner)
    assertMeant(approved.isMeant)
    await ledger.apply(key, { type: 'consent-asked', account: permission.owner, consent: { permission, digest } })
  } catch (thrown) {
    context.signal.throwIfAborted()
    // Another tab was faster, and its decision on this call stands.
    if (thrown instanceof IllegalTransition) throw thrown
    await ledger.apply(key, { type: 'noted', note: `${sentence(toWalletError(thrown).message)} Nothing was signed.` })
    return
  }
  const answer = await whileSigning(key, context, async () => wallet.signTypedData(request))
  if (answer === 'elsewhere') return
  if ('error' in answer) return refused(key, answer.error, context)
  await take(key, consent, answer.value, checks, context, chain)
}

/** Keys and curves, which only permissions need. */
const loadSignatureChecks = () => import('@/lib/chain/accounts/hash-signature')
type SignatureChecks = Awaited<ReturnType<typeof loadSignatureChecks>>

type Answer<Value> = { value: Value } | { error: WalletError }

/** Returns the wallet's answer, or `elsewhere` once the call has been settled or given back without it. */
async function whileSigning<Value>(
  key: string,
  context: ExecutionContext,
  ask: () => Promise<Value>,
): Promise<Answer<Value> | 'elsewhere'> {
  const { ledger } = context
  const waiting = new AbortController()
  const signal = AbortSignal.any([context.signal, waiting.signal])
  const answer: Promise<Answer<Value>> = ask().then(
    (value) => ({ value }),
    (thrown: unknown) => ({ error: toWalletError(thrown) }),
  )
  context
    .sleep(context.walletPatience, signal)
    .then(async () => {
      const entry = ledger.get(key)
      if (entry?.state === 'signing') await ledger.apply(key, { type: 'interrupted', note: silentNote(entry) })
    })
    // Aborts when the wallet answers.
    .catch(() => undefined)
  try {
    const first = await Promise.race([answer, untilAnswered(key, ledger, signal)])
    if (first !== 'elsewhere') return first
    void answer.then((late) => lateAnswer(key, late, context))
    return 'elsewhere'
  } finally {
    waiting.abort(new Error('No longer waiting for the wallet'))
  }
}

/**
 * Discards a signature that nobody waits for: an unreported one grants nothing. Reports a permission granted on chain.
 */
async function lateAnswer(key: string, late: Answer<unknown>, { ledger, signal }: ExecutionContext): Promise<void> {
  if ('error' in late || signal.aborted) return
  const entry = ledger.get(key)
  const note = entry?.consent?.execution
    ? 'Your wallet granted an on-chain permission after this was closed. The agent was not told. Revoke it in your wallet if you do not want it.'
    : 'Your wallet signed after you stopped waiting. That signature was discarded: it grants nothing.'
  if (entry) await ledger.apply(key, { type: 'noted', note })
}

async function refused(key: string, error: WalletError, { ledger }: ExecutionContext): Promise<void> {
  if (ledger.get(key)?.state !== 'signing') return
  if (error.code === 'rejected') await ledger.apply(key, { type: 'wallet-rejected' })
  else await ledger.apply(key, { type: 'not-sent', note: `${sentence(error.message)} Nothing was granted.` })
}

/** Accepts the wallet's signature if it is valid, and asks for whatever else was agreed. */
async function take(
  key: string,
  { permission, digest, execution }: Consent,
  signature: unknown,
  { isHashSignedBy, SignatureCheckError }: SignatureChecks,
  context: ExecutionContext,
  chain: ChainHandle,
): Promise<void> {
  const { ledger, chains } = context
  const giveBack = (note: string) => ledger.apply(key, { type: 'not-sent', note })
  const signed = { address: permission.owner, hash: digest, chainId: chain.id }
  if (typeof signature !== 'string' || !isHex(signature)) {
    await giveBack('Your wallet returned no signature. Nothing was granted.')
    return
  }
  try {
    if (!(await isHashSignedBy({ ...signed, signature }, { chains, timeoutMs: signaturePatience }))) {
      await giveBack('Your wallet’s signature does not match these terms and your account. Nothing was granted.')
      return
    }
  } catch (error) {
    if (!(error instanceof SignatureCheckError)) throw error
    context.signal.throwIfAborted()
    await giveBack(`Your wallet signed, but the signature could not be checked on ${chain.name}. Nothing was granted.`)
    return
  }
  // The person stopped waiting while the chain was asked.
  if (ledger.get(key)?.state !== 'signing') return
  const also = context.wallet.requestExecutionPermission ? execution : undefined
  await ledger.apply(key, { type: 'consent-signed', digest, signature, ...(also ? { execution: also.to } : {}) })
  if (also) await askExecution(key, also, context)
  else await settleConsent(key, context)
}

/** Asks once for the permission on chain. Whatever comes of it, the signed terms stand. */
async function askExecution(key: string, execution: ExecutionPermission, context: ExecutionContext): Promise<void> {
  const { wallet } = context
  const owner = context.ledger.get(key)?.owner
  const { requestExecutionPermission } = wallet
  if (!owner || !requestExecutionPermission) return settleConsent(key, context)
  const answer = await whileSigning(key, context, async () => requestExecutionPermission(execution, owner))
  if (answer === 'elsewhere') return
  if ('error' in answer) {
    const { code, message } = answer.error
    const why = code === 'rejected' ? 'You rejected the on-chain permission.' : sentence(message)
    const sure = code === 'rejected' ? '' : ' If your wallet shows one anyway, revoke it there.'
    return settleConsent(key, context, { note: `${why} The signed permission stands; it is advisory.${sure}` })
  }
  const granted = executionAnswer.safeParse(answer.value)
  if (!granted.success)
    return settleConsent(key, context, {
      note: 'Your wallet’s answer about the on-chain permission cannot be read. It may have granted one: check your wallet, and revoke it there if so. The signed permission stands; it is advisory.',
    })
  const widened = isWider(granted.data, execution)
  return settleConsent(key, context, {
    grant: granted.data,
    ...(widened ? { note: `${widened} Check it in your wallet, and revoke it there if it is not what you want.` } : {}),
  })
}

const hex = z.custom<Hex>((value) => typeof value === 'string' && isHex(value))
/** A point in time, or a duration. */
const unixSeconds = z.number().nonnegative()
const granted = z.looseObject({
  context: hex,
  delegationManager: addressSchema.optional(),
  to: addressSchema.optional(),
  permission: z.looseObject({ data: z.looseObject({}).optional() }).optional(),
  rules: z.array(z.looseObject({ type: z.string(), data: z.looseObject({}).nullish() })).nullish(),
})
/** ERC-7715: one answer per request; some wallets return the single answer without the array. */
const executionAnswer = z.union([z.tuple([granted]).transform(([only]) => only), granted])

/** Describes what the wallet granted beyond the request; null if nothing. */
function isWider({ to, permission, rules }: z.infer<typeof granted>, asked: ExecutionPermission): string | null {
  if (to && to !== getAddress(asked.to))
    return 'Your wallet granted the permission to a different account from the one asked for.'
  const data = permission?.data
  const token = addressSchema.safeParse(data?.tokenAddress)
  if (token.success && token.data !== getAddress(asked.token))
    return 'Your wallet granted a different token from the one asked for.'
  const amount = hex.safeParse(data?.allowanceAmount ?? data?.periodAmount)
  if (amount.success && BigInt(amount.data) > asked.amount)
    return `Your wallet granted ${formatAmount(BigInt(amount.data), null)}, more than the ${exactAmount(asked.amount, 0)} asked for.`
  const period = unixSeconds.safeParse(data?.periodDuration)
  if (period.success && period.data < asked.until - asked.from)
    return 'Your wallet granted the amount again in every period, when it was asked for once in total.'
  // A wallet that reports no rules may keep to the request; one that reports rules without that expiry does not.
  const end = unixSeconds.safeParse(rules?.find(({ type }) => type === 'expiry')?.data?.timestamp)
  if (rules && !(end.success && end.data <= asked.until))
    return 'Your wallet granted the permission for longer than asked.'
  return null
}

/** Settles a call whose terms are signed as granted, with whatever the wallet enforces. */
async function settleConsent(
  key: string,
  { ledger }: ExecutionContext,
  { grant, note }: { grant?: z.infer<typeof granted>; note?: string } = {},
): Promise<void> {
  const consent = ledger.get(key)?.consent
  if (ledger.get(key)?.state !== 'signing' || !consent?.signature) return
  const outcome = grantedResult({ ...consent, signature: consent.signature }, grant)
  await ledger.apply(key, { type: 'granted', outcome, ...(note ? { note } : {}) })
}

function grantedResult(
  { permission, digest, signature, execution }: ConsentRecord & { signature: Hex },
  grant: z.infer<typeof granted> | undefined,
): ToolResult {
  const result = {
    status: 'success',
    granted: true,
    permission,
    signature,
    digest,
    validUntil: permission.validUntil,
  } as const
  if (!grant) return { ...result, method: 'eip712', enforcement: 'advisory' } satisfies GrantedResult
  return {
    ...result,
    method: 'erc7715',
    enforcement: 'onchain',
    context: grant.context,
    ...(grant.delegationManager ? { delegationManager: grant.delegationManager } : {}),
    ...(execution ? { sessionAddress: execution } : {}),
  } satisfies GrantedResult
}

/**
 * Recovers a call whose page went away while the wallet was asked. Without a signature nothing was granted, and the
 * person may continue; with one the terms stand, and only a permission on chain remains unknown.
 */
export async function recoverConsent(key: string, context: ExecutionContext): Promise<void> {
  const { ledger } = context
  const consent = ledger.get(key)?.consent
  if (ledger.get(key)?.state !== 'signing' || !consent) return
  if (consent.signature) return settleConsent(key, context, consent.execution ? { note: unknownExecution } : {})
  await ledger.apply(key, {
    type: 'not-sent',
    note: 'Your wallet was asked, but its answer was lost. Nothing was granted and nothing moved. If the request is still open in your wallet, reject it there; then countersign again if you want to.',
  })
}

/** Handles a person who no longer waits for a silent wallet. */
export async function stopWaiting(key: string, context: ExecutionContext): Promise<void> {
  const consent = context.ledger.get(key)?.consent
  if (consent?.signature) return recoverConsent(key, context)
  await context.ledger.apply(key, {
    type: 'not-sent',
    note: 'You stopped waiting. Nothing was granted. If the request is still open in your wallet, reject it there.',
  })
}

const unknownExecution =
  'Your wallet was also asked for an on-chain permission, and its answer was lost: it may have granted one. Check your wallet, and revoke it there if you do not want it. The signed permission stands; it is advisory.'

const silentNote = ({ consent }: LedgerEntry): string =>
  consent?.signature
    ? 'You have signed the permission. Your wallet has not answered about the on-chain permission.'
    : 'Your wallet has not answered. Nothing is granted until you sign there.'

const sentence = (text: string): string => {
  const words = revealInvisible(text).slice(0, 200)
  return /[.!?]$/.test(words) ? words : `${words}.`
}
