import { describe, expect, it } from 'vitest'
import { readTokenUri, withTokenId } from './metadata'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const json = (value: unknown) => `data:application/json;base64,${base64(JSON.stringify(value))}`
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>'
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
const pictureOf = (image: unknown) => readTokenUri(json({ name: 'Cat', image })).picture

describe('a token URI', () => {
  it('on chain gives name and picture, in every spelling', () => {
    const expected = { name: 'Cat', picture: { kind: 'embedded', src: `data:image/svg+xml;base64,${base64(svg)}` } }
    const metadata = JSON.stringify({ name: 'Cat', image: `data:image/svg+xml;base64,${base64(svg)}` })
    expect(readTokenUri(`data:application/json;base64,${base64(metadata)}`)).toEqual(expected)
    expect(readTokenUri(`data:application/json;utf8,${metadata}`)).toEqual(expected)
    expect(readTokenUri(`data:application/json,${encodeURIComponent(metadata)}`)).toEqual(expected)
    expect(readTokenUri(`data:application/json,${JSON.stringify({ name: '100% cat' })}`).name).toBe('100% cat')
    expect(readTokenUri(json({ name: 'Cat', image_data: svg }))).toEqual(expected)
    expect(pictureOf(`data:image/svg+xml;utf8,${svg}`)).toEqual(expected.picture)
    expect(readTokenUri(`data:image/svg+xml;base64,${base64(svg)}`)).toEqual({ ...expected, name: '' })
  })

  it('elsewhere is named and not fetched', () => {
    const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    expect(readTokenUri('https://cats.example/1.json').picture).toEqual({
      kind: 'remote',
      resource: { via: 'https', uri: 'https://cats.example/1.json', holds: 'metadata' },
    })
    expect(pictureOf('https://cats.example/1.png')).toMatchObject({ resource: { holds: 'picture' } })
    expect(pictureOf(`ipfs://ipfs/${cid}/1.png`)).toMatchObject({
      resource: { via: 'ipfs', uri: `ipfs://${cid}/1.png` },
    })
  })

  it.each([
    'http://cats.example/1.png',
    'https://user:word@cats.example/1.png',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ipfs://../../etc/passwd',
    `ipfs://${'b'.repeat(59)}/../../api/v0/id`,
    `ipfs://${'b'.repeat(59)}/%2e%2e/other`,
    `ipfs://${'b'.repeat(59)}/..\\other`,
    `https://cats.example/${'x'.repeat(3000)}`,
    'data:text/html,<script>alert(1)</script>',
    '',
  ])('%s names no picture', (image) => {
    expect(pictureOf(image)).toBeNull()
    expect(readTokenUri(image).picture).toBeNull()
  })

  it.each([
    ['not JSON', 'data:application/json,{oops'],
    ['a list', json([1, 2])],
    ['broken base64', 'data:application/json;base64,%%%'],
    ['megabytes', `data:application/json,${' '.repeat(800_000)}`],
    ['fields of other types', json({ name: 7, image: { url: 'x' } })],
  ])('that holds %s gives nothing', (_what, uri) => {
    expect(readTokenUri(uri)).toEqual({ name: '', picture: null })
  })

  it('has its name cleaned', () => {
    const { name } = readTokenUri(json({ name: `Cat\u202E\u200B #1 ${'y'.repeat(50)}` }))
    expect(name).toHaveLength(32)
    expect(name).toMatch(/^Cat #1 y+…$/)
  })
})

describe('a picture on chain', () => {
  it('is typed by its bytes, whatever it is called', () => {
    const src = `data:image/png;base64,${png.toString('base64')}`
    expect(pictureOf(`data:image/jpeg;base64,${png.toString('base64')}`)).toEqual({ kind: 'embedded', src })
    expect(pictureOf(`data:image/png;base64,${base64('<html>')}`)).toBeNull()
  })

  it.each([
    ['a script', '<svg><script>alert(1)</script></svg>'],
    ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
    ['another document', '<html><svg></svg></html>'],
    ['too many bytes', `<svg>${' '.repeat(513 * 1024)}</svg>`],
  ])('with %s is left out', (_what, text) => {
    expect(pictureOf(`data:image/svg+xml;base64,${base64(text)}`)).toBeNull()
  })

  it.each([
    ['comments but no picture', '<!---->'.repeat(70_000)],
    ['an endless comment', `<!--${'<!--'.repeat(100_000)}`],
  ])('that holds nothing but %s takes no time', (_what, text) => {
    const before = performance.now()
    expect(pictureOf(`data:image/svg+xml;base64,${base64(text)}`)).toBeNull()
    expect(performance.now() - before).toBeLessThan(2_000)
  })

  it('may begin like a file', () => {
    const text = `<?xml version="1.0"?><!-- drawn by hand -->${svg}`
    expect(pictureOf(`data:image/svg+xml;base64,${base64(text)}`)).toMatchObject({ kind: 'embedded' })
  })
})

it('an id is inserted as 64 digits (ERC-1155)', () => {
  expect(withTokenId('https://x.example/{id}.json', 314592n)).toBe(
    'https://x.example/000000000000000000000000000000000000000000000000000000000004cce0.json',
  )
})
