import { useId } from 'react'

/** Edits a figure in dollars or per cent. Empty for none. */
export function LimitField({
  label,
  explanation,
  unit = '$',
  placeholder = 'No limit',
  value,
  problem,
  onChange,
}: {
  label: string
  explanation: string
  unit?: '$' | '%'
  placeholder?: string
  value: string
  problem: string | null
  onChange: (text: string) => void
}) {
  const id = useId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 border-b py-5 sm:grid-cols-[minmax(0,1fr)_11rem] sm:items-start">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-explanation`} className="mt-0.5 text-small text-ink-muted text-pretty">
          {explanation}
        </p>
      </div>
      <div>
        <div className="field flex min-h-11 items-center rounded-control border border-rule-strong bg-paper-raised focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent)]">
          {unit === '$' && <Unit className="pl-3">$</Unit>}
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            value={value}
            aria-describedby={`${id}-explanation${problem ? ` ${id}-problem` : ''}`}
            aria-invalid={problem !== null}
            onChange={(event) => onChange(event.target.value)}
            className="figures min-w-0 flex-1 bg-transparent px-2 py-2 text-right outline-none placeholder:font-sans placeholder:tracking-normal placeholder:text-ink-faint placeholder:[word-spacing:0.25em]"
          />
          {unit === '%' && <Unit className="pr-3">%</Unit>}
        </div>
        {problem && (
          <p id={`${id}-problem`} className="mt-1 text-label text-seal">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

const Unit = ({ className, children }: { className: string; children: string }) => (
  <span aria-hidden="true" className={`figures text-ink-faint ${className}`}>
    {children}
  </span>
)
