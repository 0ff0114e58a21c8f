/** What the page shows of an agent, taken from the service's list. */
export type AgentInfo = { id: number; name: string; description: string; examples: readonly string[] }
