import type { ReactNode } from 'react'
import { NotLoaded } from './not-loaded'
import { useIsMissing } from './use-is-missing'

/** Stands in the place of a part of the page until it has loaded: `children`, or `missing` while it does not come. */
export const Coming = ({ missing = <NotLoaded />, children }: { missing?: ReactNode; children?: ReactNode }) =>
  useIsMissing() ? missing : children
