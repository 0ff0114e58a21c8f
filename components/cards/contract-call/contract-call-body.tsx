import type { Address } from 'viem'
import { ScrollBox } from '@/components/ui/scroll-box'
import { FullAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { CallView } from '@/lib/execution/call/controller'
import type { CallDetails, ShownCall } from '@/lib/tools/call-smart-contract-function/details'
import { onlyAllowance, type ShownAllowance } from '@/lib/tools/call-smart-contract-function/only-allowance'
import { shownTokenSend, type TokenSend } from '@/lib/tools/call-smart-contract-function/token-send'
import type { BodyProps } from '../frame/body-props'
import { CardDetails } from '../frame/card-details'
import { CardTitle } from '../frame/card-title'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { Recipient } from '../send/recipient'
import { CallPermissions } from './call-permissions'
import { CallArguments, ContractWords, FunctionName, InnerCalls } from './call-tree'

/** A contract call: the contract, the function, its arguments, and what it permits. Names are ours or marked. */
export function ContractCallBody({ details, view }: BodyProps<CallDetails>) {
  const { call, value, native, chainName, permissions } = details
  const send = shownTokenSend(details)
  const allowance = onlyAllowance(details)
  if (send) return <TokenSendBody details={details} send={send} view={view} />
  return (
    <div className="flex flex-col gap-3">
      <CardTitle>
        {allowance ? <AllowanceTitle allowance={allowance} name={nameIn(call, allowance.spender)} /> : headline(call)}{' '}
        on {chainName}
      </CardTitle>
      {/* Says everything that the arguments say, including the spender. */}
      {allowance && <CallPermissions permissions={[allowance]} name={nameIn(call, allowance.spender)} />}
      {/* The title names the token, whose contract it is. */}
      {!allowance && <Contract details={details} />}
      {call && (!allowance || value > 0n) && (
        <DetailRows>
          {!allowance && <FunctionRow call={call} />}
          {value > 0n && (
            <DetailRow label="Sent along">
              <Amount value={value} decimals={native.decimals} symbol={native.symbol} listed />
            </DetailRow>
          )}
        </DetailRows>
      )}
      {call && <InnerCalls call={call} native={native} />}
      {call && !allowance && <CallArguments call={call} />}
      {permissions.length > 0 && !allowance && <CallPermissions permissions={permissions} />}
      <CardDetails>
        {allowance && <ContractRows details={details} />}
        <AsAsked details={details} />
      </CardDetails>
    </div>
  )
}

/** Finds our own name for an address among the arguments. */
const nameIn = (call: ShownCall | null, address: Address): string | null =>
  call?.fields
    .map(({ value }) => (value.kind === 'address' && value.address === address ? value.name : null))
    .find(Boolean) ?? null

/** Says who may spend how much. A spender that is not on our lists has no name to give. */
function AllowanceTitle({ allowance, name }: { allowance: ShownAllowance; name: string | null }) {
  const { amount, decimals, symbol } = allowance
  const spender = name ?? 'an unlisted address'
  if (amount === 0n)
    return (
      <>
        Stop {spender} spending your <bdi>{symbol}</bdi>
      </>
    )
  return (
    <>
      Let {spender} spend{' '}
      {amount === null ? (
        <>
          unlimited <bdi>{symbol}</bdi>
        </>
      ) : (
        <>
          up to <Amount value={amount} decimals={decimals} symbol={symbol} listed />
        </>
      )}
    </>
  )
}

/** A transfer of a listed token, shown like a send of the chain's coin. The call is among the details. */
function TokenSendBody({ details, send, view }: { details: CallDetails; send: TokenSend; view: CallView }) {
  const { token, to, amount } = send
  return (
    <div className="flex flex-col gap-3">
      <CardTitle>
        Send <Amount value={amount} decimals={token.decimals} symbol={token.symbol} listed /> on {details.chainName}
      </CardTitle>
      <Recipient to={to} review={view.review} />
      <CardDetails>
        <ContractRows details={details} />
        <AsAsked details={details} />
      </CardDetails>
    </div>
  )
}

/** The contract and the function, among the details. */
const ContractRows = ({ details }: { details: CallDetails }) => (
  <div className="flex flex-col gap-3">
    <Contract details={details} />
    <DetailRows>{details.call && <FunctionRow call={details.call} />}</DetailRows>
  </div>
)

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

/** Shows what the agent wrote, and the bytes encoded from it. */
function AsAsked({ details: { asked, call } }: { details: CallDetails }) {
  return (
    <>
      <DetailRows>
        <DetailRow label="Function, according to the agent">
          <span className="figures break-all">{asked.functionName}</span>
        </DetailRow>
        {asked.args.map((argument, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: arguments have no id but their position, and never reorder
          <DetailRow key={index} label={`Argument ${index + 1}, according to the agent`}>
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

/** Turns "Send tokens" into "send tokens". Keeps words in capitals. */
const lowerFirst = (words: string): string =>
  /^[A-Z][a-z]/.test(words) ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words

/** Says what the inner calls do, if we have a name for each. Null otherwise. */
function insideWords(name: string, { inner, hidden }: ShownCall): string | null {
  const intents = inner.map(({ known, data }) => known?.intent ?? (data === '0x' ? 'Send coins' : null))
  const named = [...new Set(intents.filter((intent) => intent !== null))]
  if (hidden || intents.length === 0 || intents.includes(null)) return null
  const what = named.map((intent, index) => (index === 0 ? intent : lowerFirst(intent))).join(', ')
  return `${what} by ${inner.length === 1 ? 'a call' : `${inner.length} calls`} inside ${name}`
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
