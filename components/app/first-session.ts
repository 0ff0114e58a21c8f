import { z } from 'zod'

declare global {
  interface Window {
    /** Set in the head of the page (`returningScript`). */
    firstSession?: Promise<Response>
  }
}

export const sessionPath = '/api/auth/session'

/** The first answer to who is signed in, asked for before the code that needs it is there. */
let first: Promise<Response> | null = null

/** Takes up the question who is signed in, which the head of the page has asked; asks it if that was not possible. */
export function askSessionEarly(): void {
  first ??= window.firstSession ?? fetch(sessionPath, { credentials: 'include' })
  // No unhandled rejection: the code that reads the answer gets the failure as well.
  first.catch(() => {})
}

const answerSchema = z.object({ user: z.object({ walletAddress: z.string() }) }).nullable()

/** True if the service has answered that this account is signed in. Never rejects. */
export async function isFirstSessionOf(owner: string): Promise<boolean> {
  try {
    const answer = answerSchema.parse(await (await first)?.clone().json())
    return answer?.user.walletAddress.toLowerCase() === owner.toLowerCase()
  } catch {
    return false
  }
}

/** `fetch` whose first request for the session takes up the early one. */
export const sessionFetch: typeof fetch = (input, init) => {
  const early = input === sessionPath ? first : null
  if (!early) return fetch(input, init)
  first = null
  return early
}
