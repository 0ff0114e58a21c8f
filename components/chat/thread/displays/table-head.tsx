import { clsx } from 'clsx'

/** The head of a table whose last column holds what can be done with a row. `isFigure` aligns a column as figures are. */
export function TableHead({
  columns: [first, ...rest],
  className,
}: {
  columns: readonly [string, ...{ name: string; isFigure?: boolean }[]]
  className: string
}) {
  return (
    <thead className={className}>
      <tr className="form-label text-left">
        <th scope="col" className="py-1 pl-4 font-[inherit] sm:pl-5">
          {first}
        </th>
        {rest.map(({ name, isFigure }) => (
          <th
            key={name}
            scope="col"
            className={clsx('py-1 pl-3 font-[inherit] whitespace-nowrap', isFigure && 'text-right')}
          >
            {name}
          </th>
        ))}
        <th scope="col" className="py-1 pr-4 font-[inherit] sm:pr-5">
          <span className="sr-only">What you can do</span>
        </th>
      </tr>
    </thead>
  )
}
