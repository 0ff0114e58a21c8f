import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './prepare.mjs'

/** Returns the arguments of `npm start` for Node: the heap limit, and the compiled server. */
export function serverCommand() {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  return scripts.start.split(' exec node ')[1].split(' ')
}
