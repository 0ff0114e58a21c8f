import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { checkRpc } from './check-rpc'
import { createOwnRpc, readRpcUrl, withOwnRpc } from './own-rpc'
import { readRpcOrigins, rpcOriginsCookieFor } from './rpc-origins'

describe('the address of a node', () => {
  it.each([
    ['https://rpc.example.org/v2/key#x', 'https://rpc.example.org/v2/key'],
    [' http://localhost:8545 ', 'http://localhost:8545/'],
  ])('reads %j', (text, url) => {
    expect(readRpcUrl(text)).toEqual({ url })
  })

  it.each([
    '',
    'rpc.example.org',
    'http://rpc.example.org',
    'wss://rpc.example.org',
    'https://me:word@rpc.example.org',
  ])('refuses %j', (text) => {
    expect(readRpcUrl(text)).toHaveProperty('problem')
  })
})

describe('the cookie of origins', () => {
  it('names each origin once, without the keys in the paths, and is read back', () => {
    const cookie = rpcOriginsCookieFor(
      ['https://a.example/key', 'https://a.example/other', 'http://localhost:1/'],
      true,
    )
    expect(cookie).not.toContain('key')
    expect(cookie).toContain('; Secure')
    expect(readRpcOrigins(cookie.split(/[=;]/)[1])).toEqual(['https://a.example', 'http://localhost:1'])
    expect(rpcOriginsCookieFor([], false)).toContain('Max-Age=0')
  })

  it.each([
    'https://a.example/path',
    'https://*',
    '*',
    'https:',
    "'unsafe-eval'",
    'http://a.example',
    'https://a.example; script-src *',
    'https://a.example script-src',
    '',
  ])('lets nothing else into the policy: %j', (value) => {
    expect(readRpcOrigins(value)).toEqual([])
  })
})

describe('the store of own nodes', () => {
  const browser = () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    return { kept, store: createOwnRpc(() => storage, new EventTarget()) }
  }

  it('replaces only the node of its chain, and only where the page may connect', () => {
    const { store } = browser()
    expect(store.write({ 1: 'https://mine.example/key' })).toBe(true)
    const chains = [
      { id: 1, rpcUrl: 'https://app.example/1' },
      { id: 10, rpcUrl: 'https://app.example/10' },
    ]
    const used = (reachable: string[]) => withOwnRpc(chains, store.read(), reachable).map(({ rpcUrl }) => rpcUrl)
    expect(used(['https://mine.example'])).toEqual(['https://mine.example/key', 'https://app.example/10'])
    expect(used([])).toEqual(['https://app.example/1', 'https://app.example/10'])
  })

  it.each(['', '[]', '{"1":"http://rpc.example"}', '{"x":"https://rpc.example"}'])(
    'reads a damaged one (%j) as none',
    (text) => {
      const { kept, store } = browser()
      kept.set('countersign-rpc', text)
      expect(store.read()).toEqual({})
    },
  )
})

describe('the check of a node', () => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  /** Starts a server, and returns its address. */
  async function node(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1')
    ends.push(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }
  /** Answers each method with this result, or with "no such method". */
  const speaks =
    (results: Record<string, unknown>): RequestListener =>
    (request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        const { method } = JSON.parse(body) as { method: string }
        const result = results[method]
        const error = { code: -32_601, message: 'the method does not exist' }
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(result === undefined ? { error } : { result }) }))
      })
    }
  const base = { id: 8453, name: 'Base' }

  it('accepts one that serves the chain and simulates', async () => {
    expect(await checkRpc(await node(speaks({ eth_chainId: '0x2105', eth_simulateV1: [] })), base)).toBeNull()
  })

  it.each([
    ['another chain', { eth_chainId: '0x1', eth_simulateV1: [] }, 'It serves chain 1, but Base is chain 8453.'],
    ['no simulation', { eth_chainId: '0x2105' }, 'It cannot simulate transactions'],
    ['no chain', { eth_chainId: 'Base' }, 'It did not say which chain it serves.'],
    ['an error', {}, 'It answered with an error, “the method does not exist”.'],
  ])('says what is wrong: %s', async (_, results, words) => {
    expect(await checkRpc(await node(speaks(results)), base)).toContain(words)
  })

  it('tells a refusal, a page and silence apart', async () => {
    const refuses = await node((_, response) => response.writeHead(403).end('no'))
    expect(await checkRpc(refuses, base)).toContain('It refused with HTTP 403')
    const page = await node((_, response) => response.end('<html>'))
    expect(await checkRpc(page, base)).toContain('no JSON-RPC')
    const silent = await node((request) => request.socket.destroy())
    expect(await checkRpc(silent, base)).toContain('It did not answer.')
  })
})
