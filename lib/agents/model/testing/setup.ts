import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ModelServer, startModelServer } from './model-server'

/** The model for the tests of a file. Assigned by `setUpModel`. */
export let model: ModelServer

/** Starts a model for the tests of one file, with no requests and no replies at the beginning of each. */
export function setUpModel(): void {
  beforeAll(async () => {
    model = await startModelServer()
  })
  beforeEach(() => model.reset())
  afterAll(() => model.stop())
}
