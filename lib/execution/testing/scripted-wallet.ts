import { type Address, type Hash, type Hex, publicActions } from 'viem'
import { createListeners } from '@/lib/store'
import type { Atomicity, BatchRequest, BatchStatus, TypedDataRequest, Wallet, WalletRequest } from '../signing/wallet'
import type { Anvil } from './anvil'
import { sendAtomically } from './batch-account'

/** Behaviour of the wallet for one request. */
export type Answer = (request: WalletRequest, send: (request: WalletRequest) => Promise<Hash>) => Promise<Hash>

/** Signs and sends the request. */
export const signs: Answer = (request, send) => send(request)
export const fails =
  (code: number, message = 'No'): Answer =>
  () =>
    Promise.reject(Object.assign(new Error(message), { code }))
export const neverAnswers: Answer = () => new Promise(() => undefined)
/** Sends, and then the answer is lost. */
export const sendsAndIsSilent: Answer = async (request, send) => {
  await send(request)
  return neverAnswers(request, send)
}

/** Sends, and then claims a failure. */
export const sendsAndFails =
  (code: number, message = 'No'): Answer =>
  async (request, send) => {
    await send(request)
    return fails(code, message)(request, send)
  }
/** Names this transaction, after sending the request or, if `sending` is false, nothing. */
export const names =
  (hash: Hash, sending = true): Answer =>
  async (request, send) => {
    if (sending) await send(request)
    return hash
  }
/** A hash without a transaction. */
export const nothing: Hash = `0x${'ab'.repeat(32)}`

/** Behaviour of the wallet for one request for typed data. */
export type TermsAnswer = (request: TypedDataRequest, sign: () => Promise<Hex>) => Promise<Hex>
const signsTerms: TermsAnswer = (_, sign) => sign()

/** Behaviour of the wallet for one batch. Resolves with the id that it answers with. */
export type BatchAnswer = (request: BatchRequest, take: (id?: string) => Promise<string>) => Promise<string>
const takes: BatchAnswer = (_, take) => take()

/** An answer of the wallet that waits until it is released. */
export function late<Asked extends unknown[], Given>(answer: (...asked: Asked) => Promise<Given>) {
  let letGo = () => {}
  const waited = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { answer: (...asked: Asked) => waited.then(() => answer(...asked)), letGo }
}

/** A wallet that follows a script: one answer for each request, then `signs`. Its key is in this process. */
export function scriptedWallet(signer: ReturnType<Anvil['signer']>) {
  const { account } = signer
  const state = {
    account: account.address as Address | null,
    chainId: 31337,
    script: [] as Answer[],
    asked: [] as WalletRequest[],
    /** Answers to requests for typed data. */
    termsScript: [] as TermsAnswer[],
    terms: [] as TypedDataRequest[],
    /** Its answer about batches; null if it accepts none. */
    atomicity: null as Atomicity | null,
    batches: [] as BatchRequest[],
    batchScript: [] as BatchAnswer[],
    /** Its answers about batches, by id, where they differ from the fate of the transaction. */
    says: new Map<string, BatchStatus | Error>(),
    switching: 'allowed' as 'allowed' | 'rejected' | 'unsupported',
  }
  const accounts = createListeners()
  const send = ({ account: _, chainId: __, ...request }: WalletRequest) =>
    signer.sendTransaction({ ...request, gas: request.gas ?? 100_000n })
  const sent = new Map<string, Hash>()
  const wallet: Wallet = {
    atomicity: async () => state.atomicity,
    sendBatch: async (request) => {
      state.batches.push(request)
      const take = async (id = request.id) => {
        sent.set(id, await sendAtomically(signer, request))
        return id
      }
      return (state.batchScript.shift() ?? takes)(request, take)
    },
    batchStatus: async (id) => {
      const said = state.says.get(id)
      if (said instanceof Error) throw said
      const hash = sent.get(id)
      if (!said && !hash) throw Object.assign(new Error('Unknown batch'), { code: 5730 })
      if (said || !hash) return said ?? { status: 100, hashes: [] }
      const receipt = await signer
        .extend(publicActions)
        .getTransactionReceipt({ hash })
        .catch(() => null)
      return receipt
        ? { status: receipt.status === 'success' ? 200 : 500, hashes: [hash] }
        : { status: 100, hashes: [] }
    },
    account: () => state.account,
    chainId: async () => state.chainId,
    switchChain: async (chainId) => {
      if (state.switching === 'rejected') throw Object.assign(new Error('No'), { code: 4001 })
      if (state.switching === 'unsupported') throw Object.assign(new Error('Unknown chain'), { code: 4902 })
      state.chainId = chainId
    },
    sendTransaction: async (request) => {
      state.asked.push(request)
      return (state.script.shift() ?? signs)(request, send)
    },
    signTypedData: async (request) => {
      state.terms.push(request)
      return (state.termsScript.shift() ?? signsTerms)(request, () => signer.signTypedData(request.typedData))
    },
    subscribe: accounts.subscribe,
  }
  const use = (address: Address | null) => {
    state.account = address
    accounts.tell()
  }
  return { wallet, state, use, send }
}
