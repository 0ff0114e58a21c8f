import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { serverCommand } from './server-command.mjs'

it('a container runs the server like npm start, with one flag', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8')
  const [, command = ''] = /^CMD (.*)$/m.exec(dockerfile) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...serverCommand()])
  expect(serverCommand()).toEqual([expect.stringMatching(/^--max-old-space-size=\d+$/), 'dist/server.mjs'])
})
