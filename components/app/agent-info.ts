/** What the page says of an agent, from the service's own list. */
export type AgentInfo = { id: number; name: string; description: string; examples: readonly string[] }
