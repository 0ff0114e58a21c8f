import { z } from 'zod'

/** A piece of a stream as the API has sent it, as far as its end and its calls go. */
const chunkSchema = z.looseObject({
  choices: z.array(
    z.looseObject({
      finish_reason: z.string().nullish(),
      delta: z
        .looseObject({
          content: z.unknown().optional(),
          tool_calls: z
            .array(z.looseObject({ function: z.looseObject({ name: z.string().nullish() }).nullish() }))
            .nullish(),
        })
        .nullish(),
    }),
  ),
})

/** Ends that say that something is missing. */
const endsEarly: ReadonlySet<string> = new Set(['length', 'content_filter'])

/** What the pieces of one answer tell that is lost on the way to us. */
export type RawEnd = {
  take: (chunk: unknown) => void
  /** A call had no name, an end that came too early was followed by another one, or no end was told after the last piece. */
  isMalformed: () => boolean
}

export function newRawEnd(): RawEnd {
  let isBroken = false
  let goesOn = false
  return {
    take: (chunk) => {
      const read = chunkSchema.safeParse(chunk)
      const choice = read.success ? read.data.choices[0] : undefined
      if (!choice) return
      const calls = choice.delta?.tool_calls ?? []
      isBroken ||= calls.some((call) => call.function?.name?.trim() === '')
      // Some APIs tell an end with each piece: the last one counts, unless one of them was too early.
      if (choice.finish_reason) {
        goesOn = false
        isBroken ||= endsEarly.has(choice.finish_reason)
      } else goesOn ||= calls.length > 0 || Boolean(choice.delta?.content)
    },
    isMalformed: () => isBroken || goesOn,
  }
}
