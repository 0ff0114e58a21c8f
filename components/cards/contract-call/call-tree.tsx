import { Fragment } from 'react'
import { Badge } from '@/components/ui/badge'
import { Group } from '@/components/ui/group'
import { FullAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import type { CallDetails, ContractName, ShownCall } from '@/lib/tools/call-smart-contract-function/details'
import { CallValue } from './call-value'

/** Names a contract from our lists. Otherwise quotes its own name, marked as such. */
export function ContractWords({ name }: { name: ContractName | null }) {
  if (!name) return null
  return (
    <p className="text-small text-ink-muted">
      {name.bundled ? (
        name.text
      ) : (
        <>
          It calls itself “<bdi>{name.text}</bdi>”. No one vouches for that.
        </>
      )}
    </p>
  )
}

/** Names a function from the bundled table. Otherwise only the agent has a name for it, which proves nothing. */
export function FunctionName({ call: { known, claimed, selector, data } }: { call: ShownCall }) {
  if (data === '0x') return <span>none: coins are sent</span>
  if (known)
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2" data-function={known.name}>
        <span className="figures [overflow-wrap:anywhere]">
          {known.signature.split(/(?<=,)/).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a signature never reorder
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </span>
        {known.standard && <Badge>{known.standard}</Badge>}
      </span>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1" data-function="">
      <Badge tone="unverified">Unknown function</Badge>
      <span className="figures">{selector ?? 'no selector'}</span>
      {claimed && (
        <span className="basis-full text-ink-muted">
          the agent calls it “<bdi className="break-all">{claimed}</bdi>”
        </span>
      )}
    </span>
  )
}

/** Lists every argument, labelled by our descriptors or by the function's own parameter names. */
export function CallArguments({ call: { fields, known, claimed } }: { call: ShownCall }) {
  if (fields.length === 0) return null
  return (
    <Group label="Arguments">
      {!known && claimed && <p className="form-label mb-1.5">Arguments, named by the agent</p>}
      <dl className="divide-y divide-rule border-y text-small">
        {fields.map(({ label, type, value }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two arguments may share a label, and they never reorder
            key={index}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5"
            data-argument={label}
          >
            <dt className="text-ink-muted" data-tip={type}>
              {label}
            </dt>
            <dd className="min-w-0">
              <CallValue value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </Group>
  )
}

const hiddenWords = {
  depth: 'It contains more calls than this app reads.',
  unreadable: 'It should contain calls, but the bytes cannot be read.',
  commands: 'It contains commands this app does not read.',
} as const

/** Lists the calls inside a call as a tree. */
export function InnerCalls({ call, native }: { call: ShownCall; native: CallDetails['native'] }) {
  return (
    <>
      {call.hidden && (
        <p className="flex flex-wrap items-center gap-2 text-small">
          <Badge tone="unverified">Not shown</Badge>
          {hiddenWords[call.hidden]}
        </p>
      )}
      {call.inner.length > 0 && (
        <Group label="Calls inside">
          <p className="form-label mb-1.5">
            {call.inner.length === 1 ? 'It makes one call' : `It makes ${call.inner.length} calls`}
          </p>
          <ol className="flex flex-col gap-3 border-l-2 border-rule-strong pl-3">
            {call.inner.map((inner, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a transaction never reorder
              <li key={index} className="flex flex-col gap-1.5" data-inner-call="">
                <p className="flex flex-wrap items-center gap-x-2 text-small font-semibold">
                  {index + 1}.{' '}
                  {inner.known?.intent ?? inner.known?.name ?? (inner.data === '0x' ? 'Send coins' : 'Unknown')}
                  {inner.delegate && <Badge tone="danger">Delegatecall</Badge>}
                </p>
                <div className="text-small">
                  <FullAddress address={inner.to} />
                  <ContractWords name={inner.name} />
                </div>
                <p className="text-small">
                  <FunctionName call={inner} />
                </p>
                {inner.value > 0n && (
                  <p className="text-small">
                    Sent along: <Amount value={inner.value} decimals={native.decimals} symbol={native.symbol} listed />
                  </p>
                )}
                <CallArguments call={inner} />
                <InnerCalls call={inner} native={native} />
              </li>
            ))}
          </ol>
        </Group>
      )}
    </>
  )
}
