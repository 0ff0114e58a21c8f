import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ModelServer, startModelServer } from './model-server'

/** The model that the tests of a file ask. It is there once `setUpModel` has been called. */
export let model: ModelServer

/** Starts a model for the tests of one file, which has heard and says nothing at the beginning of each. */
export function setUpModel(): void {
  beforeAll(async () => {
    model = await startModelServer()
  })
  beforeEach(() => model.reset())
  afterAll(() => model.stop())
}
