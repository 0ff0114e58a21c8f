// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { afterEach, expect, it } from 'vitest'
import { QrCode } from './qr-code'

afterEach(cleanup)

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Paints the drawn code, `scale` pixels a module, as a scanner would see it. */
function pixelsOf(code: Element, scale = 4) {
  const modules = Number(code.getAttribute('viewBox')?.split(' ')[2])
  const size = modules * scale
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  const path = code.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row += 1) {
      const from = 4 * ((Number(y) * scale + row) * size + Number(x) * scale)
      data.fill(0, from, from + 4 * scale)
    }
  // Opaque throughout.
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  return { width: size, height: size, data, modules, path }
}

it('draws a code that scans as the text, with a light border of four modules, and says what it is', () => {
  render(<QrCode text={address} label="The code" />)
  const { modules, path, ...image } = pixelsOf(screen.getByRole('img', { name: 'The code' }))
  expect(decodeQR(image)).toBe(address)
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
  expect(Math.min(...places)).toBe(4)
  expect(Math.max(...places)).toBe(modules - 5)
})
