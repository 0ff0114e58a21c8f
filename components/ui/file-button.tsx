import { type ReactNode, useRef } from 'react'
import { Button } from './button'

/** A button that lets the person choose a file. `label` names the file for screen readers; `accept` as in HTML. */
export function FileButton({
  label,
  accept,
  onChoose,
  children,
}: {
  label: string
  accept: string
  onChoose: (file: File) => void
  children: ReactNode
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="quiet" onClick={() => field.current?.click()}>
        {children}
      </Button>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
