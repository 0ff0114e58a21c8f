/** The number of a row, from an index that begins at 0: an agent says "the first". */
export const RowNumber = ({ of }: { of: number }) => (
  <span className="figures w-4 shrink-0 self-center text-right text-label font-normal text-ink-faint @max-[24rem]:w-3">
    {of + 1}
    <span className="sr-only">.</span>
  </span>
)
