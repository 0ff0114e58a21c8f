'use client'

import { useEffect, useState } from 'react'
import { type Address, getAddress } from 'viem'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { WithAddresses } from '@/components/ui/text/address'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { Chains } from '@/lib/chain/chains/chain'
import { chainName } from '@/lib/chain/tokens/tokens'
import { QrCode } from './qr-code'
import { type Existence, whereItExists } from './where-it-exists'

const list = new Intl.ListFormat('en')
const named = (ids: readonly number[]): string => list.format(ids.map(chainName))

/** Shows the account's address, as text and as a QR code, and on which networks it can be paid. */
export default function Receive({
  address,
  chainId,
  chains,
  onClose,
}: {
  address: Address
  /** The wallet's chain. */
  chainId: number | null
  chains: Chains
  onClose: () => void
}) {
  const whole = getAddress(address)
  const existence = useExistence(whole, chains)
  const notOn = existence?.kind === 'contract' ? existence.notOn : []
  const ids = [...chains.keys()].filter((id) => !notOn.includes(id))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Receive"
      lead={
        <p className="text-small text-pretty text-ink-muted">
          Give this address to whoever pays you, or let them scan it. Whoever has it can pay this account, and see on
          the chain what it holds; they cannot move anything.
        </p>
      }
    >
      <div className="mt-4 flex flex-col items-center gap-3">
        {/* The plain address, not an EIP-681 link: every wallet and exchange scans it, several take "ethereum:" for an
            invalid address, and a link with a chain would be for that chain alone. */}
        <QrCode text={whole} label={`QR code of ${whole}`} className="w-56 max-w-full rounded-control border" />
        <p data-address={whole} className="max-w-[16rem] text-center leading-relaxed">
          <WithAddresses text={whole} />
        </p>
        <CopyButton text={whole} label="Copy address" word="Copy address" />
      </div>
      <h3 className="form-label mt-5">{ids.length === 1 ? 'On this network' : 'On these networks'}</h3>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1.5 text-small">
        {ids.map((id) => (
          <li key={id} className="flex items-center gap-1.5">
            <ChainIcon chainId={id} size={16} />
            <span>
              {chainName(id)}
              {id === chainId && <span className="text-ink-muted"> (your wallet’s current network)</span>}
            </span>
          </li>
        ))}
      </ul>
      <Warnings existence={existence} chains={chains} />
    </Dialog>
  )
}

/** Says what does not arrive at this address. */
function Warnings({ existence, chains }: { existence: Existence | null; chains: Chains }) {
  const isTest = [...chains.values()].every(({ isLocal, viemChain }) => isLocal || viemChain.testnet === true)
  return (
    <>
      <Notice tone="warn" className="mt-4" title="Only what is sent on these networks arrives here.">
        The sender must choose one of them. This app does not show what is sent on any other network, and it may be
        lost.
        {isTest && ' These networks are for testing: send no real money.'}
      </Notice>
      <div role="status">
        {existence?.kind === 'contract' && (
          <Notice tone="warn" className="mt-2" title="This account is a contract.">
            It exists on {named(existence.on)}
            {existence.notOn.length > 0 &&
              `, not on ${named(existence.notOn)}: what is sent to its address there may be lost`}
            .
          </Notice>
        )}
        {existence?.kind === 'unknown' && (
          <p className="mt-2 text-small text-pretty text-ink-muted">
            Not every network answered, so it is not known whether this account is a contract. If it is one, be paid
            only on the networks where you created it.
          </p>
        )}
      </div>
    </>
  )
}

/** Null until the networks have answered. */
function useExistence(address: Address, chains: Chains): Existence | null {
  const [found, setFound] = useState<{ address: Address; existence: Existence } | null>(null)
  useEffect(() => {
    let shown = true
    void whereItExists(address, chains.values()).then((existence) => shown && setFound({ address, existence }))
    return () => {
      shown = false
    }
  }, [address, chains])
  return found?.address === address ? found.existence : null
}
