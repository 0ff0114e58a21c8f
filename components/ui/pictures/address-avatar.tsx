import { clsx } from 'clsx'
import { type Address, hexToBytes, keccak256 } from 'viem'

/** Cells of a side. The right half mirrors the left: eyes compare a figure sooner than a scatter. */
const cells = 5
const columns = 3

/**
 * A figure that is drawn from an address and is always the same for it. It is made of a hash of the address: two that
 * begin and end alike look nothing like each other.
 */
export function AddressAvatar({
  address,
  size = 20,
  className,
}: {
  address: Address
  size?: number
  className?: string
}) {
  const { hue, path } = figureOf(address)
  return (
    <svg
      aria-hidden="true"
      data-icon="avatar"
      width={size}
      height={size}
      viewBox="-0.75 -0.75 6.5 6.5"
      shapeRendering="crispEdges"
      className={clsx('inline-block shrink-0 rounded-[22%] align-[-0.25em] print:hidden', className)}
    >
      <rect x="-0.75" y="-0.75" width="6.5" height="6.5" fill={`hsl(${hue} 38% 84%)`} />
      <path d={path} fill={`hsl(${(hue + 20) % 360} 58% 32%)`} />
    </svg>
  )
}

/** The hue, and the cells that are filled: a byte of the hash each. */
export function figureOf(address: Address): { hue: number; path: string } {
  const [high = 0, low = 0, ...bytes] = hexToBytes(keccak256(hexToBytes(address)))
  const path = Array.from({ length: cells * columns }, (_, index) => {
    if ((bytes[index] ?? 0) % 2 === 0) return ''
    const y = Math.floor(index / columns)
    const x = index % columns
    const left = `M${x} ${y}h1v1h-1z`
    return x === cells - 1 - x ? left : `${left}M${cells - 1 - x} ${y}h1v1h-1z`
  }).join('')
  return { hue: ((high << 8) | low) % 360, path }
}
