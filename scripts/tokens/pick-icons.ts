/**
 * Picks the pictures of the listed tokens, of the chains, the protocols and the wallets out of @web3icons/core into public/icons. Run
 * `tsx scripts/tokens/pick-icons.ts` after `generate-tokens.ts`, which says which token has which picture.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chainFacts } from '@/lib/chain/chains/chain-facts'
import { chainIcons, protocolIcons, walletIcons } from '@/lib/chain/tokens/icons'
import { listedTokens } from '@/lib/chain/tokens/tokens'

export const iconsFolder = path.join(import.meta.dirname, '../../public/icons')

const files = createRequire(import.meta.url).resolve('@web3icons/core')

/** No picture of a sign is larger. A larger one holds a photograph. */
const mostBytes = 12_000

/** True if a picture only draws: no script, nothing from elsewhere. */
export const isPlainDrawing = (svg: string): boolean =>
  svg.startsWith('<svg ') &&
  svg.length <= mostBytes &&
  !/<(script|style|foreignObject|image|iframe|a|use|animate|set)\b|\son\w+=|href=|url\((?!#)|<!|&/i.test(svg)

/** The picture as the package has it, on one line; null where it has none that only draws. */
export function drawing(kind: 'tokens' | 'networks' | 'wallets', name: string): string | null {
  let module: string
  try {
    module = readFileSync(path.join(path.dirname(files), 'svgs', kind, 'background', `${name}.svg.js`), 'utf8')
  } catch {
    return null
  }
  const quoted = /'(<svg .*<\/svg>)\\n'/.exec(module)?.[1]
  const svg = quoted?.replace(/\\n\s*/g, '').replace(/ class="web3icons"/, '')
  return svg && isPlainDrawing(svg) ? `${svg}\n` : null
}

/** Each file by its path in the folder. */
export function iconFiles(): ReadonlyMap<string, string> {
  const named = [...chainFacts.values()].flatMap(listedTokens).flatMap(({ icon }) => icon ?? [])
  const wanted = [
    ...named.map((name) => ['tokens', name] as const),
    ...Object.values(protocolIcons).map((name) => ['tokens', name] as const),
    ...Object.values(chainIcons).map((name) => ['networks', name] as const),
    ...Object.values(walletIcons).map((name) => ['wallets', name] as const),
  ]
  return new Map(
    wanted.map(([kind, name]) => {
      const svg = drawing(kind, name)
      if (!svg) throw new Error(`@web3icons/core has no plain drawing ${kind}/${name}`)
      return [`${kind}/${name}.svg`, svg]
    }),
  )
}

function write(wanted: ReadonlyMap<string, string>) {
  rmSync(iconsFolder, { recursive: true, force: true })
  for (const [name, svg] of wanted) {
    const file = path.join(iconsFolder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, svg)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) write(iconFiles())
