'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../button'
import { IconButton } from '../icon-button'
import { copyText } from './copy-text'

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
  const copy = () => void copyText(text).then((isCopied) => setOutcome(isCopied ? 'copied' : 'failed'))
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
