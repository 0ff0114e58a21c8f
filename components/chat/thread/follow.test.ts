import { describe, expect, it } from 'vitest'
import {
  atEnd,
  followAfterIntent,
  followAfterScroll,
  isInside,
  mayBeClamped,
  topAfterGrowth,
  topAfterPrepend,
} from './follow'

const at = (scrollTop: number, scrollHeight = 2000, clientHeight = 500) => ({ scrollTop, scrollHeight, clientHeight })

describe('following a thread', () => {
  it('counts anything within 32 pixels of the end as the end', () => {
    expect(atEnd(at(1500))).toBe(true)
    expect(atEnd(at(1468))).toBe(true)
    expect(atEnd(at(1467))).toBe(false)
  })

  it('stops following when the reader scrolls up, however little', () => {
    expect(followAfterScroll(true, at(1500), at(1499))).toBe(false)
  })

  it('does not resume while the text grows below', () => {
    expect(followAfterScroll(false, at(900), at(900, 3000))).toBe(false)
    expect(topAfterGrowth(false, at(900), at(900, 3000))).toBeNull()
  })

  it('resumes at the end', () => {
    expect(followAfterScroll(false, at(900), at(1490))).toBe(true)
  })

  it('does not resume on the way down', () => {
    expect(followAfterScroll(false, at(900), at(1200))).toBe(false)
  })

  it('does not mistake a shrinking text for a reader scrolling up', () => {
    expect(followAfterScroll(true, at(1500), at(1300, 1800))).toBe(true)
  })

  it('does not mistake a growing window for a reader scrolling up', () => {
    expect(followAfterScroll(true, at(1500), at(1300, 2000, 700))).toBe(true)
  })

  it('does not mistake a text that shrank and grew again for a reader scrolling up', () => {
    // At the end, its height went from 920 to 911, and to 1049 before the scroll event.
    expect(followAfterScroll(true, at(280, 920, 640), at(271, 1049, 640))).toBe(true)
    expect(mayBeClamped(at(280, 920, 640), at(271, 1049, 640))).toBe(true)
    expect(mayBeClamped(at(280, 920, 640), at(400, 1049, 640))).toBe(false)
    expect(mayBeClamped(at(280, 920, 640), at(271, 920, 640))).toBe(false)
  })

  it('stops following a reader who drags the scroll bar up, even while the text grows', () => {
    expect(followAfterScroll(true, at(1500), at(1400, 2200), true)).toBe(false)
    expect(followAfterScroll(true, at(1500), at(1300, 1800), true)).toBe(true)
  })

  it('stops following at once on a wheel or key that goes up, unless there is nothing to scroll', () => {
    expect(followAfterIntent(true, 'up', at(1500))).toBe(false)
    expect(followAfterIntent(true, 'down', at(1500))).toBe(true)
    expect(followAfterIntent(true, 'up', at(0, 400, 500))).toBe(true)
  })

  it('follows growth to the end, never above the start', () => {
    expect(topAfterGrowth(true, at(1500), at(1500, 2600))).toBe(2100)
    expect(topAfterGrowth(true, at(0, 300, 500), at(0, 300, 500))).toBe(0)
  })

  const above = (top: number) => ({ top, inside: false })
  const inside = (top: number) => ({ top, inside: true })

  it('goes no further than the top of a card that waits to be read', () => {
    // The card starts at 1900 and is taller than the window.
    expect(topAfterGrowth(true, at(1500), at(1500, 2700), above(1900))).toBe(1900)
    expect(topAfterGrowth(true, at(1900, 2700), at(1900, 2800), above(1900))).toBe(1900)
    // The whole card fits.
    expect(topAfterGrowth(true, at(1500), at(1500, 2300), above(1900))).toBe(1800)
    expect(topAfterGrowth(true, at(0, 400), at(0, 900), above(-12))).toBe(0)
  })

  it('moves with a card that moves up because the content above it shrank', () => {
    expect(topAfterGrowth(true, at(1900, 2700), at(1900, 2560), above(1760))).toBe(1760)
    // Even if its end was in view, and it grows.
    expect(topAfterGrowth(true, at(1900, 2410), at(1900, 2600), above(1760))).toBe(1760)
  })

  it('knows if the reader is inside a card, even one that starts at a fraction of a pixel', () => {
    expect(isInside(1901, 1900.4)).toBe(false)
    expect(isInside(1902, 1900.4)).toBe(true)
    expect(isInside(0, -12)).toBe(false)
  })

  it('leaves a reader in the middle of a card alone, and keeps one at its end there', () => {
    expect(topAfterGrowth(true, at(2000, 2700), at(2000, 2800), inside(1900))).toBeNull()
    expect(topAfterGrowth(true, at(2200, 2700), at(2200, 2800), inside(1900))).toBe(2300)
    expect(topAfterGrowth(false, at(900), at(900, 2700), above(1900))).toBeNull()
  })

  it('keeps what is on screen in place when earlier turns come in above', () => {
    expect(topAfterPrepend(at(40, 2000), at(40, 5000))).toBe(3040)
  })
})
