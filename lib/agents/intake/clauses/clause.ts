import type { Entity } from '@/lib/language/entity'
import type { Role } from '@/lib/language/labels'
import type { Clause } from '@/lib/language/reader/reader'
import type { Request } from '@/lib/language/request'
import { isWithin } from '@/lib/language/spans'
import type { Asked } from '../asked-for'
import { isShareOfThat, type Message } from '../message'

/** A clause that asks for something, read by itself: as if nothing had been said before. */
export type ReadClause = { clause: Clause } & Omit<Asked, 'collections'> & {
    /** Entities of the clause that no part holds. */
    loose: readonly Entity[]
    /** True if something in the request is a guess: its role is not what the reader has found. */
    isGuessed: boolean
  }

export const partsOf = ({ parts }: Clause, role: Role) => parts.filter((part) => part.role === role)

/** True for a clause with an "it" that stands for a thing said before; "half of that" has one too. */
export const refersBack = (clause: Clause, { text, reading: { entities } }: Message): boolean =>
  partsOf(clause, 'reference').length > 0 ||
  entities.some(
    (each) => isWithin(each, clause) && ((each.is === 'pronoun' && each.for === 'thing') || isShareOfThat(text, each)),
  )

/** Least certainty that words with a loose "everything" change an amount: "cancel everything" may be read as that, too. */
const sureOfAll = 0.8

/** True for a clause with an "everything" that no part holds, and of which the reader is not sure what it asks for. */
export const isVague = ({ sure, parts, ...clause }: Clause, { entities }: Message['reading']): boolean =>
  sure.action < sureOfAll &&
  entities.some(
    (each, at) =>
      each.is === 'share' &&
      each.part[0] === each.part[1] &&
      isWithin(each, clause) &&
      !parts.some((part) => part.entities.includes(at)),
  )

/** True if a request has nothing of its own but what is to be done. */
export const isBare = ({ sums, receivers, chains, limits }: Request): boolean =>
  sums.length + receivers.length + chains.length + limits.length === 0
