'use client'

import { useSyncExternalStore } from 'react'
import { getAddress } from 'viem'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ScrollBox } from '@/components/ui/scroll-box'
import { FullAddress } from '@/components/ui/text/address'
import { exactAmount } from '@/components/ui/text/figures'
import type { Chains } from '@/lib/chain/chains/chain'
import { shortHex } from '@/lib/chain/tokens/amount'
import { revealInvisible } from '@/lib/wire/text'
import type { ApprovalQueue, Ask } from './approval-queue'
import { describeData, type SignatureRequest, typedFields } from './signature-request'

/**
 * The Demo wallet's own window, as in a real wallet. It reads the request itself and knows nothing of the card behind
 * it: a second reading of the same bytes.
 */
export function DemoSheet({ approvals, chains }: { approvals: ApprovalQueue; chains: Chains }) {
  const ask = useSyncExternalStore(approvals.subscribe, approvals.getSnapshot, () => null)
  if (!ask) return null
  const native =
    [...chains.values()].find(({ name }) => name === ask.chainName)?.viemChain.nativeCurrency.symbol ?? 'ETH'
  return (
    <Dialog
      key={ask.id}
      open
      title="Demo wallet"
      lead={
        <p className="text-lead font-medium">
          {questionOf(ask.request)} <span className="sr-only">{gistOf(ask, native)}</span>
        </p>
      }
      place="corner"
      className="border-t-4! border-t-ink!"
      onClose={() => approvals.answer(ask.id, false)}
    >
      <dl className="mt-3 grid grid-cols-1 gap-3">
        <Row name="Chain">{ask.chainName}</Row>
        <Body ask={ask} native={native} />
      </dl>
      <div className="dialog-foot mt-5 grid grid-cols-2 gap-2">
        <Button onClick={() => approvals.answer(ask.id, false)}>Reject</Button>
        <Button look="primary" onClick={() => approvals.answer(ask.id, true)}>
          {ask.request.method === 'eth_sendTransaction' || ask.request.method === 'wallet_sendCalls' ? 'Send' : 'Sign'}
        </Button>
      </div>
    </Dialog>
  )
}

const questionOf = (request: SignatureRequest): string =>
  ({
    personal_sign: 'Sign this message?',
    eth_signTypedData_v4: 'Sign this typed data?',
    eth_sendTransaction: 'Send this transaction?',
    wallet_sendCalls: 'Send all of these as one transaction?',
  })[request.method]

/** Sums up the request in a few words for screen readers when the window opens. The rest is read line by line. */
function gistOf({ request, chainName }: Ask, native: string): string {
  switch (request.method) {
    case 'personal_sign':
      return revealInvisible(request.text.split('\n')[0] ?? '').slice(0, 120)
    case 'eth_signTypedData_v4':
      return `${revealInvisible(request.typedData.primaryType)}, on ${chainName}.`
    case 'eth_sendTransaction':
      return `${exactAmount(request.value, 18)} ${native} to ${shortHex(request.to)}, on ${chainName}.`
    case 'wallet_sendCalls':
      return `${request.calls.length} calls, on ${chainName}.`
  }
}

function Body({ ask: { request, account }, native }: { ask: Ask; native: string }) {
  switch (request.method) {
    case 'personal_sign':
      return (
        <Row name="Message">
          <Raw label="Message">{revealInvisible(request.text)}</Raw>
        </Row>
      )
    case 'eth_signTypedData_v4':
      return (
        <>
          <Row name="Domain">{revealInvisible(domainWords(request.typedData.domain))}</Row>
          <Row name={revealInvisible(request.typedData.primaryType)}>
            <dl className="flex flex-col gap-y-1.5 rounded-control bg-paper-sunk p-2.5 text-small">
              {typedFields(request.typedData).map(({ name, value, kind }) => (
                <div key={name}>
                  <dt className="text-label text-ink-muted">{revealInvisible(name)}</dt>
                  <dd className="min-w-0 break-words">
                    {kind === 'address' ? (
                      <FullAddress address={getAddress(value)} />
                    ) : (
                      <span className="figures break-words">{value === '' ? '(empty)' : revealInvisible(value)}</span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Row>
        </>
      )
    case 'wallet_sendCalls':
      return (
        <>
          <Row name="From">
            <FullAddress address={account} />
          </Row>
          {request.calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a request never reorder
            <Row key={index} name={`${index + 1} of ${request.calls.length}`}>
              <FullAddress address={call.to} />
              <p className="text-small break-words">{revealInvisible(describeData(call.data))}</p>
              <p className="text-small">
                <span className="figures">{exactAmount(call.value, 18)}</span> {native}
              </p>
            </Row>
          ))}
        </>
      )
    case 'eth_sendTransaction':
      return (
        <>
          <Row name="From">
            <FullAddress address={account} />
          </Row>
          <Row name="To">
            <FullAddress address={request.to} />
          </Row>
          <Row name="Value">
            <span className="figures">{exactAmount(request.value, 18)}</span> {native}
          </Row>
          <Row name="Does">
            <span className="figures [overflow-wrap:anywhere] text-small">{describeData(request.data)}</span>
          </Row>
          <Row name="Data">
            <Raw label="Data">{request.data}</Raw>
          </Row>
        </>
      )
  }
}

const domainWords = (domain: Readonly<Record<string, unknown>>): string =>
  Object.entries(domain)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? `“${value}”` : String(value)}`)
    .join(', ')

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="form-label">{name}</dt>
      <dd className="mt-0.5 min-w-0">{children}</dd>
    </div>
  )
}

const Raw = ({ label, children }: { label: string; children: string }) => (
  <ScrollBox
    label={label}
    className="figures max-h-60 whitespace-pre-wrap [overflow-wrap:anywhere] rounded-control bg-paper-sunk p-2.5 text-label leading-relaxed"
  >
    {children}
  </ScrollBox>
)
