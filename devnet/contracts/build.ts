import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { artifactFolder, artifactSchema } from './artifact'

const require = createRequire(import.meta.url)

const compilerSchema = z.object({
  version: z.function({ input: [], output: z.string() }),
  compile: z.function({
    input: [
      z.string(),
      z.object({ import: z.function({ input: [z.string()], output: z.record(z.string(), z.string()) }) }),
    ],
    output: z.string(),
  }),
})

const code = z.object({ object: z.string() })

const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          evm: z.object({ bytecode: code, deployedBytecode: code }),
        }),
      ),
    )
    .optional(),
})

/** Reads our own sources, keyed by the names under which Solidity files import each other. */
function readSources(): Record<string, { content: string }> {
  const folders = ['./', './test/']
  return Object.fromEntries(
    folders.flatMap((folder) =>
      readdirSync(new URL(folder, import.meta.url))
        .filter((file) => file.endsWith('.sol'))
        .map((file) => [
          `${folder.slice(2)}${file}`,
          { content: readFileSync(new URL(folder + file, import.meta.url), 'utf8') },
        ]),
    ),
  )
}

function readImport(path: string): Record<string, string> {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}

const here = new URL('./', import.meta.url)

/** Code that the app itself contains: run by a call, and deployed nowhere. */
const embedded = {
  /** Run as the creation of a contract. */
  LendingLens: { file: '../../lib/chain/lending/lens.generated.json', of: 'bytecode' },
  /** Replaces an account's code. */
  Rehearsal: { file: '../../lib/review/simulation/rehearsal.generated.json', of: 'deployedBytecode' },
} as const

/** Compiles every contract of this folder. Returns the text of each resulting file, by its path from this folder. */
export function compileContracts(): Map<string, string> {
  const sources = readSources()
  const compiler = compilerSchema.parse(require('solc'))
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'cancun',
    // Without the metadata hash, the same source gives the same bytes on every machine.
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = outputSchema.parse(JSON.parse(compiler.compile(input, { import: readImport })))
  const messages = (output.errors ?? []).map((error) => error.formattedMessage)
  if (messages.length > 0) throw new Error(`The contracts do not compile cleanly:\n${messages.join('\n')}`)
  const artifacts = new Map<string, string>()
  for (const file of Object.keys(sources)) {
    const name = file.replace(/^.*\//, '').replace(/\.sol$/, '')
    const contract = output.contracts?.[file]?.[name]
    if (!contract) throw new Error(`${file} must hold a contract named ${name}`)
    const artifact = artifactSchema.parse({ abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` })
    artifacts.set(`artifacts/${name}.json`, `${JSON.stringify(artifact)}\n`)
    const copy = Object.entries(embedded).find(([contractName]) => contractName === name)?.[1]
    if (copy) artifacts.set(copy.file, `${JSON.stringify({ code: `0x${contract.evm[copy.of].object}` })}\n`)
  }
  return artifacts
}

/** Returns the files that do not match their sources: changed, missing or left over. */
export function outdatedArtifacts(artifacts: ReadonlyMap<string, string>): string[] {
  const committed = existsSync(artifactFolder) ? readdirSync(artifactFolder).map((name) => `artifacts/${name}`) : []
  const read = (path: string) => {
    const file = new URL(path, here)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  return [...new Set([...artifacts.keys(), ...committed])].filter((path) => read(path) !== artifacts.get(path))
}

function writeArtifacts(artifacts: ReadonlyMap<string, string>) {
  rmSync(artifactFolder, { recursive: true, force: true })
  mkdirSync(artifactFolder, { recursive: true })
  for (const [path, text] of artifacts) writeFileSync(new URL(path, here), text)
}

function main() {
  const artifacts = compileContracts()
  if (!process.argv.includes('--check')) {
    writeArtifacts(artifacts)
    console.log(`${artifacts.size} files written`)
    return
  }
  const outdated = outdatedArtifacts(artifacts)
  if (outdated.length === 0) return console.log(`${artifacts.size} files match their sources`)
  console.error(`Not what the sources give: ${outdated.join(', ')}. Run: npm run contracts:build`)
  process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) main()
