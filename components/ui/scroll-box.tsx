import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Group } from './group'

/** Text that may be longer than its place: it scrolls there, by keyboard too, which needs the focus for it. */
export const ScrollBox = ({ className, ...rest }: ComponentProps<typeof Group>) => (
  <Group tabIndex={0} className={clsx('overflow-y-auto', className)} {...rest} />
)
