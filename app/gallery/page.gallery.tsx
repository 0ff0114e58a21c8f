import type { Metadata } from 'next'
import { Gallery } from './pages'

export const metadata: Metadata = { title: 'Gallery', robots: { index: false } }

/** A page only where `npm run gallery` runs: next.config.ts knows the ending of this file there and nowhere else. */
export default async function Page({ searchParams }: { searchParams: Promise<{ page?: string }> }) {
  const { page } = await searchParams
  return <Gallery page={page} />
}
