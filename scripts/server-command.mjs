import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './prepare.mjs'

/** The words of `npm start` before and after `exec node`. */
function startWords() {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  return scripts.start.split(' exec node ').map((words) => words.split(' '))
}

/** What `npm start` gives to Node: flags, and the compiled server. */
export const serverCommand = () => startWords()[1]

/** The environment that `npm start` gives to it. */
export const serverEnvironment = () => Object.fromEntries(startWords()[0].map((word) => word.split('=')))
