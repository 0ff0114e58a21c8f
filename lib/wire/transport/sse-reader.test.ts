import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSse, SseError, type SseFrame } from './sse-reader'

fc.configureGlobal({ seed: 1 })

function body(chunks: readonly Uint8Array[], onCancel?: () => void): ReadableStream<Uint8Array> {
  const left = [...chunks]
  return new ReadableStream({
    pull: (controller) => {
      const chunk = left.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
    cancel: () => onCancel?.(),
  })
}

const bytes = (text: string) => new TextEncoder().encode(text)

async function read(stream: ReadableStream<Uint8Array>, limit?: number): Promise<SseFrame[]> {
  const frames: SseFrame[] = []
  for await (const frame of readSse(stream, { limit })) frames.push(frame)
  return frames
}

describe('readSse', () => {
  it('reads frames with ids and names, and skips pings and unknown fields', async () => {
    const text = 'id: T:1\ndata: {"a":1}\n\n: ping\n\nevent: x\r\ndata: one\r\ndata: two\r\n\r\nfoo: bar\nretry: 5\n\n'
    expect(await read(body([bytes(text)]))).toEqual([
      { id: 'T:1', event: null, data: '{"a":1}', partial: false },
      { id: null, event: 'x', data: 'one\ntwo', partial: false },
    ])
  })

  it('finds the same frames wherever the bytes are split', async () => {
    const text = 'id: T:1\ndata: {"t":"größer 🙂"}\n\ndata: {"b":2}\r\n\r\n'
    const whole = await read(body([bytes(text)]))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes(text).length }), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes(text).length]
        const chunks = places.slice(1).map((end, index) => bytes(text).slice(places[index], end))
        expect(await read(body(chunks))).toEqual(whole)
      }),
    )
  })

  it('marks a frame that the end of the stream cut off', async () => {
    const frames = await read(body([bytes('data: {"a":1}\n\ndata: {"b":')]))
    expect(frames.map(({ data, partial }) => [data, partial])).toEqual([
      ['{"a":1}', false],
      ['{"b":', true],
    ])
  })

  it('accepts a frame at the limit and refuses a larger one', async () => {
    const frame = (length: number) => [bytes(`data: ${'x'.repeat(length)}`), bytes('\n\n')]
    expect((await read(body(frame(90)), 100))[0]?.data).toHaveLength(90)
    await expect(read(body(frame(200)), 100)).rejects.toThrow(SseError)
  })

  it('closes the stream when its reader stops', async () => {
    let canceled = false
    const endless = body([bytes('data: 1\n\n'), bytes('data: 2\n\n')], () => {
      canceled = true
    })
    for await (const _ of readSse(endless)) break
    expect(canceled).toBe(true)
  })

  it('delivers what came before a failure, then throws it', async () => {
    let asked = 0
    const failing = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (asked++ === 0) controller.enqueue(bytes('data: 1\n\n'))
        else controller.error(new TypeError('terminated'))
      },
    })
    const frames: SseFrame[] = []
    const reading = async () => {
      for await (const frame of readSse(failing)) frames.push(frame)
    }
    await expect(reading()).rejects.toThrow('terminated')
    expect(frames).toHaveLength(1)
  })
})
