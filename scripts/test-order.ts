import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the files of one environment after those of the other. A worker that comes to a file of another environment is
 * replaced by a new one, which loads every module again: in the order of their sizes, eighty times.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [inBrowser, inNode] = [sorted.filter(isForPage), sorted.filter((file) => !isForPage(file))]
    return [...inNode, ...inBrowser]
  }
}

const isForPage = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom')
