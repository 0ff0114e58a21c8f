import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAnvil, startAnvil } from './anvil'

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

  it('prefers the package of the platform', () => {
    place('node_modules', '@foundry-rs', 'anvil', 'anvil')
    const expected = place('node_modules', '@foundry-rs', 'anvil-linux-amd64', 'bin', 'anvil')
    expect(findAnvil(machine())).toBe(expected)
  })

  it('takes the download of the package next', () => {
    const expected = place('node_modules', '@foundry-rs', 'anvil', 'anvil')
    expect(findAnvil(machine())).toBe(expected)
  })

  it('takes one of the PATH last, and never the broken command of the package', () => {
    place('node_modules', '.bin', 'anvil')
    const expected = place('foundry', 'anvil')
    const path = [join(root, 'node_modules', '.bin'), join(root, 'foundry')].join(delimiter)
    expect(findAnvil({ ...machine(), path })).toBe(expected)
  })

  it('looks for the name that the platform uses', () => {
    const expected = place('node_modules', '@foundry-rs', 'anvil-win32-amd64', 'bin', 'anvil.exe')
    expect(findAnvil({ ...machine(), platform: 'win32' })).toBe(expected)
  })

  it('says what to do when there is none', () => {
    expect(() => findAnvil(machine())).toThrow(/not installed for linux x64.*npm install.*getfoundry\.sh/)
  })
})

it('starts, answers pages of one origin, and is gone after stop', async () => {
  const anvil = await startAnvil({ port: 21_095, chainId: 31337, allowOrigin: 'http://localhost:3000' })
  const ask = () =>
    fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    })
  expect((await ask()).headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  // Also where the chain that has the port would pass for the one that was asked for.
  for (const chainId of [31337, 31338]) {
    const second = startAnvil({ port: 21_095, chainId, allowOrigin: 'http://localhost:3000' })
    await expect(second).rejects.toMatchObject({ code: 'port-taken', message: expect.stringContaining('21095') })
  }
  await anvil.stop()
  await expect(ask()).rejects.toThrow()
})
