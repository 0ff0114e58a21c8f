'use client'

import { lazy, type ReactElement, type ReactNode } from 'react'
import { Opener } from './opener'

const load = () => import('./popover-sheet')
const PopoverSheet = lazy(load)

/** A sheet beside the button that opens it. The page around it stays usable; Escape and a click outside close it. */
export const Popover = ({
  trigger,
  title,
  children,
}: {
  trigger: ReactElement
  title: string
  children: (close: () => void) => ReactNode
}) => (
  <Opener trigger={trigger} kind="dialog" load={load}>
    {(opened) => (
      <PopoverSheet opened={opened} title={title}>
        {children(opened.close)}
      </PopoverSheet>
    )}
  </Opener>
)
