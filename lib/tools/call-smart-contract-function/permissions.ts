import { isAddressEqual } from 'viem'
import { unlimited } from '@/lib/chain/allowances/unlimited'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { meaningsOf } from '@/lib/chain/calldata/meaning'
import type { Scene } from './describe'
import type { ShownPermission } from './details'

/** Lists every permission that a call grants or revokes, at any depth, in order. */
export const permissionsOf = (call: DecodedCall, { account, facts }: Scene): ShownPermission[] =>
  allCalls(call)
    .flatMap(meaningsOf)
    .flatMap((meaning): ShownPermission[] => {
      switch (meaning.kind) {
        case 'allowance': {
          const { token, spender, amount, way, owner, until } = meaning
          if (facts.collections.has(token)) return [{ kind: 'nft', collection: token, id: amount, operator: spender }]
          const known = facts.tokens.get(token)
          return [
            {
              kind: 'allowance',
              way,
              owner,
              isOwn: isAddressEqual(owner, account),
              spender,
              token,
              amount: amount >= unlimited ? null : amount,
              decimals: known?.decimals ?? 0,
              symbol: known?.symbol ?? '',
              listed: known?.listed ?? false,
              until,
            },
          ]
        }
        case 'operator': {
          const { collection, owner, operator, approved } = meaning
          return [{ kind: 'operator', collection, isOwn: isAddressEqual(owner, account), operator, given: approved }]
        }
        case 'power': {
          const { power, over, holder, given, signer, signers } = meaning
          // A permission signed by somebody else is not this account's.
          if (signer && !isAddressEqual(signer, account)) return []
          const removed = signers?.removed
          return [{ kind: 'power', power, over, holder, given, ...(removed ? { removed } : {}) }]
        }
        default:
          return []
      }
    })
