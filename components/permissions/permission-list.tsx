'use client'

import { useCallback, useEffect, useState } from 'react'
import { useApp } from '../chat/app-context'
import { SidePageSkeleton } from '../chat/side-page-skeleton'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { PermissionItem } from './permission-item'
import { fetchPermissions, type ListedPermission, PermissionsError } from './permissions-client'

/** What the account has permitted: those that hold first, then those that have ended. */
export default function PermissionList() {
  const { session } = useApp()
  const [permissions, setPermissions] = useState<readonly ListedPermission[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const fail = useCallback(
    (error: unknown) => {
      if (error instanceof PermissionsError && error.code === 'signed-out') session.expire()
      setProblem(error instanceof PermissionsError ? error.message : 'The list could not be read.')
    },
    [session],
  )
  const read = useCallback(
    (signal: AbortSignal) => {
      setProblem(null)
      fetchPermissions(signal).then(
        (list) => !signal.aborted && setPermissions(list),
        (error: unknown) => !signal.aborted && fail(error),
      )
    },
    [fail],
  )
  useEffect(() => {
    const leaving = new AbortController()
    read(leaving.signal)
    return () => leaving.abort()
  }, [read])
  const replace = (changed: ListedPermission) =>
    setPermissions((list) => (list ?? []).map((each) => (each.id === changed.id ? changed : each)))

  if (problem)
    return (
      <Notice
        tone="warn"
        role="alert"
        className="mt-6"
        title={problem}
        action={
          <Button size="small" onClick={() => read(new AbortController().signal)}>
            Try again
          </Button>
        }
      />
    )
  if (!permissions) return <SidePageSkeleton />
  if (permissions.length === 0)
    return (
      <section aria-label="No permissions" className="sheet mt-6 px-5 py-6">
        <p className="font-semibold">You have permitted nothing.</p>
        <p className="mt-1 text-pretty text-small text-ink-muted">
          When an agent asks to watch a yield position for you, its request comes as a card in the conversation. What
          you sign there is listed here.
        </p>
      </section>
    )
  const holding = permissions.filter(({ state }) => state === 'active')
  const ended = permissions.filter(({ state }) => state !== 'active')
  return (
    <>
      <Section title="Holding now" permissions={holding} none="None holds now." replace={replace} />
      {ended.length > 0 && <Section title="Ended" permissions={ended} none="" replace={replace} />}
    </>
  )
}

function Section({
  title,
  permissions,
  none,
  replace,
}: {
  title: string
  permissions: readonly ListedPermission[]
  none: string
  replace: (changed: ListedPermission) => void
}) {
  return (
    <section aria-label={title} className="mt-6 flex flex-col gap-3">
      <h2 className="form-label">{title}</h2>
      {permissions.length === 0 && <p className="text-small text-ink-muted">{none}</p>}
      {permissions.map((listed) => (
        <PermissionItem key={listed.id} listed={listed} onRevoked={replace} />
      ))}
    </section>
  )
}
