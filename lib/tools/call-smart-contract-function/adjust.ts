import { type Address, type Hex, isAddressEqual } from 'viem'
import { addressAt } from '@/lib/chain/calldata/arguments'
import { type DecodedCall, encodeCall } from '@/lib/chain/calldata/decode-call'
import { allowanceAdjustment } from '../plan'

/**
 * Rewrites the account's approvals in the call to the amounts that the person chose, also in calls that a contract
 * makes to itself (`multicall`). Everything else keeps its bytes.
 */
export function adjustAllowances(call: DecodedCall, account: Address, amounts: Readonly<Record<string, bigint>>): Hex {
  const { known, args, data, to, caller } = call
  if (!known || !args || !isAddressEqual(caller, account)) return data
  switch (known.signature) {
    case 'approve(address,uint256)':
    case 'approveAndCall(address,uint256)':
    case 'approveAndCall(address,uint256,bytes)':
    case 'increaseApproval(address,uint256)':
    case 'increaseAllowance(address,uint256)': {
      const amount = amounts[allowanceAdjustment(to, addressAt(args, 0))]
      return amount === undefined ? data : encodeCall(known, args.with(1, amount))
    }
    case 'approve(address,address,uint160,uint48)': {
      const amount = amounts[allowanceAdjustment(addressAt(args, 0), addressAt(args, 1))]
      return amount === undefined ? data : encodeCall(known, [args[0], args[1], amount, args[3]])
    }
    case 'multicall(bytes[])':
    case 'multicall(uint256,bytes[])':
    case 'multicall(bytes32,bytes[])': {
      if (call.inner.length === 0) return data
      const inner = call.inner.map((each) => adjustAllowances(each, account, amounts))
      const isSame = inner.every((bytes, index) => bytes === call.inner[index]?.data)
      return isSame ? data : encodeCall(known, [...args.slice(0, -1), inner])
    }
    default:
      return data
  }
}
