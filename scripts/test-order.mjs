// Plain JavaScript, because Node itself loads the configuration that imports it.
import { readFileSync } from 'node:fs'
import { BaseSequencer } from 'vitest/node'

/** The files that take longest. Without times of an earlier run the longest text would be first, which says little. */
const slowest = [
  '/lib/execution/crash-troubles.test.ts',
  '/lib/execution/crash.test.ts',
  '/bench/intents/level.test.ts',
]

/**
 * Runs the slowest files first, so that none is left when the others are done, and those of one environment after those
 * of the other. A worker that comes to a file of another environment is replaced by a new one, which loads every module
 * again: in the order of their sizes, eighty times.
 */
export class InOrder extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const place = new Map(files.map((file) => [file, placeOf(file)]))
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
  }
}

/** @param {import('vitest/node').TestSpecification} file */
function placeOf({ moduleId }) {
  const at = slowest.findIndex((name) => moduleId.endsWith(name))
  if (at >= 0) return at
  return slowest.length + (readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom') ? 1 : 0)
}
