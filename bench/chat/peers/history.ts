import type { UIMessage } from 'ai'

/** What was said before, as the server has it for the length in this page's address. */
export async function history(): Promise<UIMessage[]> {
  const response = await fetch(`/history${location.search}`)
  return response.json()
}
