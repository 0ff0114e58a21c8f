import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './prepare.mjs'

/** What `npm start` gives to Node: the heap limit, and the compiled server. */
export function serverCommand() {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  return scripts.start.split(' exec node ')[1].split(' ')
}
