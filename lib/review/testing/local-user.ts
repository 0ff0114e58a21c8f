import { afterAll, beforeAll } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'

/** Starts the local chains for a test file, with a funded user. Read the properties within tests only. */
export function localUser(): { readonly devnet: TestDevnet; readonly user: TestUser } {
  let devnet: TestDevnet
  let user: TestUser
  beforeAll(async () => {
    devnet = await startTestDevnet()
    user = await createTestUser(devnet)
    await devnet.ask('POST', '/faucet', { address: user.address })
  })
  afterAll(() => devnet?.stop())
  return {
    get devnet() {
      return devnet
    },
    get user() {
      return user
    },
  }
}
