import type { UIMessage } from 'ai'

/** Fetches the earlier messages from the server, for the length in this page's address. */
export async function history(): Promise<UIMessage[]> {
  const response = await fetch(`/history${location.search}`)
  return response.json()
}
