import { z } from 'zod'
import { actions, kinds, roles } from '../labels'

const text = z.string().min(1).max(4_000)
const turn = z.union([z.strictObject({ user: text }), z.strictObject({ agent: text }), z.strictObject({ event: text })])

/** A labelled line: README.md says what each field means. */
export const lineSchema = z
  .strictObject({
    voice: text,
    turns: z.array(turn).min(1),
    clauses: z.array(
      z.strictObject({
        text,
        kind: z.enum(kinds),
        action: z.enum(actions).nullable(),
        roles: z.array(z.tuple([text, z.enum(roles)]).or(z.tuple([text, z.enum(roles), z.int().min(1).max(20)]))),
        of: z.int().min(0).optional(),
      }),
    ),
    effects: z.array(
      z.partialRecord(z.enum(['leaves', 'arrives', 'owed', 'to', 'chain', 'when', 'limit', 'changes']), text),
    ),
    english: z.literal(false).optional(),
    unclear: z.literal(true).optional(),
  })
  .superRefine((line, context) => {
    const last = line.turns.at(-1)
    if (!last || !('user' in last)) return context.addIssue('the last turn is not the user’s')
    let end = 0
    for (const clause of line.clauses) {
      const at = last.user.indexOf(clause.text, end)
      if (at < 0) return context.addIssue(`not in the last turn, in this order: ${clause.text}`)
      end = at + clause.text.length
      if (clause.of !== undefined && (clause.kind !== 'condition' || !line.clauses[clause.of]))
        context.addIssue(`governs no clause: ${clause.text}`)
      for (const [piece] of clause.roles)
        if (!clause.text.includes(piece)) context.addIssue(`not in its clause: ${piece}`)
    }
  })

export type Line = z.infer<typeof lineSchema>
