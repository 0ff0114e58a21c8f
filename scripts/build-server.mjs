// Compiles the server: a process that loads TypeScript as it is keeps the compiler, and 90 MB for it.
import { join } from 'node:path'
import { build } from 'esbuild'
import { projectRoot } from './prepare.mjs'

/** Compiles the program that begins in a file of the project to one file of JavaScript; packages stay outside of it. */
export const compile = (entry, outfile) =>
  build({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  })

if (process.argv[1] === import.meta.filename) await compile('server.ts', join('dist', 'server.mjs'))
