/** One row as the driver gives it. Whoever asked parses it. */
export type Row = Record<string, unknown>

/**
 * Runs one SQL statement with `$1…` values. Both databases speak the same dialect; JSON goes in as text with a cast,
 * times are bigint milliseconds, and 64-bit integers may come back as strings.
 */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

/** The one port to the store. */
export type Database = {
  query: Query
  /** Runs `work` in a transaction: all of it is kept, or nothing. Must not be nested. */
  transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  /** True when no other process can have this store open, so that every run found in it at the start is a dead one. */
  exclusive: boolean
  /**
   * Hears what any instance sends to a channel with `pg_notify`, until the returned function is called. Absent where no
   * other instance can be there.
   */
  listen?: (channel: string, listener: ChannelListener) => () => Promise<void>
  /** Comes when the store is gone and only a new start brings it back. Absent where it comes back by itself. */
  lost?: Promise<DatabaseError>
  close: () => Promise<void>
}

export type ChannelListener = {
  heard: (payload: string) => void
  /** From now on nothing is missed. Called again after each time that the connection was lost. */
  opened: () => void
}

/**
 * The store cannot be opened, was lost while in use, or is `away` for now. The message is for the person who runs the
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

/** What an error says; where it is several and says nothing itself, as of a name with two addresses, what they say. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** Whether a failure is the store's, and none of what was asked of it: the same may be asked again later. */
export const isStoreAway = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && ['away', 'lost', 'closed'].includes(error.code)

/** For whoever asked for something while the store is away. */
export const storeAway = {
  message:
    'The service cannot reach its database at the moment, so it did not do this. No money was moved. Try again in a few seconds.',
  /** Seconds. */
  retryAfter: '5',
}
