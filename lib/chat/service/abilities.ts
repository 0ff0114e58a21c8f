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

/** Reads an agent card, whoever wrote it. One extension declares both: a service with it keeps conversations and their calls as ours does. */
export function abilitiesIn(raw: unknown): Abilities {
  const { data } = card.safeParse(raw)
  const isOurs = data?.capabilities.extensions.some(({ uri }) => uri.endsWith('/extensions/conversation-list')) ?? false
  return { turnOnly: isOurs, proposeAgain: isOurs }
}
