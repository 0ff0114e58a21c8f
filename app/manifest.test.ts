import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from './manifest'

const icons = manifest().icons ?? []

describe('the manifest', () => {
  it.each(icons)('has a picture of the size it names: $src', ({ src, sizes }) => {
    const png = readFileSync(path.join(import.meta.dirname, '../public', src))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  })

  it('has what browsers ask of an app to install, and one icon that systems may cut', () => {
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
    expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
    expect(manifest()).toMatchObject({ name: 'Countersign', start_url: '/', display: 'standalone' })
  })

  it('comes without a service worker, which could show an old review', () => {
    for (const name of ['sw.js', 'service-worker.js'])
      expect(existsSync(path.join(import.meta.dirname, '../public', name))).toBe(false)
  })
})
