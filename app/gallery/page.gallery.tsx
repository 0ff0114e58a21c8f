import type { Metadata } from 'next'
import { Gallery } from './gallery'

export const metadata: Metadata = { title: 'Gallery', robots: { index: false } }

/** Exists only under `npm run gallery`: only there does next.config.ts list this file's extension. */
export default async function Page({ searchParams }: { searchParams: Promise<{ page?: string }> }) {
  const { page } = await searchParams
  return <Gallery page={page} />
}
