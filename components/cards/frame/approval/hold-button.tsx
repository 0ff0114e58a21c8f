'use client'

import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'

const holdMs = 900

/**
 * A button to be held: by pointer, by Space or by Enter. Letting go early does nothing. Assistive technology, which can
 * only click, is asked for a second click instead.
 */
export function HoldButton({
  label,
  onComplete,
  className,
}: {
  label: string
  onComplete: () => void
  className?: string
}) {
  const [holding, setHolding] = useState(false)
  const [asked, setAsked] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  const press = () => {
    if (holding) return
    setHolding(true)
    timer.current = setTimeout(() => {
      setHolding(false)
      onComplete()
    }, holdMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <button
      type="button"
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={release}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        if (!event.repeat) press()
      }}
      onKeyUp={(event) => {
        // Some browsers click when Space is released: a tap must not pass for a screen reader's click.
        event.preventDefault()
        release()
      }}
      onClick={(event) => {
        // A click without pointer or key comes from a screen reader.
        if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType !== '') return
        if (asked) onComplete()
        else setAsked(true)
      }}
      className={clsx(
        'relative min-h-11 print:hidden touch-none py-1.5 leading-tight select-none overflow-hidden rounded-control border border-seal px-3 text-[0.875rem] sm:px-4 sm:text-[0.9375rem] font-medium text-seal',
        className,
      )}
    >
      <span
        aria-hidden="true"
        style={{ transitionDuration: holding ? `${holdMs}ms` : '120ms' }}
        className={clsx(
          'absolute inset-0 origin-left bg-seal-wash transition-transform ease-linear forced-colors:top-auto forced-colors:h-1.5 forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none',
          holding ? 'scale-x-100' : 'scale-x-0',
        )}
      />
      <span className="relative">{asked ? 'Activate again to accept the risk' : label}</span>
    </button>
  )
}
