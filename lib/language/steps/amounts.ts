import { checksumAddress } from 'viem'
import type { Meaning } from '../entity'
import type { Amount as Counted, Receiver, RequestedChain, Sum } from '../request'
import type { Amount, ChainMention, Recipient, TokenMention } from './mention'

/** Returns an amount as the abilities take it; undefined for one that they cannot work out ("half of the rest"). */
export function amountOf(counted: Counted | null): Amount | undefined {
  switch (counted?.is) {
    case 'number':
      return { kind: 'exact', value: counted.value }
    case 'dollars':
      return { kind: 'usd', value: counted.value }
    case 'percent':
      return Number(counted.value) > 100
        ? { kind: 'bad', text: `${counted.value}%`, why: 'it is more than all there is (100%)' }
        : shareOf(counted.value)
    case 'share':
      return counted.but || counted.rest || counted.part[0] === 0
        ? undefined
        : partOf(BigInt(counted.part[0]), BigInt(counted.part[1]))
    default:
      return undefined
  }
}

const partOf = (part: bigint, whole: bigint): Amount =>
  part === whole ? { kind: 'all' } : { kind: 'share', part, whole }

/** Returns the share of what there is that a percentage says, as exactly as it is written. */
export function shareOf(percent: string): Amount {
  const [whole = '', decimals = ''] = percent.split('.')
  return partOf(BigInt(whole + decimals), 100n * 10n ** BigInt(decimals.length))
}

export const tokenOf = ({ what }: Sum): TokenMention | undefined => (what?.is === 'token' ? mentionOf(what) : undefined)

export const mentionOf = ({ symbol, known }: Extract<Meaning, { is: 'token' }>): TokenMention =>
  known ? { text: symbol, symbol } : { text: symbol }

export const placeOf = ({ chain }: Pick<RequestedChain, 'chain'>): ChainMention =>
  chain.chainId === null ? { text: chain.name } : { text: chain.name, id: chain.chainId }

/** Returns the receiver as written. A person without an address stays a name that nobody knows. */
export function recipientOf({ meaning, text }: Receiver): Recipient {
  switch (meaning?.is) {
    case 'address':
      return meaning.checksum === 'wrong'
        ? { kind: 'bad', text, why: 'does not match its checksum (EIP-55), so at least one character is mistyped' }
        : { kind: 'address', address: checksumAddress(meaning.address) }
    case 'contact':
      return { kind: 'address', address: meaning.address }
    case 'name':
      return { kind: 'name', name: meaning.name }
    default:
      return text.startsWith('0x')
        ? { kind: 'bad', text, why: 'is incomplete or has a wrong length; I need all of it' }
        : { kind: 'nobody', text }
  }
}
