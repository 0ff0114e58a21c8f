/** One row as the driver returns it. The caller parses it. */
export type Row = Record<string, unknown>

/**
 * Runs one SQL statement with `$1…` values. Both databases speak the same dialect. JSON is passed as text with a cast,
 * times are bigint milliseconds, and 64-bit integers may be returned as strings.
 */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

/** The only interface to the store. */
export type Database = {
  query: Query
  /** Runs `work` in a transaction, which is kept entirely or not at all. Must not be nested. */
  transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  /** True if no other process can have this store open, so that every run found in it at startup is dead. */
  exclusive: boolean
  /**
   * Receives what any instance sends to a channel with `pg_notify`, until the returned function is called. Absent if
   * there can be no other instance.
   */
  listen?: (channel: string, listener: ChannelListener) => () => Promise<void>
  /** Resolves when the store is gone and only a restart brings it back. Absent if it recovers by itself. */
  lost?: Promise<DatabaseError>
  close: () => Promise<void>
}

export type ChannelListener = {
  heard: (payload: string) => void
  /** Called once nothing is missed any more, and again after each lost connection. */
  opened: () => void
}

/**
 * The store cannot be opened, was lost while in use, or is `away` for now. The message is for the operator of the
 * server.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  constructor(
    readonly code: 'in-use' | 'cannot-open' | 'damaged' | 'newer-schema' | 'closed' | 'lost' | 'away',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * Returns an error's message. An aggregate without one, as for a name with two addresses, gives the messages of its
 * parts.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** True if the store failed and not the request, which may be repeated later. */
export const isStoreAway = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && ['away', 'lost', 'closed'].includes(error.code)

/** Message for requests while the store is away. */
export const storeAway = {
  message:
    'The service cannot reach its database at the moment, so it did not do this. No money was moved. Try again in a few seconds.',
  /** Seconds. */
  retryAfter: '5',
}
