'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../button'
import { IconButton } from '../icon-button'

/** Copies a text and says so for two seconds. With `word`, the first one of its label, that stands beside its icon. */
export function CopyButton({
  text,
  label,
  word,
  className,
}: {
  text: string
  label: string
  word?: string
  className?: string
}) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    // Undefined on a page that is not served securely.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))
    written.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  const said = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Could not copy' : label
  const icon = outcome === 'copied' ? <Check /> : <Copy />
  return (
    <>
      {word ? (
        <Button size="small" look="quiet" aria-label={said} onClick={copy} className={className}>
          {icon} {outcome ? said : word}
        </Button>
      ) : (
        <IconButton label={said} onClick={copy} className={className}>
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {outcome ? said : ''}
      </span>
    </>
  )
}
