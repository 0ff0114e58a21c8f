import { describe, expect, it } from 'vitest'
import { toolNames } from '@/lib/wire/tool-names'
import { tools } from '../registry'
import { readParameters } from './read-parameters'

describe.each(toolNames)('%s', (name) => {
  const { schema, examples } = tools[name]
  const { full } = examples

  it('is read without unknown fields, which are listed', () => {
    const odd = { note: 'for rent', gasPrice: '1', recipient: '0x1', data: { to: '0x2' } }
    expect(readParameters(schema, { ...full, ...odd })).toEqual({
      parameters: schema.parse(full),
      ignored: Object.keys(odd),
    })
    expect(readParameters(schema, full)).toEqual({ parameters: schema.parse(full), ignored: [] })
  })

  it('is refused for an invalid known field, whatever else there is', () => {
    const [first = ''] = Object.keys(full)
    const read = readParameters(schema, { ...full, [first]: { nonsense: true }, note: 'x' })
    expect('error' in read && read.error.issues[0]?.path[0]).toBe(first)
  })
})

it('leaves out unknown fields within a parameter as well', () => {
  const { schema, examples } = tools.request_auto_rebalance_permission
  const { full } = examples
  const position = { protocol: 'local', amount: '5', apy: 3 }
  const given = { ...full, currentPosition: { ...position, since: 'May' }, why: 'yield' }
  expect(readParameters(schema, given)).toEqual({
    parameters: schema.parse({ ...full, currentPosition: position }),
    ignored: expect.arrayContaining(['currentPosition.since', 'why']),
  })
})

it('does not accept another spelling of a name', () => {
  const { schema, examples } = tools.send_native_gas_token
  const { full } = examples
  const odd = { Value: '9', ' to': '0x2', chain_id: 1, 'value\u200b': '8' }
  expect(readParameters(schema, { ...full, ...odd })).toEqual({
    parameters: schema.parse(full),
    ignored: Object.keys(odd),
  })
  const { value: _, ...rest } = full
  expect(readParameters(schema, { ...rest, ...odd })).toHaveProperty('error')
})

it('treats the names of built-in properties as unknown', () => {
  const { schema, examples } = tools.send_native_gas_token
  const { full } = examples
  const given = JSON.parse(JSON.stringify(full).replace('{', '{"__proto__":{"value":"9"},"constructor":1,'))
  expect(readParameters(schema, given)).toMatchObject({ parameters: schema.parse(full) })
})
