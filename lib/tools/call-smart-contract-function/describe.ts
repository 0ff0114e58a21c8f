import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  getAddress,
  isAddressEqual,
  slice,
  toFunctionSignature,
} from 'viem'
import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import { unlimited } from '@/lib/chain/allowances/unlimited'
import { addressAt, asAddress, asHex, asInteger, integerAt } from '@/lib/chain/calldata/arguments'
import type { DecodedCall } from '@/lib/chain/calldata/decode-call'
import type { Field, Format } from '@/lib/chain/calldata/known/descriptor'
import { describedContract, formatOf, timeField } from '@/lib/chain/calldata/known/descriptors'
import { addressOnPath, type Leaf, leavesOf, membersOf } from '@/lib/chain/calldata/leaves'
import { meaningsOf, type PowerKind } from '@/lib/chain/calldata/meaning'
import { type ChainInfo, nativeAddress } from '@/lib/chain/chains/chain'
import { formatAmount } from '@/lib/chain/tokens/amount'
import { findToken } from '@/lib/chain/tokens/tokens'
import { cleanChainString, revealInvisible } from '@/lib/wire/text'
import type { ContractName, ShownCall, ShownField, ShownValue } from './details'
import { type CallFacts, reserveKey } from './facts'
import { isShared, type Standard, standardsOf } from './standards'

export type Scene = { chain: ChainInfo; account: Address; facts: CallFacts }

/**
 * Describes a call for the card. `abi` is the agent's, for the outermost call: it names the arguments of an unknown
 * function.
 */
export function describeCall(call: DecodedCall, scene: Scene, abi: AbiFunction | null): ShownCall {
  const { to, value, data, selector, known, delegate, hidden } = call
  const format = known && formatFor(call, scene)
  return {
    to,
    name: contractName(to, scene, abi !== null),
    value,
    data,
    selector,
    known: known && {
      name: known.abi.name,
      signature: known.signature,
      standard: standardOf(call, scene),
      intent:
        wrapping(call, scene.chain) ?? ofOwners[known.signature] ?? revoking(call, scene) ?? format?.intent ?? null,
    },
    claimed: !known && abi ? cleanChainString(toFunctionSignature(abi), 160) : null,
    fields: known ? fieldsOf(call, format, scene) : unknownFields(call, scene, abi),
    delegate,
    inner: call.inner.map((each) => describeCall(each, scene, null)),
    hidden,
  }
}

/** Titles a wrapping or unwrapping of coins, with the amount. Null for any other call. */
function wrapping(
  { to, known, args, value }: DecodedCall,
  { wrappedNative, viemChain, tokens }: ChainInfo,
): string | null {
  if (!known || !args || !isAddressEqual(to, wrappedNative)) return null
  const { symbol, decimals } = viemChain.nativeCurrency
  if (known.signature === 'deposit()') return `Wrap ${formatAmount(value, decimals)} ${symbol}`
  if (known.signature !== 'withdraw(uint256)') return null
  const wrapped = findToken({ tokens }, to)?.symbol ?? `wrapped ${symbol}`
  return `Unwrap ${formatAmount(integerAt(args, 0), decimals)} ${wrapped}`
}

/** Titles a call that revokes permissions and grants none. Null for any other call. */
function revoking(call: DecodedCall, { facts }: Scene): string | null {
  const ends = meaningsOf(call).map((meaning): string | null => {
    switch (meaning.kind) {
      case 'allowance':
        // For a collection the amount is an NFT's number; an increase by zero revokes nothing.
        return meaning.amount > 0n || meaning.way === 'increase' || facts.collections.has(meaning.token)
          ? null
          : `Revoke the permission to spend tokens${meaning.way === 'permit2' ? ' in Permit2' : ''}`
      case 'operator':
        return meaning.approved ? null : 'Revoke the permission to move all NFTs of a collection'
      case 'power':
        return meaning.given ? null : `Revoke ${takenBack[meaning.power]}`
      default:
        return null
    }
  })
  const [first] = ends
  return first && ends.every((each) => each !== null) ? first : null
}

/** Titles of changes to the owners of a Safe; the arguments say who they are. */
const ofOwners: Readonly<Record<string, string>> = {
  'addOwnerWithThreshold(address,uint256)': 'Add an owner to a smart account',
  'swapOwner(address,address,address)': 'Replace an owner of a smart account',
  'removeOwner(address,address,uint256)': 'Remove an owner from a smart account',
  'changeThreshold(uint256)': 'Change how many owners of a smart account must sign',
}

const takenBack: Readonly<Record<PowerKind, string>> = {
  owner: 'control of a contract',
  signers: 'the right to sign for a smart account',
  upgrade: 'the right to exchange a contract’s code',
  delegatecall: 'the right to run outside code',
  role: 'a role in a contract',
  module: 'a smart account’s module or guard',
  manager: 'the permission to act on your position',
  delegation: 'the permission to borrow against your collateral',
  hash: 'the approval of a transaction',
  operator: 'the permission to move a token',
  identity: 'the wallet of an agent',
  record: 'what an agent says about itself',
  name: 'where a name leads to, or who manages it',
  nft: 'the permission to move an NFT',
  position: 'a position',
  rights: 'the permission to act for you',
  votes: 'the permission to vote with your tokens',
  'stand-in': 'the permission to stand in for your account',
  order: 'the approval of an order',
}

/**
 * Names the standard or protocol of a function. Any contract may have such a function, so only one that answers like
 * the standard's, or is known to be the protocol's, is named that way. Null if the function may equally be something
 * else.
 */
function standardOf({ known, to }: DecodedCall, { chain, facts }: Scene): string | null {
  if (!known) return null
  const standards = standardsOf(known)
  if (standards) {
    const answered = standards.find((standard) => answersAs(standard, to, facts)) ?? null
    return answered && !isShared(known) ? known.standard : answered
  }
  const isDescribed = describedContract({ chainId: chain.id, address: to }) !== null
  if (isDescribed || conventions.test(known.standard)) return known.standard
  return known.standard === 'Aave V4' ? null : `like ${known.standard}`
}

const conventions = /^(?:Ownable|AccessControl|Upgrades|Multicall$|Smart account)/

function answersAs(standard: Standard, contract: Address, { tokens, interfaces, assets }: CallFacts): boolean {
  const address = getAddress(contract)
  if (standard === 'ERC-20') return tokens.has(address)
  return standard === 'ERC-4626' ? assets.has(address) : interfaces.get(address)?.includes(standard) === true
}

/** The functions shared by ERC-20 and ERC-721 mean something else for an NFT. */
const ofNfts: Readonly<Record<string, { intent: string; path: string }>> = {
  'approve(address,uint256)': { intent: 'Let someone move an NFT', path: 'amount' },
  'transferFrom(address,address,uint256)': { intent: 'Send an NFT', path: 'amountOrId' },
  'burn(uint256)': { intent: 'Destroy an NFT', path: 'amount' },
}

function formatFor(call: DecodedCall, scene: Scene): Format | null {
  const { known, to, args } = call
  const { chain, facts } = scene
  if (!known || standardOf(call, scene) === null) return null
  const found = formatOf(known.signature, { chainId: chain.id, address: to })?.format ?? null
  const nft = facts.collections.has(to) ? ofNfts[known.signature] : undefined
  if (!nft || !found) return found
  const fields = found.fields.map(
    (field): Field =>
      field.path === nft.path
        ? { path: field.path, label: 'NFT', format: 'nftName', params: { collectionPath: '@.to' } }
        : field,
  )
  const endsOne = known.signature === 'approve(address,uint256)' && args !== null && BigInt(addressAt(args, 0)) === 0n
  return { intent: endsOne ? 'Revoke the permission to move an NFT' : nft.intent, fields }
}

function contractName(address: Address, { chain, facts }: Scene, isOuter: boolean): ContractName | null {
  const bundled = bundledName(address, chain)
  if (bundled) return { text: bundled, bundled: true }
  const claimed = facts.tokens.get(address)?.symbol || (isOuter ? facts.ownName : null)
  return claimed ? { text: claimed, bundled: false } : null
}

function bundledName(address: Address, chain: ChainInfo): string | null {
  // It stands for the native coin in one argument and for nobody in the next.
  if (isAddressEqual(address, nativeAddress)) return 'the zero address'
  return listedContract(chain, address)
}

function fieldsOf(call: DecodedCall, format: Format | null, scene: Scene): ShownField[] {
  const { known, args, inner } = call
  if (!known || !args) return bytesOf(call)
  const leaves = leavesOf(known.abi.inputs, args)
  // The table's names for the arguments are the standard's.
  const isBare = standardOf(call, scene) === null
  // Bytes that the card shows as calls below are not repeated.
  const isUnfolded = ({ parameter: { type, name } }: Leaf) =>
    inner.length > 0 && (type.endsWith('[]') || (type === 'bytes' && bytesOfCalls.has(name ?? '')))
  return leaves
    .filter((leaf) => !isUnfolded(leaf))
    .map((leaf, index) => {
      const field = isBare ? null : (format?.fields.find(({ path }) => path === leaf.path) ?? timeField(leaf.path))
      return {
        label: field?.label ?? wordsOf(isBare ? `${index + 1}` : leaf.path),
        type: leaf.parameter.type,
        value:
          (field && formatted(field, leaf, call, leaves, scene)) ??
          numberedReceiver(leaf, call, scene) ??
          plain(leaf.parameter, leaf.value, scene, isBare ? undefined : timeField),
      }
    })
}

/** Names the receivers that Uniswap's newer router encodes as numbers: the caller, or itself. */
function numberedReceiver(
  { path, parameter, value }: Leaf,
  { known, to, caller }: DecodedCall,
  { account }: Scene,
): ShownValue | null {
  if (parameter.type !== 'address' || !known || numbersReceivers[known.signature] !== path) return null
  const address = asAddress(value)
  if (BigInt(address) === 1n)
    return { kind: 'address', address: caller, name: isAddressEqual(caller, account) ? 'you' : 'whoever calls' }
  return BigInt(address) === 2n ? { kind: 'address', address: to, name: 'the router' } : null
}

const numbersReceivers: Readonly<Record<string, string>> = {
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))': 'params.recipient',
  'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))': 'params.recipient',
  'exactInput((bytes,address,uint256,uint256))': 'params.recipient',
  'exactOutput((bytes,address,uint256,uint256))': 'params.recipient',
  'swapExactTokensForTokens(uint256,uint256,address[],address)': 'to',
  'swapTokensForExactTokens(uint256,uint256,address[],address)': 'to',
}

const bytesOfCalls: ReadonlySet<string> = new Set(['data', 'executionData', 'transactions'])

/** Lists the arguments of a function that is in no table, by the agent's ABI: its names, but the bytes' values. */
function unknownFields(call: DecodedCall, scene: Scene, abi: AbiFunction | null): ShownField[] {
  if (!abi) return bytesOf(call)
  if (abi.inputs.length === 0) return []
  const values = decodeAbiParameters(abi.inputs, slice(call.data, 4)) as readonly unknown[]
  return leavesOf(abi.inputs, values).map(({ path, parameter, value }) => ({
    label: wordsOf(cleanChainString(path, 60)),
    type: parameter.type,
    value: plain(parameter, value, scene),
  }))
}

const bytesOf = ({ data }: DecodedCall): ShownField[] =>
  data === '0x' ? [] : [{ label: 'Data', type: 'bytes', value: { kind: 'bytes', data } }]

/** Turns `permitSingle.sigDeadline` into "Sig deadline", and `1` into "Argument 1". */
function wordsOf(path: string): string {
  const last = path.split('.').at(-1) ?? path
  if (/^\d+$/.test(last)) return `Argument ${path}`
  const words = last
    .replace(/^_+/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const maxUint256 = 2n ** 256n - 1n

/** Returns null if the format does not apply: then the value is shown as it is. */
function formatted(
  field: Field,
  { value }: Leaf,
  call: DecodedCall,
  leaves: readonly Leaf[],
  scene: Scene,
): ShownValue | null {
  switch (field.format) {
    case 'addressName':
    case 'raw':
      return null
    case 'amount': {
      const { symbol, decimals } = scene.chain.viemChain.nativeCurrency
      return { kind: 'tokens', amount: asInteger(value), symbol, decimals, listed: true }
    }
    case 'nftName':
      return { kind: 'nft', collection: call.to, id: asInteger(value) }
    case 'date':
      return dateOf(field.params, asInteger(value))
    case 'duration':
      return { kind: 'duration', seconds: asInteger(value) }
    case 'tokenAmount': {
      const address = tokenOf(field.params, call, leaves, scene.facts)
      const token = address && scene.facts.tokens.get(address)
      const amount = asInteger(value)
      const { message } = field.params
      const isMessage = 'token' in field.params ? amount === maxUint256 : amount >= unlimited
      if (message && isMessage) return { kind: 'message', text: message, symbol: token?.listed ? token.symbol : '' }
      if (!token) return null
      const { decimals, symbol, listed } = token
      return { kind: 'tokens', amount, decimals, symbol, listed }
    }
  }
}

const dateOf = ({ zero }: Extract<Field, { format: 'date' }>['params'], seconds: bigint): ShownValue =>
  zero && seconds === 0n ? { kind: 'message', text: zero, symbol: '' } : { kind: 'date', seconds }

type TokenAmount = Extract<Field, { format: 'tokenAmount' }>['params']

function tokenOf(params: TokenAmount, call: DecodedCall, leaves: readonly Leaf[], facts: CallFacts): Address | null {
  if ('tokenPath' in params) return addressOnPath(params.tokenPath, call, leaves)
  if (params.token === 'asset') return facts.assets.get(call.to) ?? null
  return (call.args && facts.reserves.get(reserveKey(call.to, integerAt(call.args, 0)))) ?? null
}

/** Formats a value by its type alone; the members of a tuple also by `named`, if their names are the table's. */
function plain(
  parameter: AbiParameter,
  value: unknown,
  scene: Scene,
  named: (name: string) => Field | null = () => null,
): ShownValue {
  const { type } = parameter
  const array = /^(.*)\[\d*\]$/.exec(type)
  if (array && Array.isArray(value)) {
    const element: AbiParameter = { ...parameter, type: array[1] ?? '' }
    return { kind: 'list', items: value.map((each) => plain(element, each, scene, named)) }
  }
  if (type === 'tuple' && 'components' in parameter) {
    const members = membersOf(parameter.components, value)
    return {
      kind: 'group',
      fields: parameter.components.map((component, index) => {
        const field = component.name ? named(component.name) : null
        const words = component.name ? wordsOf(cleanChainString(component.name, 60)) : `Member ${index + 1}`
        return {
          label: field?.label ?? words,
          type: component.type,
          value:
            field?.format === 'date'
              ? dateOf(field.params, asInteger(members[index]))
              : plain(component, members[index], scene, named),
        }
      }),
    }
  }
  if (type === 'address') return addressValue(asAddress(value), scene)
  if (type === 'bool') return { kind: 'yesno', yes: value === true }
  if (type === 'string') return { kind: 'text', text: revealInvisible(String(value)) }
  if (type.startsWith('bytes')) return { kind: 'bytes', data: asHex(value) }
  return { kind: 'number', amount: asInteger(value) }
}

const addressValue = (address: Address, { chain, account }: Scene): ShownValue => ({
  kind: 'address',
  address,
  name: isAddressEqual(address, account) ? 'your account' : bundledName(address, chain),
})
