import type { Scene } from './reading'
import { type Reply, say } from './reply'

/** Answers "what is my address" with the account of the sign-in and its network. */
export function answerAccount({ account, chains, signedInOn }: Scene): Reply {
  const on = chains.get(signedInOn)?.name ?? `chain ${signedInOn}`
  return say(
    `You are signed in with ${account}, on ${on}. To receive coins or tokens, give that address and name the network; it is the same on each of them.`,
  )
}
