'use client'

import { use, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { WorkContext } from '@/components/app/work-context'
import type { Contact } from '@/lib/execution/call/kept/address-book'

const none: readonly Contact[] = []
const never = () => () => {}

/** Returns the account's contacts; none while nobody is signed in. */
export function useContacts(): readonly Contact[] {
  const book = use(WorkContext)?.addressBook
  return useSyncExternalStore(book?.subscribe ?? never, book?.read ?? (() => none), () => none)
}

/** Returns the person's own name for an address, or null. */
export function useContactName(address: Address): string | null {
  const book = use(WorkContext)?.addressBook
  return useSyncExternalStore(
    book?.subscribe ?? never,
    () => book?.nameOf(address) ?? null,
    () => null,
  )
}
