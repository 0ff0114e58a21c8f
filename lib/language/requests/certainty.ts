import type { Meaning, Span } from '../entity'
import type { Reading } from '../reader/reader'
import type { Mention, Request } from '../request'
import { isWithin } from '../spans'

/** Highest certainty of a reading that something in the words contradicts. */
export const unsure = 0.4

export const lessSure = (request: Request): Request => ({
  ...request,
  p: Math.min(request.p, unsure),
  sure: { ...request.sure, kind: Math.min(request.sure.kind, unsure) },
})

/** Entities that no request leaves out by chance. */
const telling: ReadonlySet<Meaning['is']> = new Set([
  'token',
  'number',
  'dollars',
  'percent',
  'address',
  'name',
  'contact',
  'chain',
])

/** Returns what a message names or counts within these spans. */
export const mentionsIn = (text: string, { entities }: Reading, spans: readonly Span[]): Mention[] =>
  entities
    .filter((entity) => telling.has(entity.is) && !entity.maybe && spans.some((span) => isWithin(entity, span)))
    .map((entity) => ({ meanings: [entity, ...(entity.or ?? [])], text: text.slice(entity.start, entity.end) }))

export const withMentions = (request: Request, mentions: readonly Mention[], late?: true): Request => ({
  ...request,
  unexplained: [...request.unexplained, ...mentions.map((mention) => ({ ...mention, ...(late && { late }) }))],
  p: mentions.length === 0 ? request.p : Math.min(request.p, unsure),
})
