import { gunzipSync, gzipSync } from 'node:zlib'
import { type Network, type Part, parts } from './network'

/** A matrix as stored: whole numbers, compressed (gzip), as base64. */
type Packed = { scale: number; values: string }

export type StoredNetwork = {
  /** SHA-256 of the lines that the network was trained on. */
  lines: string
  network: Record<Part, Packed>
}

/** Numbers from zero to the largest in a matrix; the rows of words, most of the network, have fewer. */
const levels = (part: Part) => (part === 'rows' ? 15 : 63)
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

function packed(values: Float32Array, part: Part): Packed {
  const [scale, most] = [unitOf(values, part), levels(part)]
  const whole = Int8Array.from(values, (value) => Math.max(-most, Math.min(most, Math.round(value / scale))))
  return { scale, values: gzipSync(whole, { level: 9 }).toString('base64') }
}

/** Rounds a network to what is stored of it. */
export const packedNetwork = (network: Network): StoredNetwork['network'] =>
  Object.fromEntries(parts.map((part) => [part, packed(network[part], part)])) as StoredNetwork['network']

/** Returns a network as it was stored. */
export function networkOf(stored: StoredNetwork['network']): Network {
  const part = (name: Part) => {
    const { scale, values } = stored[name]
    const whole = new Int8Array(gunzipSync(Buffer.from(values, 'base64')))
    return [name, Float32Array.from(whole, (value) => value * scale)] as const
  }
  return Object.fromEntries(parts.map(part)) as Network
}
