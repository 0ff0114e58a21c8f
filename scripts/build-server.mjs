// Compiles the server: a process that loads TypeScript as it is keeps the compiler, and 90 MB for it.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { projectRoot } from './prepare.mjs'

/** Next finds its own files by where it is, PGlite has programs beside it, and the driver of Postgres can do without the last. */
const apart = ['next', '@electric-sql/pglite', 'pg-native']

/** Packages of the older kind ask for what belongs to Node by `require`. */
const banner = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)"

/**
 * The same program in ASCII: V8 keeps the source, with two bytes for each character where one is beyond Latin-1. Esbuild
 * leaves such characters only in regular expressions.
 */
const inAscii = (source) =>
  source.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Compiles the program that begins in a file of the project to one file of JavaScript with what it needs of its packages:
 * loaded one by one, and whole, they take 30 MB more and a second. Names stay, for what is said of an error.
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
