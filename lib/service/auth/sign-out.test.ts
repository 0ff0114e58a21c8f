import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { OpenStreams } from '../a2a/streams/open-streams'
import { openDatabase } from '../database/open-database'
import type { ServiceRequest } from '../http/request'
import { newDataFolder } from '../testing/data-folder'
import { createAuth } from './auth'

it('searches no open streams for a caller who is not signed in', async () => {
  const folder = await newDataFolder()
  const database = await openDatabase({ DATA_DIR: folder }, Date.now)
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  let looks = 0
  const auth = await createAuth({
    ...{ database, chains: new Map(), origin: 'http://localhost:1', secret: 'a secret of this test alone, and long' },
    ...{ signatureTimeoutMs: 1, now: Date.now, onSignOut: () => looks++ },
  })
  const request: ServiceRequest = {
    ...{ method: 'POST', path: '/api/auth/sign-out', search: '', ip: '', header: () => undefined },
    ...{ readBody: async () => '{}', signal: () => new AbortController().signal },
  }
  expect((await auth.handle(request)).status).toBe(200)
  expect(looks).toBe(0)
})

it('looks up all sessions with streams at once, and ends the streams of expired ones', async () => {
  const streams = new OpenStreams()
  const controllers = ['good', 'over', 'over'].map((session) => {
    const controller = new AbortController()
    streams.add(session, controller)
    return controller
  })
  const asked: (readonly string[])[] = []
  await streams.endRevoked(async (ids) => {
    asked.push(ids)
    return new Set(['good'])
  })
  expect(asked).toEqual([['good', 'over']])
  expect(controllers.map(({ signal }) => signal.aborted)).toEqual([false, true, true])
})
