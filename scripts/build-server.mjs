// Compiles the server: a process that loads TypeScript directly keeps the compiler, which takes 90 MB.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { projectRoot } from './prepare.mjs'

/**
 * Left as packages: Next locates its own files by its location, PGlite has programs beside it, and the Postgres driver
 * can do without the last.
 */
const apart = ['next', '@electric-sql/pglite', 'pg-native']

/** CommonJS packages use `require` for Node's modules. */
const banner = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)"

/**
 * Converts the program to ASCII: V8 keeps the source, with two bytes per character if any is beyond Latin-1. Esbuild
 * leaves such characters only in regular expressions.
 */
const inAscii = (source) =>
  source.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Bundles the program that starts at a file of the project into one JavaScript file, with what it needs of its
 * packages: loading them one by one and whole takes 30 MB and a second more. Names are kept for error messages.
 */
export async function compile(entry, outfile) {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    write: false,
    bundle: true,
    external: apart,
    banner: { js: banner },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'none',
    logLevel: 'warning',
  })
  const path = resolve(projectRoot, outfile)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, inAscii(outputFiles[0].text))
}

if (process.argv[1] === import.meta.filename) await compile('server.ts', join('dist', 'server.mjs'))
