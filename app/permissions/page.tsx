import type { Metadata } from 'next'
import { publicSettings } from '@/app/public-settings'
import { PermissionsApp } from '@/components/permissions/permissions-app'

export const metadata: Metadata = { title: 'Permissions', robots: { index: false } }

/** What the account has permitted agents to do, with a way to take it back. */
export default async function Page() {
  return <PermissionsApp {...(await publicSettings())} />
}
