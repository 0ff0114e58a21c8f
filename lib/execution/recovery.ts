import { type Hash, isAddressEqual, type Transaction } from 'viem'
import { type ExecutionContext, retryDelay, rpcSilent } from './context'
import type { LedgerEntry, StepRecord } from './entry'
import { isOpen } from './machine'
import { hasStoodFor, inNonceSlot, isUsedUp, transactionAtNonce } from './nonce-search'
import { pauseInSigning } from './pause'
import { answerForBundle, recoverBundle } from './recover-bundle'
import { isReviewed, transactionOf } from './sighting'
import { nextStep } from './steps'

/**
 * What became of a request to the wallet whose answer was lost. `free`: its nonce is not used, so it may still be
 * open in the wallet. `displaced`: its nonce went to another transaction.
 */
type Recovered = { kind: 'found'; hash: Hash } | { kind: 'free' | 'displaced' | 'unclear' }

/** Wallets may take a higher nonce than they were asked to; so many are looked at. */
const widestGap = 16

/** Looks for the transaction of a lost request, by nonce and bytes. Throws whatever the node's failure is. */
async function findAttempt(entry: LedgerEntry, context: ExecutionContext): Promise<Recovered> {
  const step = nextStep(entry)
  const chain = step && context.chains.get(step.chainId)
  // A contract account sends by somebody else's transactions: their nonces tell nothing.
  if (!chain || step.via === 'contract' || step.nonce === undefined || step.fromBlock === undefined)
    return { kind: 'unclear' }
  const { client } = chain
  const account = entry.owner
  const isOurs = (found: Parameters<typeof isReviewed>[0]) =>
    isReviewed(found, step, account) && !isKnown(found.hash, context)

  const count = await client.getTransactionCount({ address: account, blockTag: 'latest' })
  const fromBlock = BigInt(step.fromBlock)
  let usedBy: Transaction | 'none' | null = null
  for (let nonce = step.nonce; nonce < Math.min(count, step.nonce + widestGap); nonce += 1) {
    const found = await transactionAtNonce(client, { account, nonce, fromBlock })
    if (found !== 'none' && found !== 'unfound' && isOurs(found))
      return isContested(entry, step, context) ? { kind: 'unclear' } : { kind: 'found', hash: found.hash }
    if (nonce === step.nonce && found !== 'unfound') usedBy = found
  }
  for (let nonce = Math.max(count, step.nonce); nonce < step.nonce + widestGap; nonce += 1) {
    const waiting = await inNonceSlot(client, account, nonce)
    if (!waiting) break
    if (isOurs(waiting))
      return isContested(entry, step, context) ? { kind: 'unclear' } : { kind: 'found', hash: waiting.hash }
  }
  if (count <= step.nonce) return { kind: 'free' }
  if (usedBy === null) return { kind: 'unclear' }
  const confirmations = context.confirmations(chain)
  const isDisplaced =
    (await isUsedUp(client, { account, nonce: step.nonce, confirmations })) &&
    // What was sent in private may wait under a higher nonce.
    (usedBy === 'none' || (await hasStoodFor(client, usedBy, context.privateFor(chain))))
  return { kind: isDisplaced ? 'displaced' : 'free' }
}

/** Another call, or another step, has this transaction already: equal bytes do not make it ours. */
const isKnown = (hash: Hash, { ledger }: ExecutionContext): boolean =>
  ledger.all().some((entry) => entry.steps.some((step) => step.hash === hash || step.replacedBy === hash))

/** Another call waits for the wallet's answer about equal bytes: the transaction may be its, and its hash is not in yet. */
const isContested = ({ key, owner }: LedgerEntry, step: StepRecord, { ledger }: ExecutionContext): boolean =>
  ledger
    .all()
    .some(
      (other) =>
        other.key !== key &&
        other.state === 'signing' &&
        !other.interrupted &&
        isAddressEqual(other.owner, owner) &&
        nextStep(other)?.bytesHash === step.bytesHash,
    )

const lookThere =
  'No transaction is on the chain yet. Check your wallet: confirm or reject the request there, or say here what became of it. Nothing is sent again automatically.'

const cannotTell =
  'The nonce it was going to use has been taken, and the network’s node cannot say by what. Check your wallet’s activity, and say here what became of the request. Nothing is sent again automatically.'

const notServed = (chainId: number): string =>
  `This app no longer supports chain ${chainId}, so its transaction cannot be looked up here. Check your wallet’s activity, and say here what became of the request. Nothing is sent again automatically.`

const lookThereYourself =
  'Your account is a contract, so its transaction cannot be found by nonce. Check your wallet: confirm or reject the request there, or say here what became of it. Nothing is sent again automatically.'

/** How the answer was lost: `why` in words; `mayAnswer` while the wallet's answer can still come to this page. */
export type Lost = { why: string; mayAnswer: boolean }
export const lostInReload: Lost = { why: 'Your wallet was asked, but its answer was lost.', mayAnswer: false }

/**
 * Keeps looking for the transaction of a lost request until it is found, until it cannot come any more, or until the
 * person has answered. Never asks the wallet. Rejects only when the context's signal aborts.
 */
export async function recoverSigning(key: string, context: ExecutionContext, lost: Lost): Promise<void> {
  const { ledger, signal } = context
  if (ledger.get(key)?.bundle) return recoverBundle(key, context, lost.why)
  let failures = 0
  for (;;) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    const step = entry && nextStep(entry)
    if (entry?.state !== 'signing' || !step) return
    let recovered: Recovered | null = null
    try {
      recovered = await findAttempt(entry, context)
      failures = 0
    } catch {
      // A node that fails tells nothing about the transaction.
      failures += 1
    }
    signal.throwIfAborted()
    // The person may have answered while the node was asked.
    if (ledger.get(key)?.state !== 'signing') return
    // An open request can still take another nonce: only what is found counts.
    const counts = recovered?.kind === 'found' || !lost.mayAnswer
    if (recovered && counts && (await conclude(entry, recovered, context))) return
    const chain = context.chains.get(step.chainId)
    const look = chain ? whereToLook(step, recovered) : notServed(step.chainId)
    const note = recovered ? `${lost.why} ${look}` : rpcSilent
    if (!entry.interrupted || entry.note !== note) await ledger.apply(key, { type: 'interrupted', note })
    if (!chain) return
    await pauseInSigning(key, retryDelay(chain, failures), context)
  }
}

function whereToLook({ via }: StepRecord, recovered: Recovered | null): string {
  if (via === 'contract') return lookThereYourself
  return recovered?.kind === 'unclear' ? cannotTell : lookThere
}

/** Writes what was found out. False if that leaves the question open. */
async function conclude(entry: LedgerEntry, recovered: Recovered, { ledger }: ExecutionContext): Promise<boolean> {
  if (recovered.kind === 'found') {
    await applyHash(entry, recovered.hash, ledger)
    return true
  }
  if (recovered.kind !== 'displaced') return false
  await ledger.apply(entry.key, {
    type: 'failed',
    code: 'cancelled',
    error:
      'This call was not executed: another transaction of yours took its place. If your wallet still shows the request, reject it there.',
  })
  return true
}

/**
 * Looks once more for a request that was said not to be sent: it may have been confirmed in the wallet since. True if it
 * was; then it is on record, and nothing is to be asked for again. Throws whatever the node's failure is.
 */
export async function foundAfterAll(key: string, context: ExecutionContext): Promise<boolean> {
  const entry = context.ledger.get(key)
  if (!entry || !isOpen(entry.state) || nextStep(entry)?.nonce === undefined) return false
  const recovered = await findAttempt(entry, context)
  return recovered.kind === 'found' && conclude(entry, recovered, context)
}

async function applyHash(entry: LedgerEntry, hash: Hash, ledger: ExecutionContext['ledger']): Promise<void> {
  const [attempt, ...rest] = entry.steps.filter((step) => !step.hash)
  if (attempt) await ledger.apply(entry.key, { type: 'hash', attempt, rest, hash })
}

/**
 * Takes the person's word on a lost request, as far as the chain bears it out. A transaction that is on the chain
 * counts more than "not sent"; a hash counts only if it is the reviewed step.
 */
export async function answerFor(
  entry: LedgerEntry,
  answer: { hash: Hash } | 'not-sent',
  context: ExecutionContext,
): Promise<void> {
  const { ledger } = context
  const { key } = entry
  const say = (note: string) => ledger.apply(key, { type: 'interrupted', note })
  if (entry.bundle) return answerForBundle(entry, entry.bundle, answer, context)
  const step = nextStep(entry)
  if (!step) return
  try {
    if (answer === 'not-sent') {
      const recovered = await findAttempt(entry, context)
      if (await conclude(entry, recovered, context)) return
      await ledger.apply(key, {
        type: 'not-sent',
        note: 'You said nothing was sent. If the request is still open in your wallet, reject it there first.',
      })
      return
    }
    const refusal = await whyNot(entry, step, answer.hash, context)
    if (refusal) await say(refusal)
    else await applyHash(entry, answer.hash, ledger)
  } catch {
    context.signal.throwIfAborted()
    // Either the node failed, or the call has moved on meanwhile and needs no answer any more.
    if (ledger.get(key)?.state === 'signing')
      await say('The network’s node is not responding, so this cannot be checked. Try again in a moment.')
  }
}

async function whyNot(
  entry: LedgerEntry,
  step: StepRecord,
  hash: Hash,
  context: ExecutionContext,
): Promise<string | null> {
  if (isKnown(hash, context)) return 'That transaction belongs to another call.'
  const client = context.chains.get(step.chainId)?.client
  const transaction = client ? await transactionOf(client, hash) : null
  if (!transaction)
    return 'The network does not know that transaction, at least not yet. Check the hash and the chain, or try again in a moment.'
  if (!isReviewed(transaction, step, entry.owner))
    return 'That transaction is not this call: the account, recipient, data or value differ.'
  return null
}
