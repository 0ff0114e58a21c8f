import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './prepare.mjs'

/** What `npm start` gives to Node: flags, and the compiled server. */
export function serverCommand() {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const [, command] = scripts.start.split(' node ')
  return command.split(' ')
}
