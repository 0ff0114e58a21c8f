import {
  type Address,
  decodeAbiParameters,
  getAddress,
  type Hex,
  hexToBigInt,
  hexToNumber,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import { safeBatchAt } from '../accounts/safe-batches'
import { addressAt, asAddress, asHex, asInteger, hexAt, integerAt, listAt, member } from './arguments'
import type { Call, Hidden } from './decode-call'
import type { KnownFunction } from './known/known-functions'
import { type Commands, readActions, readCommands, readUnlockData } from './router-commands'

type Inside = readonly Call[] | Hidden

/**
 * Returns the calls that a known function makes with its arguments; null if it makes none. A contract that calls itself
 * (`multicall`) keeps the caller; any other contract is the caller of what it calls.
 */
export function innerCalls(call: Call, { signature }: KnownFunction, args: readonly unknown[]): Inside | null {
  const read = containers[signature]
  if (!read) return null
  try {
    return read(call, args)
  } catch {
    return 'unreadable'
  }
}

type Made = { to: Address; value?: bigint; data: Hex; delegate?: boolean }

const by = (call: Call, { to, value = 0n, data, delegate = false }: Made): Call => ({
  // Code that runs in the caller's place calls in the caller's name.
  caller: call.delegate ? call.caller : call.to,
  to,
  value,
  data,
  delegate,
})

const toItself = (call: Call, all: readonly unknown[]): Call[] =>
  all.map((data) => ({ caller: call.caller, to: call.to, value: 0n, data: asHex(data), delegate: false }))

/** Reads tuples that name a target and its bytes under various names. */
const fromTuples = (call: Call, tuples: readonly unknown[], names: { to: string; data: string; value?: string }) =>
  tuples.map((tuple) =>
    by(call, {
      to: asAddress(member(tuple, names.to)),
      data: asHex(member(tuple, names.data)),
      value: names.value ? asInteger(member(tuple, names.value)) : 0n,
    }),
  )

const aggregated = { to: 'target', data: 'callData' }
const listed = { to: 'to', data: 'data', value: 'value' }

/** Safe's Enum.Operation: 0 is a call, 1 a delegatecall. */
const withOperation = (call: Call, args: readonly unknown[]): Call[] => [
  by(call, {
    to: addressAt(args, 0),
    value: integerAt(args, 1),
    data: hexAt(args, 2),
    delegate: integerAt(args, 3) !== 0n,
  }),
]

const containers: Readonly<Record<string, (call: Call, args: readonly unknown[]) => Inside>> = {
  'multicall(bytes[])': (call, args) => toItself(call, listAt(args, 0)),
  'multicall(uint256,bytes[])': (call, args) => toItself(call, listAt(args, 1)),
  'multicall(bytes32,bytes[])': (call, args) => toItself(call, listAt(args, 1)),
  'aggregate((address,bytes)[])': (call, args) => fromTuples(call, listAt(args, 0), aggregated),
  'blockAndAggregate((address,bytes)[])': (call, args) => fromTuples(call, listAt(args, 0), aggregated),
  'tryAggregate(bool,(address,bytes)[])': (call, args) => fromTuples(call, listAt(args, 1), aggregated),
  'tryBlockAndAggregate(bool,(address,bytes)[])': (call, args) => fromTuples(call, listAt(args, 1), aggregated),
  'aggregate3((address,bool,bytes)[])': (call, args) => fromTuples(call, listAt(args, 0), aggregated),
  'aggregate3Value((address,bool,uint256,bytes)[])': (call, args) =>
    fromTuples(call, listAt(args, 0), { ...aggregated, value: 'value' }),
  'execute(address,uint256,bytes)': (call, args) => [
    by(call, { to: addressAt(args, 0), value: integerAt(args, 1), data: hexAt(args, 2) }),
  ],
  'execute(address,uint256,bytes,uint8)': withOperation,
  'execute(bytes32,bytes)': modalExecution,
  'execute((address,uint256,bytes)[])': (call, args) => fromTuples(call, listAt(args, 0), listed),
  'execute(bytes,bytes[],uint256)': (call, args) => unlessRead(readCommands(hexAt(args, 0), listAt(args, 1), call)),
  'execute(bytes,bytes[])': (call, args) => unlessRead(readCommands(hexAt(args, 0), listAt(args, 1), call)),
  'modifyLiquidities(bytes,uint256)': (call, args) => unlessRead(readUnlockData(hexAt(args, 0), call)),
  'modifyLiquiditiesWithoutUnlock(bytes,bytes[])': (call, args) =>
    unlessRead(readActions(hexAt(args, 0), listAt(args, 1), call)),
  'redeemDelegations(bytes[],bytes32[],bytes[])': redemptions,
  'executeBatch((address,uint256,bytes)[])': (call, args) => fromTuples(call, listAt(args, 0), listed),
  'executeBatch(address[],bytes[])': (call, args) => inParallel(call, listAt(args, 0), null, listAt(args, 1)),
  'executeBatch(address[],uint256[],bytes[])': (call, args) =>
    inParallel(call, listAt(args, 0), listAt(args, 1), listAt(args, 2)),
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': withOperation,
  'execTransactionFromModule(address,uint256,bytes,uint8)': withOperation,
  'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)': withOperation,
  'multiSend(bytes)': (call, args) => packedCalls(call, hexAt(args, 0)),
  'upgradeToAndCall(address,bytes)': (call, args) => initialisation(call, addressAt(args, 0), hexAt(args, 1)),
  'upgradeAndCall(address,address,bytes)': (call, args) => [by(call, { to: addressAt(args, 0), data: hexAt(args, 2) })],
}

/** Commands are no calls; `meaningReaders` interprets them. */
const unlessRead = ({ isWhole }: Commands): Inside => (isWhole ? [] : 'commands')

const delegations = parseAbiParameters(
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[]',
)

/** ERC-7710: calls in the name of the original delegator, the last of a chain; without one, of the caller. */
function redemptions(call: Call, args: readonly unknown[]): Inside {
  const [contexts, modes, executions] = [listAt(args, 0), listAt(args, 1), listAt(args, 2)]
  if (contexts.length !== modes.length || contexts.length !== executions.length) return 'unreadable'
  const made: Call[] = []
  for (const [index, context] of contexts.entries()) {
    const chain = asHex(context) === '0x' ? [] : decodeAbiParameters(delegations, asHex(context))[0]
    const inside = modalExecution(call, [modes[index], executions[index]])
    if (typeof inside === 'string') return inside
    made.push(...inside.map((each) => ({ ...each, caller: chain.at(-1)?.delegator ?? call.caller })))
  }
  return made
}

function inParallel(
  call: Call,
  targets: readonly unknown[],
  values: readonly unknown[] | null,
  datas: readonly unknown[],
): Inside {
  if (targets.length !== datas.length || (values && values.length !== targets.length)) return 'unreadable'
  return targets.map((to, index) =>
    by(call, { to: asAddress(to), data: asHex(datas[index]), value: values ? asInteger(values[index]) : 0n }),
  )
}

/** The new code runs once in the proxy's place. */
const initialisation = (call: Call, code: Address, data: Hex): Call[] =>
  data === '0x' ? [] : [{ caller: call.to, to: code, value: 0n, data, delegate: true }]

/** ERC-7579: the first byte of the mode distinguishes one call (00), several (01) and a delegatecall (ff). */
function modalExecution(call: Call, args: readonly unknown[]): Inside {
  const execution = hexAt(args, 1)
  switch (slice(hexAt(args, 0), 0, 1)) {
    case '0x00':
      return [
        by(call, {
          to: getAddress(slice(execution, 0, 20)),
          value: hexToBigInt(slice(execution, 20, 52)),
          data: rest(execution, 52),
        }),
      ]
    case '0x01':
      return fromTuples(call, decodeAbiParameters(batch, execution)[0], listed)
    case '0xff':
      return [by(call, { to: getAddress(slice(execution, 0, 20)), data: rest(execution, 20), delegate: true })]
    default:
      return 'commands'
  }
}

const batch = [
  {
    type: 'tuple[]',
    components: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const

const rest = (bytes: Hex, from: number): Hex => (size(bytes) > from ? slice(bytes, from) : '0x')

/** Safe's MultiSend packs, for each call: operation (1 byte), target (20), wei (32), length (32) and the bytes. */
function packedCalls(call: Call, packed: Hex): Inside {
  const calls: Call[] = []
  const zeroIsSelf = safeBatchAt(call.to)?.zeroIsSelf === true
  let at = 0
  while (at < size(packed)) {
    const length = hexToNumber(slice(packed, at + 53, at + 85))
    const end = at + 85 + length
    if (!Number.isSafeInteger(end) || end > size(packed)) return 'unreadable'
    const operation = slice(packed, at, at + 1)
    const to = getAddress(slice(packed, at + 1, at + 21))
    calls.push(
      by(call, {
        to: zeroIsSelf && BigInt(to) === 0n ? (call.delegate ? call.caller : call.to) : to,
        value: hexToBigInt(slice(packed, at + 21, at + 53)),
        data: length === 0 ? '0x' : slice(packed, at + 85, end),
        delegate: operation !== '0x00',
      }),
    )
    at = end
  }
  return calls
}
