'use client'

import { use, useEffect, useState } from 'react'
import { AppContext } from '@/components/app/app-context'
import type { FindChips } from './chip-finder'

type Finder = typeof import('./chip-finder')

/** Loaded with the first text that may have names, and available at once to the others. */
let finder: Finder | null = null
const load = () =>
  import('./chip-finder').then((loaded) => {
    finder = loaded
    return loaded
  })

/** Returns the function that finds names in a text. Null until it has loaded, outside the app, and if not wanted. */
export function useChips(wanted: boolean): FindChips | null {
  const chains = use(AppContext)?.chains
  const [loaded, setLoaded] = useState(finder)
  useEffect(() => {
    // If it fails to load, the text stays plain.
    if (wanted && !loaded) load().then(setLoaded, () => {})
  }, [wanted, loaded])
  return wanted && loaded && chains ? loaded.finderOf(chains) : null
}
