import { settings } from '@/lib/config'

const rpcAbout =
  'RPC of one chain, such as `RPC_URL_8453`. The browser uses it too, so it must not contain a secret. For full checks it should offer `eth_simulateV1`.'

type Setting = (typeof settings)[keyof typeof settings]

const defaultOf = ({ schema }: Setting): string | null => {
  const empty = schema.safeParse(undefined)
  return empty.success && empty.data !== undefined ? String(empty.data) : null
}

/** Returns the text of docs/configuration.md: every setting with its default and meaning, from the one schema. */
export function configurationPage(): string {
  const rows = Object.entries(settings).map(([name, setting]) => {
    const fallback = defaultOf(setting)
    return `| \`${name}\` | ${fallback === null ? 'none' : `\`${fallback}\``} | ${setting.about.replaceAll('|', '\\|')} |`
  })
  const rpc = `| \`RPC_URL_<chainId>\` | a public RPC of the chain | ${rpcAbout} |`
  return `# Configuration

Every setting is an environment variable. None is required: without any, the app runs on the local chains.
A wrong value stops the app at startup, naming the variable and what it should be.

\`npm start\` and \`npm run dev\` also read a file \`.env\`; a variable that is set in the environment wins.
[.env.example](../.env.example) lists every setting to copy from.

This page and that file are generated from \`lib/config.ts\` by \`npm run docs:configuration\`.

| variable | default | meaning |
|---|---|---|
${[...rows, rpc].join('\n')}
`
}

/** Returns the text of .env.example: the same settings, each a line to uncomment. */
export function environmentExample(): string {
  const entries = Object.entries(settings).map(([name, setting]) =>
    entry(setting.about, `${name}=${defaultOf(setting) ?? ''}`),
  )
  return `# Settings of Countersign. Copy this file to .env and uncomment what you need; without any, the app
# runs on the local chains. Written by \`npm run docs:configuration\`.

${[...entries, entry(rpcAbout, 'RPC_URL_8453=')].join('\n\n')}
`
}

const entry = (about: string, line: string) => `${commented(about.replaceAll('`', ''))}\n#${line}`

function commented(text: string): string {
  const lines: string[] = []
  let line = '#'
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > 100) {
      lines.push(line)
      line = '#'
    }
    line += ` ${word}`
  }
  return [...lines, line].join('\n')
}
