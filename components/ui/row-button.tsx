import { Button } from './button'

/** What can be done with a row of a table. `label` names it for those who do not see the row. */
export const RowButton = ({ name, label, onClick }: { name: string; label: string; onClick: () => void }) => (
  <Button size="small" look="quiet" className="px-2! text-accent!" aria-label={label} onClick={onClick}>
    {name}
  </Button>
)
