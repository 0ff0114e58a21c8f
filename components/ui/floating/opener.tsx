'use client'

import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react'
import { Dialog } from '../dialog'
import { Boundary } from '../page/boundary'
import { Coming } from '../page/coming'
import { NotLoaded } from '../page/not-loaded'
import { partOf } from './part-of'

/** The button of something that floats beside it, for the code that draws the latter. */
export type Opened = {
  open: boolean
  button: RefObject<HTMLElement | null>
  /** Id of the button, which names what it opens. */
  buttonId: string
  /** The part of the page that the button is in. */
  part: HTMLElement | undefined
  /** True if a key opened it, or a program that stands for a person at the keys. */
  byKey: boolean
  /** For the library: takes no notice of a press on the button itself, which closes by its own click. */
  onOpenChange: (open: boolean, details: { event: Event; cancel: () => void }) => void
  close: () => void
}

/** Places a floating element below its button, within the window. */
export const besideButton = ({ button }: Pick<Opened, 'button'>) =>
  ({
    anchor: button,
    align: 'end',
    sideOffset: 6,
    collisionPadding: 8,
    positionMethod: 'fixed',
    className: 'z-40',
  }) as const

/**
 * A button, and what it opens, of which the code is loaded when a pointer or the focus comes near: a page that nobody
 * has touched does without. The button stays the same element throughout, so no press and no focus is lost meanwhile.
 */
export function Opener({
  trigger,
  kind,
  load,
  children,
}: {
  trigger: ReactElement
  kind: 'menu' | 'dialog'
  load: () => Promise<unknown>
  children: (opened: Opened) => ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const isPressed = useRef(false)
  const [state, setState] = useState({ open: false, byKey: false, isWanted: false })
  const close = useCallback(() => setState((before) => ({ ...before, open: false })), [])
  const show = (byKey: boolean) => setState({ open: true, byKey, isWanted: true })
  const preload = () => void load().catch(() => {})
  const letGo = () => {
    isPressed.current = false
  }
  const props: ComponentProps<'button'> = {
    ref: button,
    id: buttonId,
    'aria-haspopup': kind,
    'aria-expanded': state.open,
    onPointerEnter: preload,
    onPointerDown: () => {
      isPressed.current = true
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onPointerLeave: letGo,
    onFocus: preload,
    // A click without a pointer has no count.
    onClick: ({ detail }) => (state.open ? close() : show(detail === 0)),
    ...(kind === 'menu' && { onKeyDown: (event) => opensMenu(event) && show(true) }),
  }
  const notLoaded = (
    <Dialog open={state.open} onClose={close} title="Not available right now">
      <NotLoaded />
    </Dialog>
  )
  return (
    <>
      {cloneElement(trigger, props)}
      {state.isWanted && (
        <Boundary fallback={notLoaded}>
          <Suspense fallback={<Coming missing={notLoaded} />}>
            {children({
              ...state,
              button,
              buttonId,
              part: partOf(button.current),
              close,
              onOpenChange: (open, details) => {
                if (open) return
                const { target, type } = details.event
                const isOnButton = type !== 'keydown' && target instanceof Node && button.current?.contains(target)
                // The click that follows closes it; closed before, it would open again.
                if (isPressed.current || isOnButton) details.cancel()
                else close()
              },
            })}
          </Suspense>
        </Boundary>
      )}
    </>
  )
}

function opensMenu(event: KeyboardEvent): boolean {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
  event.preventDefault()
  return true
}
