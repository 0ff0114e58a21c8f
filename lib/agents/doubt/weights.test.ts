import { expect, it } from 'vitest'
import { type Network, parts, shapes } from './network'
import { networkOf, packedNetwork } from './weights'

it('reads back a network to within half a step of each matrix', () => {
  const network = Object.fromEntries(
    parts.map((part) => [
      part,
      Float32Array.from({ length: shapes[part][0] * shapes[part][1] }, (_, at) => Math.sin(at)),
    ]),
  ) as Network
  const read = networkOf(packedNetwork(network))
  for (const part of parts) {
    const step = 1 / (part === 'rows' ? 15 : 63)
    const isFar = (value: number, at: number) => !(Math.abs(value - (read[part][at] ?? Number.NaN)) <= step / 2 + 1e-6)
    expect(network[part].length, part).toBe(read[part].length)
    expect(network[part].some(isFar), part).toBe(false)
  }
})
