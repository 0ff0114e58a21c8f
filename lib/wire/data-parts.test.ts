import { describe, expect, it } from 'vitest'
import { proposeAgainPart, readProposeAgain } from './data-parts'
import { readParts } from './decode/decode-parts'
import { functionCallPart, PartError, parsePart, textPart } from './parts'

describe('data parts of this project', () => {
  it('ask for a call to be proposed again', () => {
    const parts = [textPart('Propose it again'), parsePart(JSON.parse(JSON.stringify(proposeAgainPart('c-1'))))]
    expect(readProposeAgain(parts)).toEqual({ type: 'proposeAgain', callId: 'c-1' })
    expect(readProposeAgain([textPart('hello')])).toBeNull()
  })

  it.each([[{}], [{ callId: 5 }], [{ callId: '' }], [{ callId: 'x'.repeat(300) }]])('refuse %j', (data) => {
    const part = parsePart({ kind: 'data', data: { type: 'proposeAgain', ...data } })
    expect(() => readProposeAgain([part])).toThrow(PartError)
  })

  it('refuse two of the same type', () => {
    expect(() => readProposeAgain([proposeAgainPart('a'), proposeAgainPart('b')])).toThrow(PartError)
  })

  it('leave what their text already says to that text', () => {
    const parts = [textPart('Propose it again'), proposeAgainPart('c-1'), { kind: 'data', data: { type: 'choices' } }]
    expect(readParts(parts, false)).toEqual([{ type: 'text', text: 'Propose it again' }])
  })
})

describe('the id of the replaced call', () => {
  const call = { id: 'c-2', name: 'send_native_gas_token', parameters: {} }

  it('is read from the part, in either spelling', () => {
    const part = functionCallPart({ ...call, replaces: 'c-1' })
    expect(parsePart(JSON.parse(JSON.stringify(part)))).toEqual(part)
    expect(readParts([part], true)).toEqual([expect.objectContaining({ callId: 'c-2', replaces: 'c-1' })])
    const inner = { kind: 'data', data: { type: 'functionCall', ...call }, metadata: { replaces: 'c-1' } }
    expect(readParts([inner], true)).toEqual([expect.objectContaining({ callId: 'c-2', replaces: 'c-1' })])
    expect(parsePart(inner)).toEqual(part)
  })

  it.each([[{ replaces: '' }], [{ replaces: {} }], [{ replaces: 'c-2' }], ['c-1']])('is absent in %j', (metadata) => {
    const read = readParts([{ ...functionCallPart(call), metadata }], true)
    expect(read[0]).not.toHaveProperty('replaces')
  })
})
