import { getAddress } from 'viem'
import { FullAddress } from '@/components/ui/address'
import { Notice } from '@/components/ui/notice'
import type { AskedDetails } from '@/lib/tools/asked'
import type { BodyProps } from './card-body'
import { DetailRow, DetailRows } from './detail-rows'

/** A request that is shown in full but cannot be executed yet. */
export function RequestBody({ details, open }: BodyProps<AskedDetails>) {
  return (
    <div className="flex flex-col gap-3">
      <p className="form-label">The agent asks for this. Nothing here has been checked.</p>
      <DetailRows>
        {details.rows.map(({ label, value, kind }) => (
          <DetailRow key={label} label={label}>
            {kind === 'address' ? (
              <FullAddress address={getAddress(value)} />
            ) : (
              <span className={kind === 'amount' ? 'figures' : 'break-words'}>{value}</span>
            )}
          </DetailRow>
        ))}
      </DetailRows>
      {open && (
        <Notice title="This kind of request cannot be executed yet">
          You can decline it, and the agent is told so. Nothing is signed either way.
        </Notice>
      )}
    </div>
  )
}
