import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFiles } from './built-files'

const script = 'console.log("A script of the build.")'
let build: string
let server: Server

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'built-files-'))
  await mkdir(join(build, 'static', 'chunks'), { recursive: true })
  await writeFile(join(build, 'static', 'chunks', 'a-1_.js'), script)
  await writeFile(join(build, 'static', 'chunks', 'a-1_.js.br'), brotliCompressSync(script))
  await writeFile(join(build, 'static', 'chunks', 'plain.js'), script)
  await writeFile(join(build, 'secret.js.br'), 'secret')
  const headers = [
    { regex: '^(?:/(.*))(?:/)?$', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
    { regex: '^/other$', headers: [{ key: 'X-Other', value: 'yes' }] },
  ]
  await writeFile(join(build, 'routes-manifest.json'), JSON.stringify({ version: 3, headers }))
  const sends = builtFiles(build)
  server = createServer((req, res) => {
    if (!sends(req, res)) res.writeHead(404).end('left to Next')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  await rm(build, { recursive: true })
})

/** Asks without what `fetch` adds and decodes by itself. */
async function ask(path: string, { method = 'GET', accept = 'gzip, deflate, br' } = {}) {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ host: '127.0.0.1', port: address.port, path, method, headers: { 'accept-encoding': accept } }, resolve)
      .on('error', reject)
      .end(),
  )
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
}

describe('a file of the build', () => {
  it('is sent as it was compressed, to be kept for good, with the headers of the configuration', async () => {
    const { status, headers, body } = await ask('/_next/static/chunks/a-1_.js?dpl=1')
    expect(status).toBe(200)
    expect(brotliDecompressSync(body).toString()).toBe(script)
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=UTF-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('x-other')
  })

  it('is announced without its content', async () => {
    const { status, headers, body } = await ask('/_next/static/chunks/a-1_.js', { method: 'HEAD' })
    expect(status).toBe(200)
    expect(Number(headers['content-length'])).toBeGreaterThan(0)
    expect(body).toHaveLength(0)
  })

  it.each(['gzip', '', 'br;q=0', 'br; q=0.0, gzip', 'brx'])(
    'is left to Next for a client that accepts “%s”',
    async (accept) => {
      expect((await ask('/_next/static/chunks/a-1_.js', { accept })).status).toBe(404)
    },
  )

  it.each([
    '/_next/static/chunks/plain.js',
    '/_next/static/chunks/a-1_.js.br',
    '/_next/secret.js',
    '/_next/static/../secret.js',
    '/_next/static/%2e%2e/secret.js',
  ])('is left to Next at %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  it('is left to Next if something is sent to it', async () => {
    expect((await ask('/_next/static/chunks/a-1_.js', { method: 'POST' })).status).toBe(404)
  })
})
