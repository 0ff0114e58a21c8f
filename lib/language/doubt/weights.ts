import { inflate } from '../reader/packing'
import { type Network, type Part, parts } from './network'

/** A matrix as stored: whole numbers, compressed (DEFLATE, RFC 1951), as base64. */
type Packed = { scale: number; values: string }

export type NetworkWeights = {
  /** Identifies the trained weights. */
  version: string
  /** SHA-256 of the lines that the network was trained on. */
  lines: string
  network: Record<Part, Packed>
}

/** Returns a network as it was stored. */
export async function networkOf(stored: NetworkWeights['network']): Promise<Network> {
  const part = async (name: Part) => {
    const { scale, values } = stored[name]
    const whole = new Int8Array((await inflate(values)).buffer)
    return [name, Float32Array.from(whole, (value) => value * scale)] as const
  }
  return Object.fromEntries(await Promise.all(parts.map(part))) as Network
}
