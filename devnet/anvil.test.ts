import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAnvil, startAnvil } from './anvil'
import { listenLocally } from './listen'

describe('finding the program', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'anvil-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const place = (...path: string[]) => {
    mkdirSync(join(root, ...path.slice(0, -1)), { recursive: true })
    writeFileSync(join(root, ...path), '')
    return join(root, ...path)
  }
  const machine = () => ({ platform: 'linux', arch: 'x64', path: '', modules: join(root, 'node_modules') })

  it('prefers the package for the platform', () => {
    place('node_modules', '@foundry-rs', 'anvil', 'anvil')
    const expected = place('node_modules', '@foundry-rs', 'anvil-linux-amd64', 'bin', 'anvil')
    expect(findAnvil(machine())).toBe(expected)
  })

  it('falls back to the download of the package', () => {
    const expected = place('node_modules', '@foundry-rs', 'anvil', 'anvil')
    expect(findAnvil(machine())).toBe(expected)
  })

  it('falls back to the PATH last, and never uses the broken command of the package', () => {
    place('node_modules', '.bin', 'anvil')
    const expected = place('foundry', 'anvil')
    const path = [join(root, 'node_modules', '.bin'), join(root, 'foundry')].join(delimiter)
    expect(findAnvil({ ...machine(), path })).toBe(expected)
  })

  it('looks for the platform’s file name', () => {
    const expected = place('node_modules', '@foundry-rs', 'anvil-win32-amd64', 'bin', 'anvil.exe')
    expect(findAnvil({ ...machine(), platform: 'win32' })).toBe(expected)
  })

  it('says what to do if there is none', () => {
    expect(() => findAnvil(machine())).toThrow(/not installed for linux x64.*npm install.*getfoundry\.sh/)
  })
})

const allowOrigin = 'http://localhost:3000'

it('starts, answers pages of one origin, and is gone after stop', async () => {
  const anvil = await startAnvil({ chainId: 31337, allowOrigin })
  const ask = () =>
    fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: allowOrigin },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    })
  expect((await ask()).headers.get('access-control-allow-origin')).toBe(allowOrigin)
  const port = Number(new URL(anvil.url).port)
  // Also if the chain on that port could pass for the requested one.
  for (const chainId of [31337, 31338]) {
    const second = startAnvil({ port, chainId, allowOrigin })
    await expect(second).rejects.toMatchObject({ code: 'port-taken', message: expect.stringContaining(String(port)) })
  }
  await anvil.stop()
  await expect(ask()).rejects.toThrow()
})

/** Listens on the port as soon as nobody else does. */
async function takeFirst(server: Server, port: number): Promise<void> {
  try {
    await listenLocally(server, { port })
  } catch {
    await setImmediate()
    await takeFirst(server, port)
  }
}

it('never takes another chain for its own that claims the port during startup', async () => {
  const other = createServer((_, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7a69' })))
  const port = await listenLocally(other)
  await new Promise((closed) => other.close(closed))
  const starting = startAnvil({ port, chainId: 31337, allowOrigin })
  // Well before a program that was just started can.
  await takeFirst(other, port)
  await expect(starting).rejects.toMatchObject({ code: 'port-taken' })
  other.close()
})
