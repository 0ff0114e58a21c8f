import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { serverCommand, serverEnvironment } from './server-command.mjs'

it('a container runs the server as npm start does', async () => {
  const file = await readFile('Dockerfile', 'utf8')
  const [, command = ''] = /^CMD (.*)$/m.exec(file) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...serverCommand()])
  const variables = [...file.matchAll(/^ENV (.*)$/gm)].flatMap(([, words = '']) => words.split(' '))
  const given = Object.entries(serverEnvironment()).map(([name, value]) => `${name}=${value}`)
  expect(given.length).toBeGreaterThan(0)
  expect(variables).toEqual(expect.arrayContaining(given))
})
