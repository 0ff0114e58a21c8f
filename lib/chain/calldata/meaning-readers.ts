import { type Address, getAddress, isAddressEqual, size } from 'viem'
import { addressAt, asAddress, asHex, asInteger, asList, hexAt, integerAt, listAt, member } from './arguments'
import type { DecodedCall } from './decode-call'
import type { Meaning, Power, PowerKind } from './meaning'
import { byNumber, type Commands, endOfPath, readActions, readCommands, readUnlockData } from './router-commands'
import { erc20Transfer, permit2Transfer, permitDetails } from './token-meanings'

const maxUint256 = 2n ** 256n - 1n

type Reader = (args: readonly unknown[], call: DecodedCall) => readonly Meaning[]

/**
 * Powers that are given up, and not just revoked from somebody, if they go to the zero address: then nobody has them.
 */
const surrendered: ReadonlySet<PowerKind> = new Set(['owner', 'upgrade', 'identity', 'name', 'position'])

/**
 * Builds a power of an address. The zero address holds nothing, so naming it takes the power from the previous holder.
 */
function powerOf(
  power: PowerKind,
  over: Address,
  holder: Address,
  given = true,
  more: Pick<Power, 'amount' | 'role' | 'signer'> = {},
): Meaning {
  const isNobody = BigInt(holder) === 0n
  return {
    kind: 'power',
    power,
    over,
    holder: isNobody ? null : holder,
    given: given && (!isNobody || surrendered.has(power)),
    ...more,
  }
}

const power =
  (kind: PowerKind, holderAt: number | null, given = true): Reader =>
  (args, { to }) => [
    holderAt === null
      ? { kind: 'power', power: kind, over: to, holder: null, given }
      : powerOf(kind, to, addressAt(args, holderAt), given),
  ]

/** The owners who sign for a Safe, and how many have to. */
const signers =
  (read: (args: readonly unknown[]) => Pick<Power, 'holder' | 'signers'>): Reader =>
  (args, { to }) => [{ kind: 'power', power: 'signers', over: to, given: true, ...read(args) }]

/** A power that a boolean argument gives or takes. */
const switched =
  (kind: PowerKind): Reader =>
  (args, { to }) => [powerOf(kind, to, addressAt(args, 0), args[1] === true)]

/** The same for several at once. */
const allOf =
  (isGiven: (args: readonly unknown[], index: number) => unknown): Reader =>
  (args, { to }) =>
    listAt(args, 0).map((each, index) => powerOf('operator', to, asAddress(each), isGiven(args, index) === true))

/** A power that the caller may give to itself, in which case nothing is handed away. */
const handed =
  (kind: PowerKind, holderAt: number): Reader =>
  (args, { to, caller }) =>
    isAddressEqual(addressAt(args, holderAt), caller) ? [] : [powerOf(kind, to, addressAt(args, holderAt))]

/** A power that is only offered. Offering it to nobody withdraws the offer and loses nothing. */
const offered =
  (kind: PowerKind, holderAt: number, otherwise: Reader): Reader =>
  (args, call) =>
    BigInt(addressAt(args, holderAt)) === 0n
      ? [{ kind: 'power', power: kind, over: call.to, holder: null, given: false }]
      : otherwise(args, call)

/** The target of a name. Pointing nowhere does not lose the name. */
const pointed = (holderAt: number): Reader => offered('name', holderAt, handed('name', holderAt))

/** A power given by a signature. */
const signedFor =
  (kind: PowerKind, at: { signer: number; holder: number; given: (args: readonly unknown[]) => boolean }): Reader =>
  (args, { to }) => [
    powerOf(kind, to, addressAt(args, at.holder), at.given(args), { signer: addressAt(args, at.signer) }),
  ]

/** The same, if the last argument gives or takes it. */
const lent =
  (kind: PowerKind, holderAt: number): Reader =>
  (args, { to }) => [powerOf(kind, to, addressAt(args, holderAt), args.at(-1) === true)]

const role =
  (given: boolean): Reader =>
  (args, { to }) => [
    { kind: 'power', power: 'role', over: to, holder: addressAt(args, 1), given, role: hexAt(args, 0) },
  ]

/** Only the holder can renounce a right; the argument is at most a confirmation. */
const renounced =
  (kind: PowerKind): Reader =>
  (_, { to, caller }) => [{ kind: 'power', power: kind, over: to, holder: caller, given: false }]

const payout =
  (toAt: number, token: (args: readonly unknown[], call: DecodedCall) => Address | null = () => null): Reader =>
  (args, call) => [{ kind: 'payout', to: addressAt(args, toAt), token: token(args, call) }]

const itself = (_: readonly unknown[], { to }: DecodedCall): Address => to

/** Returns the last token on a swap path, which arrives. */
const lastOf =
  (pathAt: number) =>
  (args: readonly unknown[]): Address | null => {
    const last = listAt(args, pathAt).at(-1)
    return last === undefined ? null : asAddress(last)
  }

/** Signature of a Morpho function. All of them begin with the market. */
const morpho = (name: string, others: string): string => `${name}((address,address,address,address,uint256),${others})`

const ofMarket =
  (token: 'loanToken' | 'collateralToken') =>
  ([market]: readonly unknown[]): Address =>
    asAddress(member(market, token))

/** Resolves the address 0, which stands for the contract itself in Uniswap's older router and position manager. */
const byOlder = (to: Address, { to: contract }: DecodedCall): Address => (BigInt(to) === 0n ? contract : to)
const paidTo =
  (standsFor: typeof byOlder, token: (params: unknown) => Address | null): Reader =>
  ([params], call) => [
    { kind: 'payout', to: standsFor(asAddress(member(params, 'recipient')), call), token: token(params) },
  ]

/** Payout of the newer router's swaps along pairs. */
const paidAlong: Reader = (args, call) => [
  { kind: 'payout', to: byNumber(addressAt(args, 3), call), token: lastOf(2)(args) },
]

const tokenOut = (params: unknown): Address => asAddress(member(params, 'tokenOut'))

const arriving = (params: unknown): Address | null => endOfPath(asHex(member(params, 'path')), 'last')
/** Returns the bought token of an exact-output swap, whose path begins with it. */
const bought = (params: unknown): Address | null => endOfPath(asHex(member(params, 'path')), 'first')

const approval =
  (way: 'approve' | 'increase'): Reader =>
  (args, { to, caller }) => [
    {
      kind: 'allowance',
      way,
      token: to,
      owner: caller,
      spender: addressAt(args, 0),
      amount: integerAt(args, 1),
      until: null,
      signed: false,
    },
  ]

/** ERC-2612. The owner signs, and anyone may submit it. */
const permit: Reader = (args, { to }) => [
  {
    kind: 'allowance',
    way: 'permit',
    token: to,
    owner: addressAt(args, 0),
    spender: addressAt(args, 1),
    amount: integerAt(args, 2),
    until: null,
    signed: true,
  },
]

const permitBatch: Reader = (args) =>
  asList(member(args[1], 'details')).map((details) =>
    permitDetails(addressAt(args, 0), asAddress(member(args[1], 'spender')), details),
  )

/** Transfers by a signature for Permit2: each token to each receiver. */
const permitTransfer: Reader = ([permit, details, owner]) =>
  pairs(member(permit, 'permitted'), details).map(([permitted, { to, requestedAmount }]) =>
    erc20Transfer(asAddress(owner), asAddress(to), asInteger(requestedAmount), asAddress(member(permitted, 'token'))),
  )

/** Pairs one of each, or several of each in the same order. */
function pairs(permitted: unknown, details: unknown): [unknown, { to: unknown; requestedAmount: unknown }][] {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
  return list(details).map((each, index) => [
    list(permitted)[index],
    { to: member(each, 'to'), requestedAmount: member(each, 'requestedAmount') },
  ])
}

/** A transfer from the owner: with a signature (ERC-3009), or by an allowance (ERC-1363). */
const authorised: Reader = (args, { to }) => [
  erc20Transfer(addressAt(args, 0), addressAt(args, 1), integerAt(args, 2), to),
]

/** A withdrawal requested now and paid out later, to the named receiver. */
const queued: Reader = (args, { to, caller }) =>
  listAt(args, 0)
    .map((each) => asAddress(member(each, 'withdrawer')))
    .filter((withdrawer) => !isAddressEqual(withdrawer, caller))
    .map((withdrawer) => powerOf('position', to, withdrawer))

const obeyed =
  (read: (args: readonly unknown[], call: DecodedCall) => Commands): Reader =>
  (args, call) =>
    read(args, call).meanings

/** Fills orders, each in the name of its offerer. The caller's own need no signature. */
const filled =
  (offerers: (args: readonly unknown[]) => readonly unknown[], receiverAt: number | null = null): Reader =>
  (args, { to, caller }) => {
    const names = [...new Set(offerers(args).map(asAddress))]
    const receiver = receiverAt === null ? null : addressAt(args, receiverAt)
    return [
      ...names.map((offerer): Meaning => {
        const order = { kind: 'power', power: 'order', over: to, holder: null, given: true } as const
        return isAddressEqual(offerer, caller) ? order : { ...order, signer: offerer }
      }),
      // The zero address stands for the caller.
      ...(receiver && BigInt(receiver) !== 0n ? [{ kind: 'payout', to: receiver, token: null } as const] : []),
    ]
  }

const offererOf = (each: unknown): unknown => member(member(each, 'parameters'), 'offerer')
const ofOne = ([first]: readonly unknown[]) => [offererOf(first)]
const ofAll = (args: readonly unknown[]) => listAt(args, 0).map(offererOf)
const ofBasic = ([first]: readonly unknown[]) => [member(first, 'offerer')]

/** Types of Seaport's order, and of an order that can be filled in part. */
const parameters =
  '(address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)'
const plainOrder = `(${parameters},bytes)`
const partialOrder = `(${parameters},uint120,uint120,bytes,bytes)`
const basicOrder =
  '(address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes)'
const resolvers = '(uint256,uint8,uint256,uint256,bytes32[])[]'
const fulfilments = '(uint256,uint256)[][],(uint256,uint256)[][],bytes32'
const matched = '((uint256,uint256)[],(uint256,uint256)[])[]'

const seaport: Readonly<Record<string, Reader>> = {
  // Accepts an order from its offerer without a signature, for others to fill.
  [`validate(${plainOrder}[])`]: power('order', null),
  [`fulfillBasicOrder(${basicOrder})`]: filled(ofBasic),
  [`fulfillBasicOrder_efficient_6GL6yc(${basicOrder})`]: filled(ofBasic),
  [`fulfillOrder(${plainOrder},bytes32)`]: filled(ofOne),
  [`fulfillAdvancedOrder(${partialOrder},${resolvers},bytes32,address)`]: filled(ofOne, 3),
  [`fulfillAvailableOrders(${plainOrder}[],${fulfilments},uint256)`]: filled(ofAll),
  [`fulfillAvailableAdvancedOrders(${partialOrder}[],${resolvers},${fulfilments},address,uint256)`]: filled(ofAll, 5),
  [`matchOrders(${plainOrder}[],${matched})`]: filled(ofAll),
  [`matchAdvancedOrders(${partialOrder}[],${resolvers},${matched})`]: filled(ofAll),
  [`matchAdvancedOrders(${partialOrder}[],${resolvers},${matched},address)`]: filled(ofAll, 3),
}

/** Readers for the effects of each function in the table. Functions missing here have no special meaning. */
export const meaningReaders: Readonly<Record<string, Reader>> = {
  ...seaport,
  'transfer(address,uint256)': tokenTransfer,
  'transferFrom(address,address,uint256)': (args, { to }) => [
    {
      kind: 'transfer',
      form: 'unclear',
      token: to,
      from: addressAt(args, 0),
      to: addressAt(args, 1),
      id: null,
      amount: integerAt(args, 2),
    },
  ],
  'safeTransferFrom(address,address,uint256)': nftTransfer,
  'safeTransferFrom(address,address,uint256,bytes)': nftTransfer,
  'safeTransferFrom(address,address,uint256,uint256,bytes)': multiTransfer,
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': (args, { to }) =>
    listAt(args, 2).map((id, index) => ({
      kind: 'transfer',
      form: 'erc1155',
      token: to,
      from: addressAt(args, 0),
      to: addressAt(args, 1),
      id: asInteger(id),
      amount: asInteger(listAt(args, 3)[index] ?? 0n),
    })),
  'send(address,uint256,bytes)': tokenTransfer,
  'transferAndCall(address,uint256)': tokenTransfer,
  'transferAndCall(address,uint256,bytes)': tokenTransfer,
  'transferFromAndCall(address,address,uint256)': authorised,
  'transferFromAndCall(address,address,uint256,bytes)': authorised,
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)': authorised,
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)': authorised,
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)': authorised,
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)': authorised,
  'approve(address,uint256)': approval('approve'),
  'approveAndCall(address,uint256)': approval('approve'),
  'approveAndCall(address,uint256,bytes)': approval('approve'),
  'increaseAllowance(address,uint256)': approval('increase'),
  'increaseApproval(address,uint256)': approval('increase'),
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': permit,
  'permit(address,address,uint256,uint256,bytes)': permit,
  // DAI: all or nothing.
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': (args, { to }) => [
    {
      kind: 'allowance',
      way: 'permit',
      token: to,
      owner: addressAt(args, 0),
      spender: addressAt(args, 1),
      amount: args[4] === true ? maxUint256 : 0n,
      until: null,
      signed: true,
    },
  ],
  'approve(address,address,uint160,uint48)': (args, { caller }) => [
    {
      kind: 'allowance',
      way: 'permit2',
      token: addressAt(args, 0),
      owner: caller,
      spender: addressAt(args, 1),
      amount: integerAt(args, 2),
      until: integerAt(args, 3),
      signed: false,
    },
  ],
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)': (args) => [
    permitDetails(addressAt(args, 0), asAddress(member(args[1], 'spender')), member(args[1], 'details')),
  ],
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': permitBatch,
  'permitBatch(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': permitBatch,
  'lockdown((address,address)[])': (args, { caller }) =>
    listAt(args, 0).map((each) => ({
      kind: 'allowance',
      way: 'permit2',
      token: asAddress(member(each, 'token')),
      owner: caller,
      spender: asAddress(member(each, 'spender')),
      amount: 0n,
      until: null,
      signed: false,
    })),
  'transferFrom(address,address,uint160,address)': (args) => [
    erc20Transfer(addressAt(args, 0), addressAt(args, 1), integerAt(args, 2), addressAt(args, 3)),
  ],
  'transferFrom((address,address,uint160,address)[])': (args) => listAt(args, 0).map(permit2Transfer),
  'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)': permitTransfer,
  'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)': permitTransfer,
  'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)':
    permitTransfer,
  'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)':
    permitTransfer,
  'setApprovalForAll(address,bool)': (args, { to, caller }) => [
    {
      kind: 'operator',
      collection: to,
      owner: caller,
      operator: addressAt(args, 0),
      approved: args[1] === true && BigInt(addressAt(args, 0)) !== 0n,
      signed: false,
    },
  ],
  'permitForAll(address,address,bool,uint256,uint256,bytes)': (args, { to }) => [
    {
      kind: 'operator',
      collection: to,
      owner: addressAt(args, 0),
      operator: addressAt(args, 1),
      approved: args[2] === true && BigInt(addressAt(args, 1)) !== 0n,
      signed: true,
    },
  ],
  'permit(address,uint256,uint256,uint8,bytes32,bytes32)': power('nft', 0),
  'permit(address,uint256,uint256,uint256,bytes)': power('nft', 0),
  'permit(address,uint256,uint256,bytes)': power('nft', 0),
  'authorizeOperator(address)': power('operator', 0),
  'revokeOperator(address)': power('operator', 0, false),
  'deposit(uint256,address)': payout(1, itself),
  'mint(uint256,address)': payout(1, itself),
  'withdraw(uint256,address,address)': payout(1),
  'redeem(uint256,address,address)': payout(1),
  'swapExactETHForTokens(uint256,address[],address,uint256)': payout(2, lastOf(1)),
  'swapETHForExactTokens(uint256,address[],address,uint256)': payout(2, lastOf(1)),
  'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)': payout(2, lastOf(1)),
  'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)': payout(3, lastOf(2)),
  'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)': payout(3, lastOf(2)),
  'swapExactTokensForETH(uint256,uint256,address[],address,uint256)': payout(3),
  'swapTokensForExactETH(uint256,uint256,address[],address,uint256)': payout(3),
  'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': payout(
    3,
    lastOf(2),
  ),
  'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': payout(3),
  'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)': payout(6),
  'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)': payout(4),
  'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)': payout(5),
  'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)': payout(4),
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))': paidTo(byOlder, tokenOut),
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))': paidTo(byNumber, tokenOut),
  'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))': paidTo(byOlder, tokenOut),
  'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))': paidTo(byNumber, tokenOut),
  'exactInput((bytes,address,uint256,uint256,uint256))': paidTo(byOlder, arriving),
  'exactInput((bytes,address,uint256,uint256))': paidTo(byNumber, arriving),
  'exactOutput((bytes,address,uint256,uint256,uint256))': paidTo(byOlder, bought),
  'exactOutput((bytes,address,uint256,uint256))': paidTo(byNumber, bought),
  'swapExactTokensForTokens(uint256,uint256,address[],address)': paidAlong,
  'swapTokensForExactTokens(uint256,uint256,address[],address)': paidAlong,
  'execute(bytes,bytes[],uint256)': obeyed((args, call) => readCommands(hexAt(args, 0), listAt(args, 1), call)),
  'execute(bytes,bytes[])': obeyed((args, call) => readCommands(hexAt(args, 0), listAt(args, 1), call)),
  'modifyLiquidities(bytes,uint256)': obeyed((args, call) => readUnlockData(hexAt(args, 0), call)),
  'modifyLiquiditiesWithoutUnlock(bytes,bytes[])': obeyed((args, call) =>
    readActions(hexAt(args, 0), listAt(args, 1), call),
  ),
  'collect((uint256,address,uint128,uint128))': paidTo(byOlder, () => null),
  'unwrapWETH9(uint256,address)': payout(1),
  'sweepToken(address,uint256,address)': payout(2, (args) => addressAt(args, 0)),
  'supply(address,uint256,address,uint16)': payout(2),
  'withdraw(address,uint256,address)': payout(2, (args) => addressAt(args, 0)),
  'repay(address,uint256,uint256,address)': payout(3),
  'supply(uint256,uint256,address)': payout(2),
  'repay(uint256,uint256,address)': payout(2),
  'depositETH(address,address,uint16)': payout(1),
  'withdrawETH(address,uint256,address)': payout(2),
  'repayETH(address,uint256,address)': payout(2),
  'repayETH(address,uint256,uint256,address)': payout(3),
  [morpho('supply', 'uint256,uint256,address,bytes')]: payout(3),
  [morpho('repay', 'uint256,uint256,address,bytes')]: payout(3),
  [morpho('supplyCollateral', 'uint256,address,bytes')]: payout(2),
  [morpho('withdraw', 'uint256,uint256,address,address')]: payout(4, ofMarket('loanToken')),
  [morpho('borrow', 'uint256,uint256,address,address')]: payout(4, ofMarket('loanToken')),
  [morpho('withdrawCollateral', 'uint256,address,address')]: payout(3, ofMarket('collateralToken')),
  // In contracts other than the market, such as farms, the third argument receives the proceeds.
  'withdraw(uint256,uint256,address)': payout(2),
  'borrow(uint256,uint256,address)': payout(2),
  'approveDelegation(address,uint256)': (args, { to }) => [
    powerOf('delegation', to, addressAt(args, 0), integerAt(args, 1) > 0n, { amount: integerAt(args, 1) }),
  ],
  'delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)': (args, { to }) => [
    powerOf('delegation', to, addressAt(args, 1), integerAt(args, 2) > 0n, {
      amount: integerAt(args, 2),
      signer: addressAt(args, 0),
    }),
  ],
  'setUserPositionManager(address,bool)': switched('manager'),
  'allow(address,bool)': switched('manager'),
  'setAuthorization(address,bool)': switched('manager'),
  'allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)': signedFor('manager', {
    signer: 0,
    holder: 1,
    given: (args) => args[2] === true,
  }),
  'setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))': (
    [authorization],
    { to },
  ) => [
    powerOf(
      'manager',
      to,
      asAddress(member(authorization, 'authorized')),
      member(authorization, 'isAuthorized') === true,
      {
        signer: asAddress(member(authorization, 'authorizer')),
      },
    ),
  ],
  'hope(address)': handed('manager', 0),
  'nope(address)': power('manager', 0, false),
  'cdpAllow(uint256,address,uint256)': (args, { to }) => [
    powerOf('manager', to, addressAt(args, 1), integerAt(args, 2) > 0n),
  ],
  'urnAllow(address,uint256)': (args, { to }) => [powerOf('manager', to, addressAt(args, 0), integerAt(args, 1) > 0n)],
  'give(uint256,address)': handed('position', 1),
  'signalTransfer(address)': offered('position', 0, handed('position', 0)),
  'queueWithdrawals((address[],uint256[],address)[])': queued,
  'transferPunk(address,uint256)': handed('position', 0),
  'acceptBidForPunk(uint256,uint256)': power('position', null),
  'offerPunkForSale(uint256,uint256)': power('order', null),
  'offerPunkForSaleToAddress(uint256,uint256,address)': power('order', 2),
  'setRelayerApproval(address,address,bool)': (args, { to }) => [
    powerOf('rights', to, addressAt(args, 1), args[2] === true),
  ],
  'setAccountOperator(address,address,bool)': lent('rights', 1),
  'setDelegate(address)': handed('rights', 0),
  'setDelegate(bytes32,address)': handed('votes', 1),
  'setClaimerFor(address)': handed('stand-in', 0),
  'delegateTo(address,(bytes,uint256),bytes32)': handed('rights', 0),
  'setOperator(address,bool)': switched('operator'),
  'requestWithdrawals(uint256[],address)': payout(1),
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': refund,
  'setAgentWallet(uint256,address,uint256,bytes)': handed('identity', 1),
  'setAgentURI(uint256,string)': power('record', null),
  'setMetadata(uint256,string,bytes)': power('record', null),
  'setOwner(bytes32,address)': handed('name', 1),
  'setResolver(bytes32,address)': pointed(1),
  'setRecord(bytes32,address,address,uint64)': (args, call) => [
    ...handed('name', 1)(args, call),
    ...pointed(2)(args, call),
  ],
  'setSubnodeOwner(bytes32,bytes32,address)': handed('name', 2),
  'setSubnodeRecord(bytes32,bytes32,address,address,uint64)': (args, call) => [
    ...handed('name', 2)(args, call),
    ...pointed(3)(args, call),
  ],
  'setAddr(bytes32,address)': pointed(1),
  'setAddr(bytes32,uint256,bytes)': namedPayee,
  'reclaim(uint256,address)': handed('name', 1),
  'approve(bytes32,address,bool)': offered('name', 1, lent('name', 1)),
  'delegate(address)': handed('votes', 0),
  'delegateByType(address,uint8)': handed('votes', 0),
  'delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)': handed('votes', 0),
  'delegateAll(address,bytes32,bool)': lent('stand-in', 0),
  'delegateContract(address,address,bytes32,bool)': lent('stand-in', 0),
  'delegateERC721(address,address,uint256,bytes32,bool)': lent('stand-in', 0),
  'delegateForAll(address,bool)': lent('stand-in', 0),
  'delegateForContract(address,address,bool)': lent('stand-in', 0),
  'delegateForToken(address,address,uint256,bool)': lent('stand-in', 0),
  'setPreSignature(bytes,bool)': (args, { to }) => [
    { kind: 'power', power: 'order', over: to, holder: null, given: args[1] === true },
  ],
  'approve(address,uint256,uint256)': (args, { to }) => [
    powerOf('operator', to, addressAt(args, 0), integerAt(args, 2) > 0n),
  ],
  'transfer(address,uint256,uint256)': (args, { to, caller }) => [
    {
      kind: 'transfer',
      form: 'erc1155',
      token: to,
      from: caller,
      to: addressAt(args, 0),
      id: integerAt(args, 1),
      amount: integerAt(args, 2),
    },
  ],
  'transferFrom(address,address,uint256,uint256)': multiTransfer,
  'approveHash(bytes32)': power('hash', null),
  'setModuleGuard(address)': power('module', 0),
  'installModule(uint256,address,bytes)': power('module', 1),
  'changeMasterCopy(address)': power('upgrade', 0),
  'enableModule(address)': power('module', 0),
  'disableModule(address,address)': power('module', 1, false),
  'uninstallModule(uint256,address,bytes)': power('module', 1, false),
  'setGuard(address)': power('module', 0),
  'setFallbackHandler(address)': power('module', 0),
  'addOwnerWithThreshold(address,uint256)': signers((args) => ({
    holder: addressAt(args, 0),
    signers: { threshold: integerAt(args, 1) },
  })),
  'swapOwner(address,address,address)': signers((args) => ({
    holder: addressAt(args, 2),
    signers: { removed: addressAt(args, 1) },
  })),
  'removeOwner(address,address,uint256)': signers((args) => ({
    holder: null,
    signers: { removed: addressAt(args, 1), threshold: integerAt(args, 2) },
  })),
  'addOwner(address)': signers((args) => ({ holder: addressAt(args, 0) })),
  'removeOwner(address)': signers((args) => ({ holder: null, signers: { removed: addressAt(args, 0) } })),
  'replaceOwner(address,address)': signers((args) => ({
    holder: addressAt(args, 1),
    signers: { removed: addressAt(args, 0) },
  })),
  'changeRequirement(uint256)': signers((args) => ({ holder: null, signers: { threshold: integerAt(args, 0) } })),
  'changeThreshold(uint256)': signers((args) => ({ holder: null, signers: { threshold: integerAt(args, 0) } })),
  'transferOwnership(address)': power('owner', 0),
  'renounceOwnership()': power('owner', null),
  'changeAdmin(address)': power('owner', 0),
  'setOwner(address)': power('owner', 0),
  'changeOwner(address)': power('owner', 0),
  'nominateNewOwner(address)': power('owner', 0),
  'setPendingOwner(address)': offered('owner', 0, power('owner', 0)),
  'setAdmin(address)': power('owner', 0),
  'setPendingAdmin(address)': offered('owner', 0, power('owner', 0)),
  'transferAdmin(address)': power('owner', 0),
  'setGovernance(address)': power('owner', 0),
  'setController(address)': power('owner', 0),
  'setAuthority(address)': power('owner', 0),
  'transferOwnership(address,bool,bool)': power('owner', 0),
  'addOwnerAddress(address)': power('owner', 0),
  'addOwnerPublicKey(bytes32,bytes32)': power('owner', null),
  'beginDefaultAdminTransfer(address)': power('owner', 0),
  'grantRole(bytes32,address)': role(true),
  'revokeRole(bytes32,address)': role(false),
  'renounceRole(bytes32,address)': renounced('role'),
  'grantRole(uint64,address,uint32)': power('role', 1),
  'revokeRole(uint64,address)': power('role', 1, false),
  'renounceRole(uint64,address)': renounced('role'),
  'grantRoles(address,uint256)': power('role', 0),
  'revokeRoles(address,uint256)': power('role', 0, false),
  'renounceRoles(uint256)': renounced('role'),
  'addMinter(address)': power('role', 0),
  'removeMinter(address)': power('role', 0, false),
  'addPauser(address)': power('role', 0),
  'setOperators(address[],bool)': allOf((args) => args[1]),
  'setOperators(address[],bool[])': allOf((args, index) => listAt(args, 1)[index]),
  'renounceMinter()': renounced('role'),
  'renouncePauser()': renounced('role'),
  'rely(address)': power('owner', 0),
  'deny(address)': power('role', 0, false),
  'renouncePositionManagerRole(address)': renounced('manager'),
  'upgradeTo(address)': power('upgrade', 0),
  'upgradeToAndCall(address,bytes)': power('upgrade', 0),
  'upgrade(address,address)': proxyUpgrade,
  'upgradeAndCall(address,address,bytes)': proxyUpgrade,
  'diamondCut((address,uint8,bytes4[])[],address,bytes)': power('upgrade', null),
}

/** The receiver of what is sent to a name, on the chain given by the second argument: 60 is Ethereum (SLIP-44). */
function namedPayee(args: readonly unknown[], { to, caller }: DecodedCall): readonly Meaning[] {
  const bytes = hexAt(args, 2)
  const holder = size(bytes) === 20 ? getAddress(bytes) : null
  if (holder && isAddressEqual(holder, caller)) return []
  return [{ kind: 'power', power: 'name', over: to, holder, given: true }]
}

/** A transfer of the caller's own tokens. */
function tokenTransfer(args: readonly unknown[], { to, caller }: DecodedCall): readonly Meaning[] {
  return [erc20Transfer(caller, addressAt(args, 0), integerAt(args, 1), to)]
}

function nftTransfer(args: readonly unknown[], { to }: DecodedCall): readonly Meaning[] {
  const [from, recipient, id] = [addressAt(args, 0), addressAt(args, 1), integerAt(args, 2)]
  return [{ kind: 'transfer', form: 'erc721', token: to, from, to: recipient, id, amount: 1n }]
}

/** ERC-1155 and ERC-6909: a transfer of some amount of an id. */
function multiTransfer(args: readonly unknown[], { to }: DecodedCall): readonly Meaning[] {
  const [from, recipient, id, amount] = [addressAt(args, 0), addressAt(args, 1), integerAt(args, 2), integerAt(args, 3)]
  return [{ kind: 'transfer', form: 'erc1155', token: to, from, to: recipient, id, amount }]
}

/** A Safe refunds gas to the named receiver, at any named price and in any token; without a name, to the sender. */
function refund(args: readonly unknown[]): readonly Meaning[] {
  const [price, token, to] = [integerAt(args, 6), addressAt(args, 7), addressAt(args, 8)]
  if (price === 0n || BigInt(to) === 0n) return []
  return [{ kind: 'payout', to, token: BigInt(token) === 0n ? null : token }]
}

/** In a proxy admin, the first argument is the proxy and the second its new code. */
function proxyUpgrade(args: readonly unknown[]): readonly Meaning[] {
  return [{ kind: 'power', power: 'upgrade', over: addressAt(args, 0), holder: addressAt(args, 1), given: true }]
}
