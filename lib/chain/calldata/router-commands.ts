import {
  type Address,
  decodeAbiParameters,
  getAddress,
  type Hex,
  hexToBytes,
  isAddressEqual,
  parseAbiParameters,
  size,
  slice,
  toFunctionSelector,
} from 'viem'
import { addressAt, asAddress, asHex, asList, hexAt, integerAt, listAt, member } from './arguments'
import type { Call } from './decode-call'
import type { Meaning } from './meaning'
import { erc20Transfer, permit2Transfer, permitDetails } from './token-meanings'

/** Effects of commands. `isWhole`: all of them could be read; if not, what is known of the others still counts. */
export type Commands = { meanings: readonly Meaning[]; isWhole: boolean }

/** `fees`: parts of a trade, in hundredths of a percent, with their receivers. */
type Read = Commands & { fees: readonly { part: bigint; to: readonly Meaning[] }[] }

type RouterCall = Pick<Call, 'caller' | 'to'>
type Reader = {
  /** Null: the raw input is passed to `read` unchanged. */
  types: string | null
  read: (args: readonly unknown[], place: RouterCall, depth: number) => readonly Meaning[] | Read
}

/**
 * Resolves a placeholder address: 1 is the caller, 2 the contract itself [Uniswap: ActionConstants, formerly
 * Constants].
 */
export const byNumber = (to: Address, { to: contract, caller }: RouterCall): Address =>
  BigInt(to) === 1n ? caller : BigInt(to) === 2n ? contract : to

/** Maximum nesting of sub-plans. No legitimate one goes as deep. */
const mostDepth = 4

/** Total in hundredths of a percent that apps may keep of a trade before it counts as somebody's payout. */
const mostFee = 100n

const paid = (to: Address, token: Address | null, place: RouterCall): Meaning[] => [
  // The zero address stands for the native coin.
  { kind: 'payout', to: byNumber(to, place), token: token && BigInt(token) !== 0n ? token : null },
]

const nothing: Read = { meanings: [], isWhole: true, fees: [] }
/** The bytes do not match the function, so nothing is guessed. */
const unread: Read = { ...nothing, isWhole: false }

const sweep: Reader = {
  types: 'address token, address recipient, uint256 amount',
  read: (args, place) => paid(addressAt(args, 1), addressAt(args, 0), place),
}
const portion: Reader = {
  ...sweep,
  read: (args, place) => ({
    ...nothing,
    fees: [{ part: integerAt(args, 2), to: paid(addressAt(args, 1), addressAt(args, 0), place) }],
  }),
}
const wrapping: Reader = {
  types: 'address recipient, uint256 amount',
  read: (args, place) => paid(addressAt(args, 0), null, place),
}
const alongPool = (arrives: 'first' | 'last'): Reader => ({
  types: 'address recipient, uint256 amount, uint256 bound, bytes path, bool payerIsUser',
  read: (args, place) => paid(addressAt(args, 0), endOfPath(hexAt(args, 3), arrives), place),
})
const alongPairs: Reader = {
  types: 'address recipient, uint256 amount, uint256 bound, address[] path, bool payerIsUser',
  read: (args, place) => {
    const last = listAt(args, 3).at(-1)
    return paid(addressAt(args, 0), last === undefined ? null : asAddress(last), place)
  },
}

/** Returns a token of a Uniswap V3 path, packed as token (20 bytes), fee (3), token, ... Null if it is no path. */
export function endOfPath(path: Hex, end: 'first' | 'last'): Address | null {
  if (size(path) < 43 || size(path) % 23 !== 20) return null
  return getAddress(end === 'first' ? slice(path, 0, 20) : slice(path, -20))
}

const details = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const signedPermit = (list: '' | '[]'): Reader => ({
  types: `(${details}${list} details, address spender, uint256 sigDeadline) permit, bytes signature`,
  read: ([permit], { caller }) => {
    const [spender, granted] = [asAddress(member(permit, 'spender')), member(permit, 'details')]
    return (list ? asList(granted) : [granted]).map((each) => permitDetails(caller, spender, each))
  },
})

/** Calls of Uniswap's position managers that the router passes on unchanged [universal-router, V3ToV4Migrator.sol]. */
const managerCalls: ReadonlyMap<Hex, Reader> = new Map<Hex, Reader>([
  [
    toFunctionSelector('permit(address,uint256,uint256,uint8,bytes32,bytes32)'),
    {
      types: 'address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s',
      // The bytes do not name the contract of the position, so this is incomplete.
      read: (args, { to }) => ({
        ...unread,
        meanings: [{ kind: 'power', power: 'nft', over: to, holder: addressAt(args, 0), given: true }],
      }),
    },
  ],
  [
    toFunctionSelector('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))'),
    {
      types: '(uint256 tokenId, uint128 liquidity, uint256 min0, uint256 min1, uint256 deadline) params',
      read: () => [],
    },
  ],
  [toFunctionSelector('burn(uint256)'), { types: 'uint256 tokenId', read: () => [] }],
  [
    toFunctionSelector('collect((uint256,address,uint128,uint128))'),
    {
      types: '(uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params',
      read: ([params]) => [{ kind: 'payout', to: asAddress(member(params, 'recipient')), token: null }],
    },
  ],
  [
    toFunctionSelector('modifyLiquidities(bytes,uint256)'),
    {
      types: 'bytes unlockData, uint256 deadline',
      // The router is the caller there.
      read: (args, { to }) => readUnlocked(hexAt(args, 0), { caller: to, to }),
    },
  ],
])

const managerCall: Reader = {
  types: null,
  read: ([input], place, depth) => {
    const reader = managerCalls.get(slice(asHex(input), 0, 4))
    return reader ? readOne(reader, slice(asHex(input), 4), place, depth) : unread
  },
}

/** Commands of Uniswap's Universal Router [universal-router, Commands.sol]. One without a reader has no meaning. */
const commandReaders: ReadonlyMap<number, Reader | null> = new Map<number, Reader | null>([
  [0x00, alongPool('last')],
  [0x01, alongPool('first')],
  [
    0x02,
    {
      types: 'address token, address recipient, uint160 amount',
      read: (args, place) => [
        erc20Transfer(place.caller, byNumber(addressAt(args, 1), place), integerAt(args, 2), addressAt(args, 0)),
      ],
    },
  ],
  [0x03, signedPermit('[]')],
  [0x04, sweep],
  [0x05, sweep],
  [0x06, portion],
  [0x08, alongPairs],
  [0x09, alongPairs],
  [0x0a, signedPermit('')],
  [0x0b, wrapping],
  [0x0c, wrapping],
  [
    0x0d,
    {
      types: '(address from, address to, uint160 amount, address token)[] transfers',
      read: ([transfers]) => asList(transfers).map(permit2Transfer),
    },
  ],
  [0x0e, null],
  [
    0x10,
    {
      types: 'bytes actions, bytes[] params',
      read: (args, place) => readEach(hexToBytes(hexAt(args, 0)), listAt(args, 1), actionReaders, place, 0),
    },
  ],
  [0x11, managerCall],
  [0x12, managerCall],
  [0x14, managerCall],
  [
    0x21,
    {
      types: 'bytes commands, bytes[] inputs',
      read: (args, place, depth) => readPlan(hexAt(args, 0), listAt(args, 1), place, depth + 1),
    },
  ],
])

const pool = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey'
const owned = (amounts: string): Reader => ({
  types: `${pool}, int24 tickLower, int24 tickUpper, ${amounts}, address owner, bytes hookData`,
  // The position is a token of the contract itself.
  read: (args, place) => paid(addressAt(args, args.length - 2), place.to, place),
})

const toCaller = (types: string): Reader => ({
  types,
  read: (args, place) => paid(place.caller, addressAt(args, 0), place),
})

/** Actions of Uniswap V4 [v4-periphery, Actions.sol]. Those without a receiver are not decoded. */
const actionReaders: ReadonlyMap<number, Reader | null> = new Map<number, Reader | null>([
  ...[0x00, 0x01, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0c, 0x0d, 0x15, 0x16].map(
    (number) => [number, null] as const,
  ),
  [0x02, owned('uint256 liquidity, uint128 amount0Max, uint128 amount1Max')],
  [0x05, owned('uint128 amount0Max, uint128 amount1Max')],
  [0x0e, { ...sweep, types: 'address currency, address recipient, uint256 amount' }],
  [0x0f, toCaller('address currency, uint256 minimum')],
  [0x12, toCaller('address currency')],
  [0x13, toCaller('address currency, uint256 most')],
  [0x10, { ...portion, types: 'address currency, address recipient, uint256 bips' }],
  [
    0x11,
    {
      types: 'address currency0, address currency1, address recipient',
      read: (args, place) => [0, 1].flatMap((index) => paid(addressAt(args, 2), addressAt(args, index), place)),
    },
  ],
  [
    0x14,
    {
      types: 'address currency, address to',
      read: (args, place) => paid(addressAt(args, 1), addressAt(args, 0), place),
    },
  ],
])

/** Reads the arguments of the Universal Router's `execute`. */
export const readCommands = (commands: Hex, inputs: readonly unknown[], place: RouterCall): Commands =>
  passedOn(readPlan(commands, inputs, place, 0), place)

/** Reads the arguments of `modifyLiquiditiesWithoutUnlock`. */
export const readActions = (actions: Hex, params: readonly unknown[], place: RouterCall): Commands =>
  passedOn(readEach(hexToBytes(actions), params, actionReaders, place, 0), place)

/** Reads the argument of `modifyLiquidities`: actions and their parameters in one. */
export const readUnlockData = (data: Hex, place: RouterCall): Commands => passedOn(readUnlocked(data, place), place)

function readUnlocked(data: Hex, place: RouterCall): Read {
  try {
    const [actions, params] = decodeAbiParameters(parseAbiParameters('bytes, bytes[]'), data)
    return readEach(hexToBytes(actions), params, actionReaders, place, 0)
  } catch {
    return unread
  }
}

/** Drops payments of the router to itself, which are for its next command, if one pays something on. */
function passedOn({ meanings, isWhole, fees }: Read, { to }: RouterCall): Commands {
  const isFee = fees.reduce((sum, { part }) => sum + part, 0n) <= mostFee
  const all = isFee ? meanings : [...meanings, ...fees.flatMap((fee) => fee.to)]
  const isKept = (each: Meaning) => each.kind === 'payout' && isAddressEqual(each.to, to)
  const isPaidOn = all.some((each) => each.kind === 'payout' && !isKept(each))
  return { meanings: isPaidOn ? all.filter((each) => !isKept(each)) : all, isWhole }
}

function readPlan(commands: Hex, inputs: readonly unknown[], place: RouterCall, depth: number): Read {
  if (depth > mostDepth) return unread
  // The first bit only says that the command may fail.
  const numbers = hexToBytes(commands).map((command) => command & 0x7f)
  return readEach(numbers, inputs, commandReaders, place, depth)
}

function readEach(
  numbers: Uint8Array,
  inputs: readonly unknown[],
  readers: ReadonlyMap<number, Reader | null>,
  place: RouterCall,
  depth: number,
): Read {
  const all = inputs.map((input, index): Read => {
    const reader = readers.get(numbers[index] ?? noCommand)
    if (reader === undefined) return unread
    return reader === null ? nothing : readOne(reader, asHex(input), place, depth)
  })
  return {
    meanings: all.flatMap(({ meanings }) => meanings),
    isWhole: numbers.length === inputs.length && all.every(({ isWhole }) => isWhole),
    fees: all.flatMap(({ fees }) => fees),
  }
}

const noCommand = -1

function readOne({ types, read }: Reader, input: Hex, place: RouterCall, depth: number): Read {
  try {
    const args = types === null ? [input] : decodeAbiParameters(parseAbiParameters(types), input)
    const found = read(args as readonly unknown[], place, depth)
    return 'isWhole' in found ? found : { ...nothing, meanings: found }
  } catch {
    return unread
  }
}
