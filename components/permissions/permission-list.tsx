'use client'

import { SidePageSkeleton } from '@/components/app/frame/side-page-skeleton'
import { ListProblem } from '../lists/list-problem'
import { useList } from '../lists/use-list'
import { useKeepFocus } from '../ui/use-keep-focus'
import { PermissionItem } from './permission-item'
import { fetchPermissions, type ListedPermission } from './permissions-client'

/** Lists the account's permissions: those in force first, then those that have ended. */
export default function PermissionList() {
  const { items: permissions, setItems, problem, again, words } = useList(fetchPermissions)
  const replace = (changed: ListedPermission) =>
    setItems((list) => (list ?? []).map((each) => (each.id === changed.id ? changed : each)))
  const place = useKeepFocus((permissions ?? []).map(({ state }) => state).join())
  if (problem) return <ListProblem problem={problem} again={again} />
  if (!permissions) return <SidePageSkeleton />
  if (permissions.length === 0)
    return (
      <section aria-label="No permissions" className="sheet mt-6 px-5 py-6">
        <p className="font-semibold">You have given no permissions.</p>
        <p className="mt-1 text-pretty text-small text-ink-muted">
          When an agent asks to watch a yield position for you, its request comes as a card in the conversation. What
          you sign there is listed here.
        </p>
      </section>
    )
  const holding = permissions.filter(({ state }) => state === 'active')
  const ended = permissions.filter(({ state }) => state !== 'active')
  return (
    <section aria-label="Your permissions" {...place}>
      <Section title="Active" permissions={holding} none="No active permissions." replace={replace} words={words} />
      {ended.length > 0 && <Section title="Ended" permissions={ended} none="" replace={replace} words={words} />}
    </section>
  )
}

function Section({
  title,
  permissions,
  none,
  replace,
  words,
}: {
  title: string
  permissions: readonly ListedPermission[]
  none: string
  replace: (changed: ListedPermission) => void
  words: (error: unknown, otherwise: string) => string
}) {
  return (
    <section aria-label={title} className="mt-6 flex flex-col gap-3">
      <h2 className="form-label">{title}</h2>
      {permissions.length === 0 && <p className="text-small text-ink-muted">{none}</p>}
      {permissions.map((listed) => (
        <PermissionItem key={listed.id} listed={listed} onRevoked={replace} words={words} />
      ))}
    </section>
  )
}
