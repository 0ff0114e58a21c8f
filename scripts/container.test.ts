import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { serverCommand, serverEnvironment } from './server-command.mjs'

it('a container runs the server as npm start does', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8')
  const [, command = ''] = /^CMD (.*)$/m.exec(dockerfile) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...serverCommand()])
  const set = dockerfile
    .match(/^ENV .*$/gm)
    ?.at(-1)
    ?.split(' ')
  const asStarted = Object.entries(serverEnvironment()).map((each) => each.join('='))
  expect(asStarted.length).toBeGreaterThan(0)
  expect(set).toEqual(expect.arrayContaining(asStarted))
})
