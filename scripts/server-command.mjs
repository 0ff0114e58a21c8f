import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './prepare.mjs'

/** What `npm start` gives to Node: flags, and the compiled server. */
export const serverCommand = () => startScript().command.split(' ')

/**
 * What `npm start` sets for Node. With thresholds of its own malloc gives memory back that was freed, which it would keep
 * for good where code has been compiled, the embedded database's above all: V8 compiles in blocks of 32 KB (mallopt(3)).
 */
export const serverEnvironment = () =>
  Object.fromEntries(
    startScript()
      .assignments.split(' ')
      .map((each) => each.split('=')),
  )

function startScript() {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const [assignments, command] = scripts.start.split(' exec node ')
  return { assignments, command }
}
