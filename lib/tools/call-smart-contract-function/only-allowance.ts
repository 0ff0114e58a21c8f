import { maxUint256 } from 'viem'
import type { Prepared } from '../tool'
import type { CallDetails, ShownPermission } from './details'

export type ShownAllowance = Extract<ShownPermission, { kind: 'allowance' }>

/** Returns the allowance of a listed token, if the call does nothing but set it. Null for any other call. */
export function onlyAllowance({ call, permissions }: CallDetails): ShownAllowance | null {
  const [first] = permissions
  if (permissions.length !== 1 || first?.kind !== 'allowance' || !first.listed || !first.isOwn) return null
  return call?.known?.signature === 'approve(address,uint256)' && first.way === 'approve' ? first : null
}

/** Returns what the chain will hold of it. */
export const allowanceIn = ({
  token,
  spender,
  amount,
}: ShownAllowance): NonNullable<Prepared<unknown>['approves']> => ({
  token,
  spender,
  amount: amount ?? maxUint256,
})
