import type { Entity, Names, Span } from '../entity'
import type { Action, Kind, Role } from '../labels'
import type { Context } from './features'

/** A piece of a clause, and its role. */
export type Part = Span & {
  role: Role
  /** The entities in it, by their index in the reading. */
  entities: readonly number[]
  /** The movement that the part belongs to, if the clause has several. A part without a group belongs to all. */
  group?: number
  /** Certainty, from 0 to 1. */
  p: number
}

export type Clause = Span & {
  kind: Kind
  action: Action | null
  parts: readonly Part[]
  /** For a condition: the index of the clause that it governs. */
  of?: number
  /** Certainty of the whole clause, from 0 to 1. */
  p: number
  /** Certainty of the kind and of the action, each on its own. */
  sure: { kind: number; action: number }
}

export type Reading = {
  /** Version of the reader. */
  version: string
  /** If false, only the entities are meaningful. */
  english: boolean
  entities: readonly Entity[]
  clauses: readonly Clause[]
  /** Text that belongs to no clause and no part. */
  unexplained: readonly Span[]
}

export type Reader = {
  version: string
  /** Reads the person's last message; `context` is what preceded it. */
  read: (text: string, names: Names, context?: Context) => Reading
}

let loaded: Promise<Reader> | undefined

/** Loads the reader and its trained weights, at the first call only and apart from the page's script. */
export function loadReader(): Promise<Reader> {
  loaded ??= Promise.all([
    import('./reader-of'),
    import('./weights.generated.json'),
    import('../doubt/weights.generated.json'),
  ]).then(([{ readerOf }, weights, network]) => readerOf(weights.default, network.default))
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}
