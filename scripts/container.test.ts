import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { serverCommand } from './server-command.mjs'

it('a container runs the server as npm start does', async () => {
  const [, command = ''] = /^CMD (.*)$/m.exec(await readFile('Dockerfile', 'utf8')) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...serverCommand()])
})
