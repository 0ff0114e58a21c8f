import { type Address, getAddress, isAddressEqual, parseAbi } from 'viem'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { type Meaning, meaningsOf } from '@/lib/chain/calldata/meaning'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { unlessRefused } from '@/lib/chain/chains/read-error'
import type { Finding } from '../finding'

const abi = parseAbi([
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
])

type Signers = { owners: readonly Address[]; threshold: bigint }
type Change = Extract<Meaning, { kind: 'power' }>

/**
 * Compares the number of signatures that an account of several owners (Safe) needs before and after a call, with all
 * its changes taken together. Throws viem's errors if the RPC does not answer.
 */
export async function signerFindings({ client }: ChainHandle, call: DecodedCall): Promise<readonly Finding[]> {
  const changes = allCalls(call)
    .flatMap(meaningsOf)
    .filter((each): each is Change => each.kind === 'power' && each.power === 'signers')
  const accounts = [...new Set(changes.map(({ over }) => getAddress(over)))]
  return Promise.all(
    accounts.map(async (address) => {
      const [threshold, owners] = await Promise.all([
        unlessRefused(client.readContract({ address, abi, functionName: 'getThreshold' })),
        unlessRefused(client.readContract({ address, abi, functionName: 'getOwners' })),
      ])
      if (threshold === null || owners === null) return unknownFinding(address)
      const before = { owners, threshold }
      const own = changes.filter(({ over }) => isAddressEqual(over, address))
      return changeFinding(address, before, own.reduce(changed, before))
    }),
  )
}

const changed = ({ owners, threshold }: Signers, { holder, signers }: Change): Signers => {
  const left = owners.filter((owner) => !signers?.removed || !isAddressEqual(owner, signers.removed))
  return { owners: holder ? [...left, holder] : left, threshold: signers?.threshold ?? threshold }
}

const words = ({ owners, threshold }: Signers): string =>
  `${threshold} of ${owners.length} ${owners.length === 1 ? 'owner' : 'owners'}`

const changeFinding = (account: Address, before: Signers, after: Signers): Finding => {
  const isFewer = after.threshold < before.threshold
  return {
    rule: 'call.signers',
    level: isFewer ? 'WARN' : 'INFO',
    title: isFewer
      ? 'Fewer signatures are needed for a smart account.'
      : 'How many signatures a smart account needs, before and after.',
    terms: { claim: 'Before', observed: 'Afterwards' },
    claim: words(before),
    observed: words(after),
    why: `For the account ${account}: the number of owners who must sign its transactions.`,
  }
}

const unknownFinding = (account: Address): Finding => ({
  rule: 'call.signers',
  level: 'UNVERIFIED',
  title: 'It is not known how many signatures are needed before this.',
  observed: `${account} does not say who its owners are`,
  why: 'It may not be an account with several owners at all.',
})
