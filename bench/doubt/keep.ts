import { createHash } from 'node:crypto'
import { type Network, type Part, parts } from '../../lib/language/doubt/network'
import type { NetworkWeights } from '../../lib/language/doubt/weights'
import { compressed } from '../reader/keep'

/** Numbers from zero to the largest in a matrix; the rows of words, most of the network, have fewer. */
export const levels = (part: Part) => (part === 'rows' ? 5 : 7)
/** Values of a matrix beyond so many times its root mean square are cut. */
const outlying = 4

/** Returns a value of one unit of a matrix as stored; 1 for a matrix of zeros. */
function unitOf(values: Float32Array, part: Part): number {
  let [top, squares] = [0, 0]
  for (const value of values) {
    top = Math.max(top, Math.abs(value))
    squares += value * value
  }
  return Math.min(top, outlying * Math.sqrt(squares / values.length)) / levels(part) || 1
}

function packed(values: Float32Array, part: Part): NetworkWeights['network'][Part] {
  const [scale, most] = [unitOf(values, part), levels(part)]
  const whole = Int8Array.from(values, (value) => Math.max(-most, Math.min(most, Math.round(value / scale))))
  return { scale, values: compressed(whole) }
}

/** Rounds a network to what is stored of it. */
export function networkWeightsOf(network: Network, lines: string): NetworkWeights {
  const stored = Object.fromEntries(parts.map((part) => [part, packed(network[part], part)]))
  const version = createHash('sha256').update(JSON.stringify(stored)).digest('hex').slice(0, 8)
  return { version, lines, network: stored as NetworkWeights['network'] }
}
