import type { Address } from 'viem'
import { type NamedAddress, nameChain, normalizedName, OffchainNameError, readName } from '@/lib/chain/accounts/names'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { untilAborted } from '@/lib/chain/chains/until-aborted'
import { withTypedNames } from '@/lib/language/names'
import { cleanChainString } from '@/lib/wire/text'
import { type Fact, reasonOf } from '../simulation/rpc'

/** What each name stands for that the person has written, as it was written; null: no address. */
export type WrittenNames = ReadonlyMap<string, Fact<NamedAddress | null>>

/** What may stand around a name. */
const edge = String.raw`\s,;:!?()"'“”‘’<>=→`
/** Names in a text, of whatever characters: one that only looks like another has to be found too. */
const namePattern = new RegExp(String.raw`(?<![^${edge}])(?:[^${edge}.@/\\]+\.)+eth(?!\.?[^${edge}.])`, 'gi')

/** More than an honest request names. */
const mostNames = 8

/** Names that the person has written (ENS), each once, the last ones first. */
export const namesIn = (messages: readonly string[]): string[] =>
  [...new Set(messages.toReversed().flatMap((message) => withTypedNames(message).match(namePattern) ?? []))].slice(
    0,
    mostNames,
  )

/** What names stand for on a chain, read in the tick of the call. Never rejects. */
export async function readNames(
  names: readonly string[],
  chain: ChainHandle | null,
  chains: Chains,
  signal: AbortSignal,
): Promise<WrittenNames> {
  const read = names.map(async (name) => [name, await meaningOf(name, chain, chains, signal)] as const)
  return new Map(await Promise.all(read))
}

async function meaningOf(
  written: string,
  chain: ChainHandle | null,
  chains: Chains,
  signal: AbortSignal,
): Promise<Fact<NamedAddress | null>> {
  const name = normalizedName(written)
  if (name === null) return { ok: true, value: null }
  const keeper = chain && nameChain(chain, chains)
  if (!chain || !keeper) return { ok: false, reason: 'the network that holds names is not supported here' }
  try {
    return { ok: true, value: await untilAborted(readName(keeper, name, chain.id), signal) }
  } catch (error) {
    return { ok: false, reason: error instanceof OffchainNameError ? error.message : reasonOf(error) }
  }
}

/** The names by which the person has called addresses, as they are shown. */
export const namesByAddress = (names: WrittenNames): ReadonlyMap<Address, string> =>
  new Map(
    [...names].flatMap(([name, meaning]) =>
      meaning.ok && meaning.value ? [[meaning.value.address, shownName(name)]] : [],
    ),
  )

/** A name as it is shown, with what cannot be seen made visible. */
export const shownName = (name: string): string => cleanChainString(name, 80)

/** The messages with the addresses of the names that stand for one, as if the person had written those. */
export const withAddressesOf = (names: WrittenNames, messages: readonly string[]): string[] =>
  messages.map((message) =>
    withTypedNames(message).replace(namePattern, (name) => {
      const meaning = names.get(name)
      return meaning?.ok && meaning.value ? meaning.value.address : name
    }),
  )
