import { randomUUID } from 'node:crypto'
import { formatUnits, type Hash, numberToHex, TransactionReceiptNotFoundError } from 'viem'
import { HttpError } from '../api/http-error'
import type { DevnetChain } from '../chain'
import { type ActionPlan, type ActionRequest, actionSchema, type PlannedTransaction } from './plan'

type StoredTransaction = PlannedTransaction & {
  id: string
  stepIndex: number
  createdAt: string
  hash: Hash | null
  broadcastedAt: string | null
}

type StoredAction = {
  id: string
  intent: 'enter' | 'exit'
  request: ActionRequest
  rawArguments: unknown
  plan: ActionPlan
  createdAt: string
  transactions: StoredTransaction[]
}

const gasLimit = 400_000

/** Older actions are dropped: this API serves one machine. */
const mostActions = 1_000

/** Actions of the Yield.xyz API: planned transactions, and their outcomes by the submitted hashes. */
export class Actions {
  readonly #actions = new Map<string, StoredAction>()

  constructor(
    readonly chain: DevnetChain,
    readonly now: () => number,
  ) {}

  async create(intent: StoredAction['intent'], body: unknown, plan: (request: ActionRequest) => Promise<ActionPlan>) {
    const request = actionSchema.parse(body)
    const planned = await plan(request)
    const createdAt = this.#time()
    const action: StoredAction = {
      id: randomUUID(),
      intent,
      request,
      rawArguments: request.arguments,
      plan: planned,
      createdAt,
      transactions: planned.transactions.map((transaction, stepIndex) => ({
        ...transaction,
        id: randomUUID(),
        stepIndex,
        createdAt,
        hash: null,
        broadcastedAt: null,
      })),
    }
    this.#actions.set(action.id, action)
    const [oldest] = this.#actions.keys()
    if (oldest && this.#actions.size > mostActions) this.#actions.delete(oldest)
    return this.#describe(action)
  }

  get(id: string) {
    const action = this.#actions.get(id)
    if (!action) throw new HttpError(404, `There is no action ${id}.`)
    return this.#describe(action)
  }

  getTransaction(id: string) {
    const { action, transaction } = this.#find(id)
    return this.#describeTransaction(action, transaction)
  }

  submitHash(id: string, hash: Hash) {
    const { action, transaction } = this.#find(id)
    if (transaction.hash !== null && transaction.hash !== hash)
      throw new HttpError(409, `Transaction ${id} was submitted with another hash.`)
    transaction.hash = hash
    transaction.broadcastedAt ??= this.#time()
    return this.#describeTransaction(action, transaction)
  }

  #time(): string {
    return new Date(this.now()).toISOString()
  }

  #find(id: string) {
    for (const action of this.#actions.values()) {
      const transaction = action.transactions.find((candidate) => candidate.id === id)
      if (transaction) return { action, transaction }
    }
    throw new HttpError(404, `There is no transaction ${id}.`)
  }

  async #describe(action: StoredAction) {
    const { id, intent, request, plan, createdAt, rawArguments } = action
    const transactions = await Promise.all(action.transactions.map((each) => this.#describeTransaction(action, each)))
    const statuses = transactions.map(({ status }) => status)
    const isDone = statuses.every((status) => status === 'CONFIRMED')
    return {
      id,
      intent,
      type: intent === 'enter' ? 'STAKE' : 'UNSTAKE',
      yieldId: request.yieldId,
      address: request.address,
      amount: formatUnits(plan.amountRaw, plan.decimals),
      amountRaw: String(plan.amountRaw),
      amountUsd: null,
      executionPattern: 'synchronous',
      rawArguments,
      createdAt,
      completedAt: isDone ? this.#time() : null,
      status: statuses.includes('FAILED')
        ? 'FAILED'
        : isDone
          ? 'SUCCESS'
          : statuses.every((status) => status === 'CREATED')
            ? 'CREATED'
            : 'PROCESSING',
      transactions,
    }
  }

  async #describeTransaction({ request }: StoredAction, transaction: StoredTransaction) {
    const { id, title, type, stepIndex, createdAt, broadcastedAt, hash, to, data, value } = transaction
    const chainId = this.chain.info.id
    return {
      id,
      title,
      network: 'local',
      status: await this.#status(hash),
      type,
      hash,
      createdAt,
      broadcastedAt,
      signedTransaction: null,
      unsignedTransaction: JSON.stringify({
        from: request.address,
        to,
        data,
        value: numberToHex(value),
        gasLimit: numberToHex(gasLimit),
        chainId,
      }),
      stepIndex,
      gasEstimate: String(gasLimit),
      explorerUrl: null,
      isMessage: false,
    }
  }

  async #status(hash: Hash | null): Promise<'CREATED' | 'BROADCASTED' | 'CONFIRMED' | 'FAILED'> {
    if (hash === null) return 'CREATED'
    try {
      const { status } = await this.chain.client.getTransactionReceipt({ hash })
      return status === 'success' ? 'CONFIRMED' : 'FAILED'
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return 'BROADCASTED'
      throw error
    }
  }
}
