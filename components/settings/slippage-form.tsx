'use client'

import { useState, useSyncExternalStore } from 'react'
import { useWork } from '@/components/app/work-context'
import { percentOf } from '@/components/ui/text/figures'
import { defaultSlippage } from '@/lib/tools/execute-router-swap/parameters'
import { Button } from '../ui/button'
import { LimitField } from './limit-field'
import { readPercent, writePercent } from './typed-figures'

/** Edits the slippage of swaps whose request names none. */
export function SlippageForm() {
  const { ownSlippage } = useWork()
  const slippage = useSyncExternalStore(ownSlippage.subscribe, ownSlippage.read)
  // The key resets the form when another tab changes it.
  return <Form key={slippage} slippage={slippage} save={ownSlippage.write} />
}

function Form({ slippage, save }: { slippage: number | null; save: (slippage: number | null) => boolean }) {
  const before = writePercent(slippage)
  const [text, setText] = useState(before)
  const [failed, setFailed] = useState(false)
  const read = readPercent(text)
  const changed = text !== before
  return (
    <section aria-labelledby="swaps-heading" className="mt-12 border-t pt-6">
      <h2 id="swaps-heading" className="text-lead font-semibold">
        Swaps
      </h2>
      <form
        aria-labelledby="swaps-heading"
        onSubmit={(event) => {
          event.preventDefault()
          if ('slippage' in read) setFailed(!save(read.slippage))
        }}
      >
        <LimitField
          label="Default slippage"
          explanation="How much less than quoted a swap may bring if your request names no figure. The card marks it as yours, and the same checks apply."
          unit="%"
          placeholder={percentOf(defaultSlippage).replace('%', '')}
          value={text}
          problem={'problem' in read ? read.problem : null}
          onChange={setText}
        />
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" look="primary" disabled={!changed || 'problem' in read}>
            Save slippage
          </Button>
          <p role="status" className="text-small text-ink-muted">
            {failed ? 'This browser did not store it, so nothing has changed.' : changed ? '' : summary(slippage)}
          </p>
        </div>
      </form>
    </section>
  )
}

const summary = (slippage: number | null): string =>
  slippage === null
    ? `The app’s default of ${percentOf(defaultSlippage)} applies.`
    : `Your default of ${percentOf(slippage)} applies.`
