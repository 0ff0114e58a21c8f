import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deltas } from './deltas'

fc.configureGlobal({ seed: 1 })

describe('deltas', () => {
  it('cuts after a few words at a time', () => {
    expect(deltas('Here is a swap of 1 ETH.\n\n- one')).toEqual(['Here is a', ' swap of 1', ' ETH.\n\n- one'])
    expect(deltas('')).toEqual([])
  })

  it('loses nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀', '.') }),
        (text) => deltas(text).join('') === text || text.trim() === '',
      ),
    )
  })
})
