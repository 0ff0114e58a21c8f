/** An agent as the page shows it, from the service's list. */
export type AgentInfo = {
  id: number
  name: string
  description: string
  tags: readonly string[]
  examples: readonly string[]
}
