import Link from 'next/link'
import type { ReactNode } from 'react'
import { Skeleton } from '../ui/skeleton'

/** The frame of the page: what it is about, and the way back. The same in every state. */
export function PermissionsPaper({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-measure flex-col gap-5 px-4 py-8 sm:px-6 sm:py-12">
        <Link href="/" className="w-fit text-small text-accent underline underline-offset-4">
          To the conversations
        </Link>
        <div>
          <h1 className="text-display font-medium tracking-[-0.028em]">Permissions</h1>
          <p className="mt-2 text-pretty text-ink-muted">
            What you have signed to let agents propose by themselves. Each ends on its day; revoked, it ends at once.
          </p>
        </div>
        {children}
      </div>
    </div>
  )
}

export function PermissionsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Reading your permissions</span>
      <Skeleton className="sheet h-48 w-full" />
    </div>
  )
}
