import type { AgentInfo } from '@/components/app/agent-info'
import { createAgents } from '@/lib/agents/agents'
import { readConfig } from '@/lib/config'
import type { PublicConfig } from '@/lib/public-config'
import { toPublicConfig } from '@/lib/service/public-config'
import { remoteAgents } from '@/lib/service/remote/remote-agents'

/** Returns the settings that the browser needs. Reads the environment at run time, not at build time. */
export async function publicSettings(): Promise<{ settings: PublicConfig; agents: readonly AgentInfo[] }> {
  const config = readConfig(process.env)
  const { AGENT_SERVICE_URL: remote } = config
  const agents = remote ? await remoteAgents(remote, Date.now()) : createAgents(null, config.CHAINS === 'devnet')
  return {
    settings: toPublicConfig(config),
    agents: agents.map(({ id, name, description, tags, examples }) => ({ id, name, description, tags, examples })),
  }
}
