import { FullAddress } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy-button'
import { ScrollBox } from '@/components/ui/scroll-box'
import type { CallView } from '@/lib/execution/controller'
import type { CallDetails, ShownCall } from '@/lib/tools/call-smart-contract-function/details'
import { shownTokenSend, type TokenSend } from '@/lib/tools/call-smart-contract-function/token-send'
import { CallPermissions } from './call-permissions'
import { CallArguments, ContractWords, FunctionName, InnerCalls } from './call-tree'
import type { BodyProps } from './card-body'
import { CardDetails } from './card-details'
import { DetailRow, DetailRows } from './detail-rows'
import { Recipient } from './recipient'

/** A contract call: which contract, which function, with what arguments, and what it permits. Names are ours or marked. */
export function ContractCallBody({ details, view }: BodyProps<CallDetails>) {
  const { call, value, native, chainName, permissions } = details
  const send = shownTokenSend(details)
  if (send) return <TokenSendBody details={details} send={send} view={view} />
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-3" data-trusted="">
        <p className="text-title text-balance font-semibold">
          {headline(call)} on {chainName}
        </p>
        <Contract details={details} />
        {call && (
          <DetailRows>
            <FunctionRow call={call} />
            {value > 0n && (
              <DetailRow label="Sent along">
                <Amount value={value} decimals={native.decimals} symbol={native.symbol} />
              </DetailRow>
            )}
          </DetailRows>
        )}
        {call && <InnerCalls call={call} native={native} />}
        {call && <CallArguments call={call} />}
        {permissions.length > 0 && <CallPermissions permissions={permissions} />}
      </div>
      <CardDetails>
        <AsAsked details={details} />
      </CardDetails>
    </div>
  )
}

/** A token of our lists that is sent, as a send of the chain's coin is shown. The call itself is among the details. */
function TokenSendBody({ details, send, view }: { details: CallDetails; send: TokenSend; view: CallView }) {
  const { token, to, amount } = send
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-3" data-trusted="">
        <p className="text-title text-balance font-semibold [&_bdi]:font-semibold">
          Send <Amount value={amount} decimals={token.decimals} symbol={token.symbol} /> on {details.chainName}
        </p>
        <Recipient to={to} review={view.review} />
      </div>
      <CardDetails>
        <div className="flex flex-col gap-3">
          <Contract details={details} />
          <DetailRows>{details.call && <FunctionRow call={details.call} />}</DetailRows>
        </div>
        <AsAsked details={details} />
      </CardDetails>
    </div>
  )
}

const Contract = ({ details: { to, call } }: { details: CallDetails }) => (
  <div>
    <p className="form-label">Contract</p>
    <FullAddress address={to} />
    {call && <ContractWords name={call.name} />}
  </div>
)

const FunctionRow = ({ call }: { call: ShownCall }) => (
  <DetailRow label="Function">
    <FunctionName call={call} />
  </DetailRow>
)

/** What the agent wrote, and the bytes that were made of it. */
function AsAsked({ details: { asked, call } }: { details: CallDetails }) {
  return (
    <>
      <DetailRows>
        <DetailRow label="Function, as the agent says">
          <span className="figures break-all">{asked.functionName}</span>
        </DetailRow>
        {asked.args.map((argument, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: arguments are told apart by their place, and never move
          <DetailRow key={index} label={`Argument ${index + 1}, as the agent says`}>
            <span className="figures break-all">{clipped(argument)}</span>
          </DetailRow>
        ))}
      </DetailRows>
      {call && <RawData data={call.data} />}
    </>
  )
}

function headline(call: ShownCall | null): string {
  if (!call) return 'A contract call that cannot be made'
  if (!call.known) return 'Call an unknown function'
  return call.known.intent ?? insideWords(call.known.name, call) ?? `Call ${call.known.name}`
}

/** What the calls inside a call do, where each of them has a name of ours. Null otherwise. */
function insideWords(name: string, { inner, hidden }: ShownCall): string | null {
  const intents = new Set(inner.map(({ known, data }) => known?.intent ?? (data === '0x' ? 'Send coins' : null)))
  if (hidden || intents.size === 0 || intents.has(null)) return null
  return `${[...intents].join(', ')} by ${inner.length === 1 ? 'a call' : `${inner.length} calls`} inside ${name}`
}

const RawData = ({ data }: { data: string }) => (
  <div className="mt-2">
    <p className="flex items-center gap-1 text-small text-ink-muted">
      Calldata, {(data.length - 2) / 2} bytes
      <CopyButton text={data} label="Copy calldata" className="size-8!" />
    </p>
    <ScrollBox label="Calldata" className="figures max-h-40 break-all text-small" data-raw="">
      {data}
    </ScrollBox>
  </div>
)

const clipped = (text: string): string =>
  text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text
