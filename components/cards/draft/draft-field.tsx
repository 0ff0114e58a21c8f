import { clsx } from 'clsx'
import { useId } from 'react'
import { isAddress } from 'viem'
import { useApp } from '@/components/app/app-context'
import { Select } from '@/components/ui/floating/select'
import { AddressAvatar } from '@/components/ui/pictures/address-avatar'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { TokenIcon } from '@/components/ui/pictures/token-icon'
import { chainName } from '@/lib/chain/tokens/tokens'
import { type AgreedField, fieldLabels, type RequestField } from '@/lib/review/words/agreed'
import { draftActions } from '@/lib/wire/draft'
import { actionIn, actionNames, type Entries, placesOf, readPlace, tokenOn, tokensOn } from './draft-entries'

const control =
  'h-11 w-full min-w-0 rounded-control border border-rule-strong bg-paper-raised px-2.5 text-small text-ink focus-visible:border-accent aria-invalid:border-seal'

type FieldProps = {
  field: RequestField
  entries: Entries
  /** The entries when the draft was first shown. */
  offered: Entries
  problem: string | undefined
  agreed: AgreedField | undefined
  onChange: (text: string) => void
}

/** One field of the form, with what is wrong with it and whose words it comes from. */
export function Field({ field, entries, offered, problem, agreed, onChange }: FieldProps) {
  const id = useId()
  const hint = hints[field]
  const notes = [problem && 'problem', agreed && 'agreed', hint && 'hint'].filter(Boolean)
  const receiver = field === 'receiver' && isAddress(entries.receiver) ? entries.receiver : null
  const choices = useChoices(field, entries, offered)
  const common = {
    id,
    'data-field': field,
    value: field === 'place' && !readPlace(actionIn(entries), entries.place) ? '' : entries[field],
    'aria-invalid': problem !== undefined,
    'aria-describedby': notes.map((note) => `${id}-${note}`).join(' ') || undefined,
  }
  return (
    <div className={clsx('min-w-0', wide[field])}>
      <label htmlFor={id} className="form-label mb-1 block">
        {fieldLabels[field]}
      </label>
      {choices ? (
        <Select {...common} options={choices} className={control} onChange={onChange} />
      ) : (
        <div className="relative">
          <input
            {...common}
            type="text"
            autoComplete="off"
            spellCheck={false}
            className={clsx(control, field === 'receiver' ? 'font-mono' : 'figures', receiver && 'pl-10')}
            onChange={({ target }) => onChange(target.value)}
          />
          {receiver && <AddressAvatar address={receiver} size={20} className="absolute top-3 left-2.5" />}
        </div>
      )}
      {problem && (
        <p id={`${id}-problem`} className="mt-1 text-label text-seal">
          {problem}
        </p>
      )}
      {agreed && (
        <p id={`${id}-agreed`} className={`mt-1 text-label break-words ${agreed.wrote ? 'text-seal' : 'text-warn'}`}>
          {agreed.wrote
            ? `You wrote: ${agreed.wrote}. The agent ${entries[field] === '' ? 'left it out' : 'put this here'}.`
            : 'The agent’s reading: check it.'}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-label text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}

const wholeLine = '@min-[18rem]:col-span-2'

/** Fields with a line of their own; but for the receiver, only on a narrow card, where amount and token share the next. */
const wide: Readonly<Partial<Record<RequestField, string>>> = {
  action: `${wholeLine} @md:col-span-1`,
  place: `${wholeLine} @md:col-span-1`,
  receiver: wholeLine,
}

const hints: Readonly<Partial<Record<RequestField, string>>> = {
  amount: 'Such as 0.5, $50, 25% or all',
  slippage: 'In percent, such as 0.5',
  receiver: 'A whole address, or a name such as anna.eth',
}

/** Returns the options of a field; null for a text field. */
function useChoices(field: RequestField, entries: Entries, offered: Entries) {
  const { token, receives, chainId, toChainId } = entries
  const { chains } = useApp()
  // The current value stays an option, even if this app does not have it.
  const networks = (chosen: string) => [
    ...[...chains.values()].map(({ id, name }) => ({
      value: String(id),
      words: name,
      icon: <ChainIcon chainId={id} size={18} />,
    })),
    ...(chosen === '' || chains.has(Number(chosen)) ? [] : [{ value: chosen, words: chainName(Number(chosen)) }]),
  ]
  const tokens = (on: string, chosen: string) => [
    { value: '', words: 'Choose' },
    ...tokensOn(on, chosen, chains).map((symbol) => {
      const token = tokenOn(on, symbol, chains)
      return { value: symbol, words: symbol, ...(token && { icon: <TokenIcon {...token} size={18} /> }) }
    }),
  ]
  switch (field) {
    case 'action':
      return draftActions.map((action) => ({ value: action, words: actionNames[action] }))
    case 'token':
      return tokens(chainId, token)
    case 'receives':
      return tokens(toChainId || chainId, receives)
    case 'place':
      return placesOf(actionIn(entries), offered.place)
    case 'chainId':
      return [{ value: '', words: 'Any network' }, ...networks(chainId)]
    case 'toChainId':
      return [{ value: '', words: 'The same' }, ...networks(toChainId)]
    default:
      return null
  }
}
