import { SealMark } from '@/components/ui/seal'

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-measure flex-col justify-center px-6">
      <SealMark className="size-10" />
      <h1 className="mt-6 text-display font-medium tracking-[-0.028em]">Page not found</h1>
      <p className="mt-4 text-lead text-ink-muted">The address may be mistyped, or the page has moved.</p>
      <p className="mt-8">
        {/* Not next/link: below /api this page has no Content-Security-Policy, and the app must not start in it. */}
        <a href="/" className="text-accent underline underline-offset-4">
          Back to the conversations
        </a>
      </p>
    </main>
  )
}
