// Compiles the server: a process that loads TypeScript as it is keeps the compiler, and 90 MB for it.
import { join } from 'node:path'
import { build } from 'esbuild'
import { projectRoot } from './prepare.mjs'

/** Next finds its own files by where it is, PGlite has programs beside it, and the driver of Postgres can do without the last. */
const apart = ['next', '@electric-sql/pglite', 'pg-native']

/** Packages of the older kind ask for what belongs to Node by `require`. */
const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)"

/**
 * Compiles the program that begins in a file of the project to one file of JavaScript with what it needs of its packages:
 * loaded one by one, and whole, they take 30 MB more and a second.
 */
export const compile = (entry, outfile) =>
  build({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    outfile,
    bundle: true,
    external: apart,
    banner: { js: banner },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  })

if (process.argv[1] === import.meta.filename) await compile('server.ts', join('dist', 'server.mjs'))
