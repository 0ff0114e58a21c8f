import { type Address, getAddress } from 'viem'
import {
  loadNormalizeName,
  type NamedAddress,
  type NormalizeName,
  nameChain,
  OffchainNameError,
  readName,
} from '@/lib/chain/accounts/names'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { untilAborted } from '@/lib/chain/chains/until-aborted'
import { cleanChainString } from '@/lib/wire/text'
import { type Fact, reasonOf } from '../simulation/rpc'

/** Names as the person wrote them, with what each resolves to. Null if a name has no address. */
export type WrittenNames = ReadonlyMap<string, Fact<NamedAddress | null>>

/** Characters that may stand around a name. */
const edge = String.raw`\s,;:!?()"'“”‘’<>=→`
/** Names of any characters in a text: lookalikes must be found too. */
const namePattern = new RegExp(String.raw`(?<![^${edge}])(?:[^${edge}.@/\\]+\.)+eth(?!\.?[^${edge}.])`, 'gi')

/** Most names to look up: more than an honest request contains. */
const mostNames = 8

/** Returns the ENS names in the person's messages, each once, those of the latest message first. */
export const namesIn = (messages: readonly string[]): string[] =>
  [...new Set(messages.toReversed().flatMap((message) => withTypedNames(message).match(namePattern) ?? []))].slice(
    0,
    mostNames,
  )

/** Names to look up, with what normalizes them; that is null if it failed to load. */
export type NamesToRead = { names: readonly string[]; normalize: NormalizeName | null }

/** Loads what the names need before they can be looked up, if there are any. Never rejects. */
export async function prepareNames(names: readonly string[]): Promise<NamesToRead> {
  return { names, normalize: names.length > 0 ? await loadNormalizeName().catch(() => null) : null }
}

/** Resolves names on a chain. The requests go out in the tick of the call. Never rejects. */
export async function readNames(
  { names, normalize }: NamesToRead,
  chain: ChainHandle | null,
  chains: Chains,
  signal: AbortSignal,
): Promise<WrittenNames> {
  const read = names.map(async (name) => [name, await meaningOf(name, normalize, chain, chains, signal)] as const)
  return new Map(await Promise.all(read))
}

async function meaningOf(
  written: string,
  normalize: NormalizeName | null,
  chain: ChainHandle | null,
  chains: Chains,
  signal: AbortSignal,
): Promise<Fact<NamedAddress | null>> {
  if (!normalize) return { ok: false, reason: 'a part of the app that reads names failed to load' }
  const name = normalize(written)
  if (name === null) return { ok: true, value: null }
  const keeper = chain && nameChain(chain, chains)
  if (!chain || !keeper) return { ok: false, reason: 'the network that holds names is not supported here' }
  try {
    return { ok: true, value: await untilAborted(readName(keeper, name, chain.id), signal) }
  } catch (error) {
    return { ok: false, reason: error instanceof OffchainNameError ? error.message : reasonOf(error) }
  }
}

/** Returns the names that the person used for addresses, in their displayed form. */
export const namesByAddress = (names: WrittenNames): ReadonlyMap<Address, string> =>
  new Map(
    [...names].flatMap(([name, meaning]) =>
      meaning.ok && meaning.value ? [[meaning.value.address, shownName(name)]] : [],
    ),
  )

/** Returns the displayed form of a name, without invisible characters. */
export const shownName = (name: string): string => cleanChainString(name, 80)

/** Replaces each resolved name in the messages by its address, as if the person had written that. */
export const withAddressesOf = (names: WrittenNames, messages: readonly string[]): string[] =>
  messages.map((message) =>
    withTypedNames(message).replace(namePattern, (name) => {
      const meaning = names.get(name)
      return meaning?.ok && meaning.value ? meaning.value.address : name
    }),
  )

/** Matches whole addresses in any case. A longer run of hex (a hash, calldata) is none. */
const addressPattern = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi

export const addressesIn = (text: string): Address[] =>
  [...text.matchAll(addressPattern)].map(([found]) => getAddress(found.toLowerCase()))

const dictatedDot = /\s+dot\s+(?=(?:[a-z\d-]+\s+dot\s+)?eth\b)/gi

/** Rewrites dictated names (ENS) as they are typed: "vitalik dot eth" becomes "vitalik.eth". */
export const withTypedNames = (text: string): string => text.replace(dictatedDot, '.')
