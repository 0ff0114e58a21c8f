import { type ReactNode, useId } from 'react'
import { FoldedLine } from '@/components/cards/frame/folded-line'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/floating/select'
import { type Choices, type Filter, isFiltered, statusWords } from './filter'

const field =
  'h-11 w-full min-w-0 rounded-control border border-rule-strong bg-paper-raised px-2.5 text-small text-ink focus-visible:border-accent'

/** Form for the filter. Every input takes effect immediately. */
export function ActivityFilters({
  filter,
  choices,
  onChange,
  onClear,
}: {
  filter: Filter
  choices: Choices
  onChange: (change: Partial<Filter>) => void
  onClear: () => void
}) {
  const select = (label: string, name: keyof Filter, options: readonly { value: string; words: string }[]) => (
    <Field label={label}>
      {(id) => (
        <Select
          id={id}
          className={field}
          value={filter[name]}
          options={[{ value: '', words: 'All' }, ...options]}
          onChange={(value) => onChange({ [name]: value })}
        />
      )}
    </Field>
  )
  const day = (label: string, name: 'from' | 'to') => (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          className={field}
          value={filter[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  )
  const named = (words: readonly string[]) => words.map((word) => ({ value: word, words: word }))
  const filters = (
    <>
      {select(
        'State',
        'status',
        choices.statuses.map((status) => ({ value: status, words: statusWords[status] })),
      )}
      {select('Action', 'kind', named(choices.kinds))}
      {select(
        'Network',
        'chainId',
        choices.chains.map(({ id, name }) => ({ value: id, words: name })),
      )}
      {select('Token', 'token', named(choices.tokens))}
      {day('From', 'from')}
      {day('Until', 'to')}
    </>
  )
  return (
    <search aria-label="Activity" className="flex flex-col gap-2 print:hidden">
      <div>
        <Field label="Search">
          {(id) => (
            <input
              id={id}
              type="search"
              autoComplete="off"
              placeholder="Words, an id, a transaction hash"
              className={`${field} placeholder:text-ink-faint`}
              value={filter.text}
              onChange={({ target }) => onChange({ text: target.value })}
            />
          )}
        </Field>
      </div>
      {/* All of them would stand before the first proposal. */}
      <FoldedLine summary="Filters">
        <div className="-ml-[1.125rem] grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3">{filters}</div>
      </FoldedLine>
      {isFiltered(filter) && (
        <div>
          <Button size="small" look="quiet" className="-ml-3" onClick={onClear}>
            Show everything
          </Button>
        </div>
      )}
    </search>
  )
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="form-label mb-1 block">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
