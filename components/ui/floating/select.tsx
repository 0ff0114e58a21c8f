'use client'

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePart } from './part-of'

/** Chooses one of several values from a list. A <label> names it by its `id`. */
export function Select({
  id,
  value,
  options,
  onChange,
  className,
  ...rest
}: {
  id: string
  value: string
  options: readonly { value: string; words: string; icon?: ReactNode }[]
  onChange: (value: string) => void
  className?: string
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
  'data-field'?: string
}) {
  const { part, ref } = usePart()
  return (
    // Base UI would add a <style> element, which the Content-Security-Policy does not allow.
    <CSPProvider disableStyleElements>
      <Base.Root
        id={id}
        modal={false}
        items={options.map((option) => ({ value: option.value, label: option.words }))}
        value={value}
        onValueChange={(chosen) => chosen !== null && onChange(chosen)}
      >
        <Base.Trigger
          {...rest}
          ref={ref}
          className={clsx('flex items-center justify-between gap-2 text-left', className)}
        >
          <span className="flex min-w-0 items-center gap-2">
            {options.find((option) => option.value === value)?.icon}
            <Base.Value className="truncate" />
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
        </Base.Trigger>
        <Base.Portal container={part} className="absolute">
          <Base.Positioner
            alignItemWithTrigger={false}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            positionMethod="fixed"
            className="z-40"
          >
            <Base.Popup className="enter sheet max-h-(--available-height) min-w-(--anchor-width) max-w-(--available-width) overflow-y-auto p-1 shadow-float outline-none">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-[4px] px-3 text-small text-ink outline-none data-highlighted:bg-paper-sunk forced-colors:data-highlighted:outline-2"
                >
                  <Check
                    aria-hidden="true"
                    className={clsx('size-4 shrink-0 text-accent', option.value !== value && 'invisible')}
                  />
                  {option.icon}
                  <Base.ItemText>{option.words}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
