import { createParser } from 'eventsource-parser'
import { describe, expect, it } from 'vitest'
import { sseFrame, ssePing } from './sse'

describe('stream frames', () => {
  it('can be read back unchanged, without the pings', () => {
    const read: unknown[] = []
    const parser = createParser({ onEvent: ({ id, data }) => read.push({ id, data: JSON.parse(data) }) })
    const text = 'line\nline\r\n\u2028 id: 7 data: x'
    parser.feed(sseFrame(JSON.stringify({ text }), 't:1') + ssePing + sseFrame(JSON.stringify({ text: '' })))
    expect(read).toEqual([
      { id: 't:1', data: { text } },
      { id: undefined, data: { text: '' } },
    ])
  })
})
