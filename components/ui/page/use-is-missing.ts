import { useSyncExternalStore } from 'react'
import { missingParts } from '@/lib/missing-parts'

/** True while scripts of the page do not come. They are asked for until they do. */
export const useIsMissing = (): boolean =>
  useSyncExternalStore(missingParts.isMissing.subscribe, missingParts.isMissing.getSnapshot, () => false)
