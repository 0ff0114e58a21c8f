import { createServer, request as httpRequest, type Server } from 'node:http'
import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import type { Chains } from '@/lib/chain/chains/chain'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { compileContracts } from '@/lib/review/fixtures/compile'
import { createFetchHandler } from '../http/fetch-adapter'
import { localRateLimit } from '../limits/rate-limit'
import { Browser, signedInBrowser } from '../testing/client'
import { startTestService } from '../testing/test-service'
import { fetchPublic, isPublicAddress, type PublicNetwork } from './fetch-public'
import { accountBy, createImageProxy } from './image-proxy'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const origin = 'http://localhost:3000'
const owner = getAddress('0x00000000000000000000000000000000000a11ce')
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

let devnet: TestDevnet
let chains: Chains
let contracts: ReturnType<typeof compileContracts>
let server: Server
let seen: { url: string | undefined; headers: Record<string, unknown> }[] = []
let network: PublicNetwork

beforeAll(async () => {
  contracts = compileContracts(new URL('../../tools/transfer-nft/testing/odd-collections.sol', import.meta.url))
  devnet = await startTestDevnet()
  chains = buildChains([{ id: 31337, rpcUrl: devnet.urls.chains[0] ?? '' }])
  server = createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers })
    const answer = files[request.url ?? '']
    if (!answer) return response.writeHead(404).end()
    const { status = 200, headers = {}, body = '' } = answer
    return response.writeHead(status, headers).end(body)
  })
  const port = await listenLocally(server)
  network = {
    // The same request as to the public internet, but without TLS; all names resolve to this machine.
    request: (options, answered) => httpRequest({ ...options, port }, answered),
    isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
    resolve: async (host) =>
      host === 'inside.example'
        ? [{ address: '10.0.0.7', family: 4 }]
        : host === 'both.example'
          ? [
              { address: '127.0.0.1', family: 4 },
              { address: '192.168.0.1', family: 4 },
            ]
          : [{ address: '127.0.0.1', family: 4 }],
  }
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await devnet?.stop()
})

const files: Record<string, { status?: number; headers?: Record<string, string>; body?: string | Buffer }> = {
  '/cat.png': { headers: { 'content-type': 'text/html', 'set-cookie': 'track=1' }, body: png },
  '/cat.json': { body: JSON.stringify({ name: 'Cat', image: 'https://cats.example/cat.png' }) },
  [`/ipfs/${cid}/1.png`]: { body: png },
  '/moved.png': { status: 302, headers: { location: '/cat.png' } },
  '/inside.png': { status: 302, headers: { location: 'https://inside.example/cat.png' } },
  '/plain.png': { status: 302, headers: { location: 'http://cats.example/cat.png' } },
  '/round.png': { status: 302, headers: { location: '/round.png' } },
  '/page.png': { headers: { 'content-type': 'image/png' }, body: '<html><script>alert(1)</script></html>' },
  '/cat.svg': { headers: { 'content-type': 'image/svg+xml' }, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  '/huge.png': { body: Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]) },
  '/empty.json': { body: '{}' },
  '/page.json': { body: JSON.stringify({ image: 'https://cats.example/page.png' }) },
  '/svg.json': { body: JSON.stringify({ image: 'https://cats.example/cat.svg' }) },
}

async function collectionWith(uri: string): Promise<Address> {
  const odd = contracts.get('OddCollection')
  if (!odd) throw new Error('no OddCollection')
  const { client } = devnet.first
  await client.setBalance({ address: owner, value: 10n ** 18n })
  await client.impersonateAccount({ address: owner })
  const args = ['Cats', uri, true, false, owner]
  const hash = await client.deployContract({ ...odd, args, account: owner, chain: null })
  const { contractAddress } = await minedReceipt(client, hash)
  if (!contractAddress) throw new Error('not created')
  return contractAddress
}

function proxyWith(more: Partial<Parameters<typeof createImageProxy>[0]> = {}) {
  const now = () => Date.now()
  return createFetchHandler(
    createImageProxy({
      chains: () => chains,
      ipfsGateway: undefined,
      rateLimit: localRateLimit(now),
      account: async () => owner,
      origin,
      now,
      fetchFile: (address, options) => fetchPublic(address, options, network),
      ...more,
    }),
  )
}

const ask = (contract: string, more: Record<string, string> = {}, tokenId = '1') =>
  new Request(`${origin}/api/nft-image?${new URLSearchParams({ chainId: '31337', contract, tokenId })}`, {
    headers: { cookie: 'session=secret', 'x-forwarded-for': '203.0.113.9', referer: `${origin}/chat`, ...more },
  })

describe('a picture', () => {
  it.each(['https://cats.example/cat.png', 'https://cats.example/cat.json', 'https://cats.example/moved.png'])(
    'at %s is passed on only as what it is',
    async (uri) => {
      seen = []
      const answer = await proxyWith()(ask(await collectionWith(uri)))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
      for (const { headers } of seen)
        expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
    },
  )

  it('is fetched once', async () => {
    const proxy = proxyWith()
    const contract = await collectionWith('https://cats.example/cat.png')
    seen = []
    await proxy(ask(contract))
    expect((await proxy(ask(contract))).status).toBe(200)
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['a page that calls itself a picture', 'https://cats.example/page.json', 415],
    ['an SVG', 'https://cats.example/svg.json', 415],
    ['more than 2 MB', 'https://cats.example/huge.png', 502],
    ['a missing file', 'https://cats.example/none.png', 502],
    ['an internal address', 'https://inside.example/cat.png', 502],
    ['a name with an internal address among others', 'https://both.example/cat.png', 502],
    ['a redirect to an internal address', 'https://cats.example/inside.png', 502],
    ['a redirect to plain http', 'https://cats.example/plain.png', 502],
    ['endless redirects', 'https://cats.example/round.png', 502],
    ['an internal IP address', 'https://169.254.169.254/latest/meta-data', 502],
    ['the same as IPv6', 'https://[::ffff:169.254.169.254]/latest', 502],
    ['this machine as a number', 'https://2130706434/cat.png', 502],
    ['a description without a picture', 'https://cats.example/empty.json', 502],
    ['IPFS, without a gateway', `ipfs://${cid}/1.png`, 502],
  ])('of %s is refused', async (_what, uri, status) => {
    seen = []
    const answer = await proxyWith()(ask(await collectionWith(uri)))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(seen.some(({ headers }) => headers.host === 'inside.example')).toBe(false)
  })

  it('on IPFS is fetched through the configured gateway', async () => {
    const proxy = proxyWith({ ipfsGateway: 'https://gateway.example' })
    expect((await proxy(ask(await collectionWith(`ipfs://${cid}/1.png`)))).status).toBe(200)
  })
})

describe('access', () => {
  it('is for signed-in people on a page of this app', async () => {
    const contract = await collectionWith('https://cats.example/cat.png')
    seen = []
    expect((await proxyWith({ account: async () => null })(ask(contract))).status).toBe(401)
    expect((await proxyWith()(ask(contract, { 'sec-fetch-site': 'cross-site' }))).status).toBe(403)
    expect(seen).toEqual([])
    expect((await proxyWith()(ask(contract, { 'sec-fetch-site': 'same-origin' }))).status).toBe(200)
  })

  it.each([
    ['a session', { status: 200, body: '{"user":{"walletAddress":"0xb0b"}}' }, 200],
    ['none', { status: 401, body: '{}' }, 401],
    ['invalid JSON', { status: 200, body: '<h1>Maintenance</h1>' }, 401],
    ['JSON of something else', { status: 200, body: 'null' }, 401],
  ])('follows a session answer with %s', async (_, session, status) => {
    const contract = await collectionWith('https://cats.example/cat.png')
    const account = accountBy(async () => ({ ...session, headers: {} }))
    expect((await proxyWith({ account })(ask(contract))).status).toBe(status)
  })

  it('is limited, and only for tokens of served chains', async () => {
    const contract = await collectionWith('https://cats.example/cat.png')
    const proxy = proxyWith({ now: () => 0, rateLimit: localRateLimit(() => 0) })
    for (let count = 0; count < 60; count += 1) await proxy(ask(contract))
    expect((await proxy(ask(contract))).status).toBe(429)
    expect((await proxyWith()(ask('0x12'))).status).toBe(400)
    expect((await proxyWith()(ask(contract, {}, '-1'))).status).toBe(400)
    const elsewhere = `${origin}/api/nft-image?chainId=1&contract=${contract}&tokenId=1`
    expect((await proxyWith()(new Request(elsewhere))).status).toBe(404)
  })

  it('is limited per network address, whatever account is claimed', async () => {
    const contract = await collectionWith('https://cats.example/cat.png')
    let people = 0
    const account = async () => `person ${++people}`
    const proxy = proxyWith({ now: () => 0, rateLimit: localRateLimit(() => 0), account })
    const statuses = []
    for (let count = 0; count < 301; count += 1) statuses.push((await proxy(ask(contract))).status)
    expect([statuses[299], statuses[300]]).toEqual([200, 429])
  })

  it('uses the service’s own session', async () => {
    const service = await startTestService({})
    const path = `/api/nft-image?${new URLSearchParams({ chainId: '1', contract: devnetAddresses.nfts.badges, tokenId: '1' })}`
    expect((await new Browser(service.origin).fetch(path)).status).toBe(401)
    // Signed in, the request gets as far as the chain, which this service does not serve.
    expect((await (await signedInBrowser(service.origin)).fetch(path)).status).toBe(404)
    await service.stop()
  })

  it('a token whose picture is on chain has nothing to fetch', async () => {
    expect((await proxyWith()(ask(devnetAddresses.nfts.postcards))).status).toBe(502)
  })
})

describe('the public internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '172.32.0.1', '100.128.0.1'])('includes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('does not include %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
