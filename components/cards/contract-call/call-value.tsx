import { Badge } from '@/components/ui/badge'
import { FullAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import { exactAmount } from '@/components/ui/text/figures'
import type { ShownValue } from '@/lib/tools/call-smart-contract-function/details'
import { dateWords } from '../frame/date-words'

/** Characters of text or bytes shown on the card. The calldata has the rest. */
const longest = 400

/** Formats the value of one argument. */
export function CallValue({ value }: { value: ShownValue }) {
  switch (value.kind) {
    case 'address':
      return (
        <span className="inline-flex flex-col items-start">
          <FullAddress address={value.address} />
          {value.name && <span className="text-ink-muted">{value.name}</span>}
        </span>
      )
    case 'tokens':
      return (
        <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
          {!value.listed && <Badge tone="unverified">unlisted</Badge>}
          <Amount value={value.amount} decimals={value.decimals} symbol={value.symbol} listed={value.listed} />
        </span>
      )
    case 'message':
      return (
        <span className="font-semibold text-seal">
          {value.text} {value.symbol && <bdi>{value.symbol}</bdi>}
        </span>
      )
    case 'nft':
      return <span className="figures break-all">#{value.id.toString()}</span>
    case 'number':
      return <span className="figures break-all">{exactAmount(value.amount, 0)}</span>
    case 'date':
      return <span className="figures">{dateWords(value.seconds)}</span>
    case 'duration':
      return <span className="figures">{exactAmount(value.seconds, 0)} seconds</span>
    case 'yesno':
      return value.yes ? 'yes' : 'no'
    case 'text':
      return value.text === '' ? <span className="text-ink-muted">empty</span> : <Words text={`“${cut(value.text)}”`} />
    case 'bytes':
      return value.data === '0x' ? <span className="text-ink-muted">none</span> : <Words text={cut(value.data)} mono />
    case 'list':
      return value.items.length === 0 ? (
        <span className="text-ink-muted">none</span>
      ) : (
        <ol className="flex flex-col items-end gap-1">
          {value.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the elements of an argument never reorder
            <li key={index}>
              <CallValue value={item} />
            </li>
          ))}
        </ol>
      )
    case 'group':
      return (
        <dl className="flex flex-col gap-1">
          {value.fields.map(({ label, value: inner }) => (
            <div key={label} className="flex flex-wrap items-baseline justify-end gap-x-3">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="min-w-0">
                <CallValue value={inner} />
              </dd>
            </div>
          ))}
        </dl>
      )
  }
}

const Words = ({ text, mono = false }: { text: string; mono?: boolean }) => (
  <bdi className={mono ? 'figures break-all' : 'break-words'}>{text}</bdi>
)

const cut = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
