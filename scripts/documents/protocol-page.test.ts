import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSendParams } from '@/lib/service/a2a/params'
import { decodeEnvelope } from '@/lib/wire/decode/decode'
import { readPart } from '@/lib/wire/decode/decode-parts'
import { parsePart } from '@/lib/wire/parts'
import { toolResultSchema } from '@/lib/wire/result'
import { parseSiweMessage } from '@/lib/wire/siwe'
import { toolNames } from '@/lib/wire/tool-names'
import { rpcRequestSchema } from '@/lib/wire/transport/jsonrpc'
import { projectRoot } from '../prepare.mjs'

const page = readFileSync(join(projectRoot, 'docs', 'protocol.md'), 'utf8')

const examples = [...page.matchAll(/^( *)```(siwe|json \w+)\n(.*?)\n *```$/gms)].map(
  ([, indent = '', kind = '', body = '']) => ({
    kind: kind.replace('json ', ''),
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }),
)

const events = (raw: unknown) => decodeEnvelope({ jsonrpc: '2.0', id: 1, result: raw }).map(({ type }) => type)

/** Readers for each kind of example. Each throws on a bad example, or asserts what it is. */
const read: Readonly<Record<string, (text: string) => unknown>> = {
  siwe: (text) => expect(parseSiweMessage(text).layout).toBe('compact'),
  send: (text) => parseSendParams(rpcRequestSchema.parse(JSON.parse(text)).params),
  part: (text) => parsePart(JSON.parse(text)),
  result: (text) => toolResultSchema.parse(JSON.parse(text)),
  event: (text) => expect(events(JSON.parse(text))).not.toContain('unreadable'),
  call: (text) => expect(readPart(JSON.parse(text), true)).toMatchObject([{ type: 'call' }]),
  failure: (text) => expect(decodeEnvelope(JSON.parse(text))).toMatchObject([{ type: 'failure' }]),
}

test.each(examples)('docs/protocol.md: the example of a $kind is valid', ({ kind, text }) => {
  expect(Object.keys(read)).toContain(kind)
  read[kind]?.(text)
})

test('docs/protocol.md has an example of each kind, and names every tool', () => {
  expect([...new Set(examples.map(({ kind }) => kind))].sort()).toEqual(Object.keys(read).sort())
  for (const name of toolNames) expect(page).toContain(`\`${name}\``)
})
