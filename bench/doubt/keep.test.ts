import { expect, it } from 'vitest'
import { type Network, parts, shapes } from '../../lib/language/doubt/network'
import { networkOf } from '../../lib/language/doubt/weights'
import { levels, networkWeightsOf } from './keep'

it('reads back a network to within half a step of each matrix', async () => {
  const network = Object.fromEntries(
    parts.map((part) => [
      part,
      Float32Array.from({ length: shapes[part][0] * shapes[part][1] }, (_, at) => Math.sin(at)),
    ]),
  ) as Network
  const read = await networkOf(networkWeightsOf(network, '').network)
  for (const part of parts) {
    const step = 1 / levels(part)
    const isFar = (value: number, at: number) => !(Math.abs(value - (read[part][at] ?? Number.NaN)) <= step / 2 + 1e-6)
    expect(network[part].length, part).toBe(read[part].length)
    expect(network[part].some(isFar), part).toBe(false)
  }
})
