import { z } from 'zod'

/** What a service can do beside the interface, as the extensions on its agent card declare it. */
export type Abilities = {
  /** It ends an answer alone (`turnOnly`), and voids no call by that. */
  turnOnly: boolean
  /** It reads which call is to be proposed again. */
  proposeAgain: boolean
}

export const noAbilities: Abilities = { turnOnly: false, proposeAgain: false }

const card = z.object({ capabilities: z.object({ extensions: z.array(z.object({ uri: z.string() })) }) })

/** Reads an agent card, whoever wrote it. */
export function abilitiesIn(raw: unknown): Abilities {
  const { data } = card.safeParse(raw)
  const declares = (name: string) =>
    data?.capabilities.extensions.some(({ uri }) => uri.endsWith(`/extensions/${name}`)) ?? false
  return { turnOnly: declares('turn-only'), proposeAgain: declares('propose-again') }
}
