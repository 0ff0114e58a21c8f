import { z } from 'zod'

/** The parts of a stream's chunk that concern its end and its calls, as the API sent it. */
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

/** Ends that mean that something is missing. */
const endsEarly: ReadonlySet<string> = new Set(['length', 'content_filter'])

/** Collects details of an answer's chunks that the SDK drops. */
export type RawEnd = {
  take: (chunk: unknown) => void
  /**
   * True if a call had no name, an early end was followed by another one, or no end was reported after the last piece.
   */
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
      // Some APIs report an end with each piece. The last one counts, unless one of them was early.
      if (choice.finish_reason) {
        goesOn = false
        isBroken ||= endsEarly.has(choice.finish_reason)
      } else goesOn ||= calls.length > 0 || Boolean(choice.delta?.content)
    },
    isMalformed: () => isBroken || goesOn,
  }
}
