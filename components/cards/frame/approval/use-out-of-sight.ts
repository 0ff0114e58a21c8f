import { type RefObject, useEffect, useState } from 'react'

/** A part of the card that its summary repeats: what moves, or the fee and the worst finding. Set as `data-summed`. */
type Summed = 'moves' | 'rest'

/** What the summary has to say: `rest` if what moves is in sight in the card, `nothing` if all of it is. */
export type Unseen = 'all' | 'rest' | 'nothing'

const cannotTell = typeof IntersectionObserver === 'undefined'

/** Room for the second line of the summary above the buttons: it must not cover what counts as in sight. CSS pixels. */
const secondLine = 32

/**
 * Tells what of the summary is out of sight in the card, above the buttons. `isTall` if the card has more between what
 * moves and its end than the window holds: only then can its end be reached with the summary still needed, so only then
 * does the summary have room of its own.
 */
export function useOutOfSight(foot: RefObject<HTMLElement | null>): { unseen: Unseen; isTall: boolean } {
  const [unseen, setUnseen] = useState<Unseen>(cannotTell ? 'all' : 'nothing')
  const [isTall, setTall] = useState(false)
  // With each rendering: parts of the card come and go.
  useEffect(() => {
    const element = foot.current
    const card = element?.closest('article')
    if (cannotTell || !element || !card) return
    const scroller = card.closest('.thread-scroller')
    const partsOf = (part: Summed) => [...card.querySelectorAll<HTMLElement>(`[data-summed="${part}"]`)]
    const seen: Record<Summed, boolean | null> = { moves: null, rest: null }
    const tell = () => {
      if (seen.moves !== null && seen.rest !== null) setUnseen(!seen.moves ? 'all' : seen.rest ? 'nothing' : 'rest')
    }
    const watch = (part: Summed, covered: number) => {
      const parts = partsOf(part)
      if (parts.length === 0) {
        // What the summary says of it stands nowhere else.
        seen[part] = !element.querySelector(`[data-says="${part}"] > *`)
        tell()
        return () => {}
      }
      const whole = new Map<Element, boolean>()
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { target, intersectionRatio } of entries) whole.set(target, intersectionRatio > 0.99)
          seen[part] = parts.every((each) => whole.get(each) === true)
          tell()
        },
        { root: scroller, rootMargin: `0px 0px -${covered}px 0px`, threshold: [0, 0.99, 1] },
      )
      for (const each of parts) observer.observe(each)
      return () => observer.disconnect()
    }
    const isBeside = getComputedStyle(element).display === 'flex'
    const covered = (isBeside ? element : element.lastElementChild)?.clientHeight ?? 0
    const stops = [watch('moves', isBeside ? covered : covered + secondLine), watch('rest', covered)]
    const sizes = new ResizeObserver(() => {
      const from = partsOf('moves')[0] ?? card
      const summary = element.querySelector<HTMLElement>('[data-summary]')
      const own = summary && getComputedStyle(summary).position === 'static' ? summary.offsetHeight : 0
      const length = card.getBoundingClientRect().bottom - from.getBoundingClientRect().top - own
      setTall(length > (scroller ?? document.documentElement).clientHeight)
    })
    sizes.observe(card)
    if (scroller) sizes.observe(scroller)
    return () => {
      for (const stop of stops) stop()
      sizes.disconnect()
    }
  })
  return { unseen, isTall }
}
