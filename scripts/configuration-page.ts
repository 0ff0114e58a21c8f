import { settings } from '@/lib/config'

/** The text of docs/configuration.md: every setting with its default and meaning, from the one schema. */
export function configurationPage(): string {
  const rows = Object.entries(settings).map(([name, { schema, about }]) => {
    const empty = schema.safeParse(undefined)
    const fallback = empty.success && empty.data !== undefined ? `\`${String(empty.data)}\`` : 'none'
    return `| \`${name}\` | ${fallback} | ${about.replaceAll('|', '\\|')} |`
  })
  const rpc =
    '| `RPC_URL_<chainId>` | a public RPC of the chain | RPC of one chain, such as `RPC_URL_8453`. The browser uses it too, so it must not contain a secret. For full checks it should offer `eth_simulateV1`. |'
  return `# Configuration

Every setting is an environment variable. None is required: without any, the app runs on the local chains.
A wrong value stops the app at startup, naming the variable and what it should be.

This page is generated from \`lib/config.ts\` by \`npm run docs:configuration\`.

| variable | default | meaning |
|---|---|---|
${[...rows, rpc].join('\n')}
`
}
