'use client'

import { ExternalLink } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ScrollBox } from '@/components/ui/scroll-box'

/** Asks before following an agent's link, and shows its real address. */
export function LinkDialog({ url, onClose }: { url: URL | null; onClose: () => void }) {
  return (
    <Dialog
      open={url !== null}
      onClose={onClose}
      title="Leave Countersign?"
      lead={
        url && (
          <>
            <p className="text-small text-ink-muted">The agent’s link goes to</p>
            <p className="mt-1 break-all text-title font-semibold">{url.host}</p>
          </>
        )
      }
    >
      {url && (
        <>
          {url.host.includes('xn--') && (
            <Notice tone="warn" className="mt-3" title="Unusual letters in the name">
              This name is written with letters that can look like others. Check that it is the site you mean.
            </Notice>
          )}
          {(url.username || url.password) && (
            <Notice tone="warn" className="mt-3">
              The part before the @ is not the site.
            </Notice>
          )}
          <ScrollBox
            label="The whole address"
            className="figures mt-3 max-h-40 break-all rounded-control bg-paper-sunk p-2.5 text-label"
          >
            {url.href}
          </ScrollBox>
          <p className="mt-3 text-small text-ink-muted">
            No site needs your seed phrase. Countersign never asks for it.
          </p>
          <div className="mt-5 grid grid-cols-2 gap-2">
            <Button onClick={onClose}>Stay here</Button>
            <a
              href={url.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              onClick={onClose}
              className="inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-accent px-4 text-[0.9375rem] font-medium text-accent hover:bg-accent-wash"
            >
              Open <ExternalLink className="size-4" aria-hidden="true" />
            </a>
          </div>
        </>
      )}
    </Dialog>
  )
}
