import type { ReactNode } from 'react'
import { Chip } from '../chips/chip'
import type { Chip as Named } from '../chips/find-chips'

/** A chip by what `mark` has written about it. */
export const NamedChip = ({ named, children }: { named: string; children: ReactNode }) => (
  <Chip of={JSON.parse(named) as Named}>{children}</Chip>
)
