import type { Agent } from '@/lib/agents/agent'
import reader from '@/lib/language/reader/version.generated.json'

/** Paths at which the agent card is served. */
export const agentCardPaths = [
  '/agent/chat/.well-known/agent-card.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
] as const

/**
 * Builds the agent card (A2A 0.3.0 section 5.5). Each agent is a skill whose id is its number; the extension declares
 * the parameter that names the agent (section 4.6). `supportedInterfaces` is where A2A 1.0 lists the endpoint.
 */
export function agentCard({
  agents,
  origin,
  cookieName,
}: {
  agents: readonly Agent[]
  origin: string
  cookieName: string
}) {
  const modes = ['text/plain', 'application/json']
  return {
    protocolVersion: '0.3.0',
    name: 'Countersign',
    description:
      'An agent for on-chain finance. It proposes wallet actions as functionCall parts; the person’s wallet performs them.',
    url: `${origin}/api/a2a`,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url: `${origin}/api/a2a`, transport: 'JSONRPC' }],
    version: '0.1.0',
    supportedInterfaces: [{ url: `${origin}/api/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' }],
    capabilities: {
      streaming: true,
      pushNotifications: false,
      stateTransitionHistory: false,
      extensions: [
        {
          uri: `${origin}/extensions/agent-id`,
          description:
            'Which agent answers. A new task needs `configuration.agentId`, the id of a skill of this card, in the parameters of message/send and message/stream; or a data part `{"kind":"data","data":{"agentId":1}}` in the message.',
          required: true,
          params: { agentIds: agents.map(({ id }) => id) },
        },
        {
          uri: `${origin}/extensions/conversation-list`,
          description:
            'A person’s conversations and proposals, the same on every device: the JSON-RPC methods tasks/list (paged, newest change first, with a search), tasks/update (title, pinned, deleted: false), tasks/delete and calls/list. tasks/cancel with `metadata.turnOnly` ends an answer only; a functionCall part with `metadata.replaces` stands in place of an open call.',
          required: false,
          params: { methods: ['tasks/list', 'tasks/update', 'tasks/delete', 'calls/list'] },
        },
        {
          uri: `${origin}/extensions/reader`,
          description: 'The trained reader with which the agents read a person’s words, by its version.',
          required: false,
          params: { version: reader.version },
        },
      ],
    },
    defaultInputModes: modes,
    defaultOutputModes: modes,
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookieName,
        description: `Sign-In with Ethereum (EIP-4361): POST ${origin}/api/auth/siwe/nonce, then ${origin}/api/auth/siwe/verify.`,
      },
    },
    security: [{ session: [] }],
    skills: agents.map(({ id, name, description, tags, examples }) => ({
      id: String(id),
      name,
      description,
      tags: [...tags],
      examples: [...examples],
    })),
    supportsAuthenticatedExtendedCard: false,
  }
}
