import { Group } from '@/components/ui/group'
import { FullAddress } from '@/components/ui/text/address'
import type { RebalancePermission } from '@/lib/wire/consent'
import { rebalanceDigest } from '@/lib/wire/consent'
import { DetailRow, DetailRows } from '../frame/detail-rows'

/** Lists the typed data field by field, to compare with the wallet. */
export function PermissionTerms({ permission }: { permission: RebalancePermission }) {
  const { chainId, owner, token, ...fields } = permission
  return (
    <Group label="What your wallet shows">
      <p className="form-label mb-1">What your wallet shows</p>
      <DetailRows>
        <DetailRow label="Domain">Auto-rebalance permission, version 1, chain {chainId}</DetailRow>
        <DetailRow label="owner">
          <FullAddress address={owner} />
        </DetailRow>
        <DetailRow label="token">
          <FullAddress address={token} />
        </DetailRow>
        {Object.entries(fields).map(([name, value]) => (
          <DetailRow key={name} label={name}>
            <span className="figures break-all">{String(value)}</span>
          </DetailRow>
        ))}
        <DetailRow label="maxAmountPerMove is in">base units of the token</DetailRow>
        <DetailRow label="Digest (EIP-712)">
          <span className="figures break-all" data-digest={rebalanceDigest(permission)}>
            {rebalanceDigest(permission)}
          </span>
        </DetailRow>
      </DetailRows>
    </Group>
  )
}
