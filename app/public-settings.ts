import type { AgentInfo } from '@/components/chat/agent-info'
import { createAgents } from '@/lib/agents/agents'
import { readConfig } from '@/lib/config'
import type { PublicConfig } from '@/lib/public-config'
import { toPublicConfig } from '@/lib/service/public-config'

/** What the browser needs to know, from the environment of this moment and not of the build. */
export const publicSettings = (): { settings: PublicConfig; agents: readonly AgentInfo[] } => ({
  settings: toPublicConfig(readConfig(process.env)),
  agents: createAgents().map(({ id, name, description, examples }) => ({ id, name, description, examples })),
})
