import { type Address, getAddress, isAddressEqual, size, slice } from 'viem'
import { addressAt, asAddress, asHex, asInteger, asList, hexAt, integerAt, listAt, member } from './arguments'
import type { DecodedCall } from './decode-call'
import type { Meaning, PowerKind } from './meaning'

const maxUint256 = 2n ** 256n - 1n

type Reader = (args: readonly unknown[], call: DecodedCall) => readonly Meaning[]

const power =
  (kind: PowerKind, holderAt: number | null, given = true): Reader =>
  (args, { to }) => [
    { kind: 'power', power: kind, over: to, holder: holderAt === null ? null : addressAt(args, holderAt), given },
  ]

/** A power that an argument of 0 or 1 gives or takes. */
const switched =
  (kind: PowerKind): Reader =>
  (args, { to }) => [{ kind: 'power', power: kind, over: to, holder: addressAt(args, 0), given: args[1] === true }]

/** A power that the caller may well give to itself: then nothing is handed away. */
const handed =
  (kind: PowerKind, holderAt: number): Reader =>
  (args, { to, caller }) =>
    isAddressEqual(addressAt(args, holderAt), caller)
      ? []
      : [{ kind: 'power', power: kind, over: to, holder: addressAt(args, holderAt), given: true }]

/** The same, where the last argument gives it or takes it. */
const lent =
  (kind: PowerKind, holderAt: number): Reader =>
  (args, { to }) => [
    { kind: 'power', power: kind, over: to, holder: addressAt(args, holderAt), given: args.at(-1) === true },
  ]

const role =
  (given: boolean): Reader =>
  (args, { to }) => [
    { kind: 'power', power: 'role', over: to, holder: addressAt(args, 1), given, role: hexAt(args, 0) },
  ]

/** Only whoever has a right can renounce it: what the arguments say is at most a confirmation. */
const renounced =
  (kind: PowerKind): Reader =>
  (_, { to, caller }) => [{ kind: 'power', power: kind, over: to, holder: caller, given: false }]

const payout =
  (toAt: number, token: (args: readonly unknown[], call: DecodedCall) => Address | null = () => null): Reader =>
  (args, call) => [{ kind: 'payout', to: addressAt(args, toAt), token: token(args, call) }]

const itself = (_: readonly unknown[], { to }: DecodedCall): Address => to

/** Of a swap along a path of tokens the last arrives. */
const lastOf =
  (pathAt: number) =>
  (args: readonly unknown[]): Address | null => {
    const last = listAt(args, pathAt).at(-1)
    return last === undefined ? null : asAddress(last)
  }

/** A function of Morpho's. All of them begin with the market. */
const morpho = (name: string, others: string): string => `${name}((address,address,address,address,uint256),${others})`

const ofMarket =
  (token: 'loanToken' | 'collateralToken') =>
  ([market]: readonly unknown[]): Address =>
    asAddress(member(market, token))

/** Whom a number stands for that is nobody's address: of Uniswap's older router and its positions 0 is the contract itself. */
const byOlder = (to: Address, { to: contract }: DecodedCall): Address => (BigInt(to) === 0n ? contract : to)
/** Of the newer router, whose functions take no deadline, 1 is whoever calls and 2 the contract itself. */
const byNewer = (to: Address, { to: contract, caller }: DecodedCall): Address =>
  BigInt(to) === 1n ? caller : BigInt(to) === 2n ? contract : to

const paidTo =
  (standsFor: typeof byOlder, token: (params: unknown) => Address | null): Reader =>
  ([params], call) => [
    { kind: 'payout', to: standsFor(asAddress(member(params, 'recipient')), call), token: token(params) },
  ]

const tokenOut = (params: unknown): Address => asAddress(member(params, 'tokenOut'))

/** Uniswap V3 packs a path as token (20 bytes), fee (3), token, ...; the last is what arrives. Null for what is no path. */
const endOfPath = (params: unknown): Address | null => {
  const path = asHex(member(params, 'path'))
  return size(path) >= 43 && size(path) % 23 === 20 ? getAddress(slice(path, -20)) : null
}

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

/** ERC-2612. The owner signs, anybody may send it. */
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

const permitDetails = (owner: Address, spender: Address, details: unknown): Meaning => ({
  kind: 'allowance',
  way: 'permit2',
  token: asAddress(member(details, 'token')),
  owner,
  spender,
  amount: asInteger(member(details, 'amount')),
  until: asInteger(member(details, 'expiration')),
  signed: true,
})

/** Seaport takes an order from whoever offers, without a signature, and keeps it for others to fill. */
const seaportValidation =
  'validate(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),bytes)[])'

/** What each function of the table does, by its arguments. One that is not here does nothing that is told apart. */
export const meaningReaders: Readonly<Record<string, Reader>> = {
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
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)': (
    args,
    { to },
  ) => [erc20Transfer(addressAt(args, 0), addressAt(args, 1), integerAt(args, 2), to)],
  'approve(address,uint256)': approval('approve'),
  'increaseAllowance(address,uint256)': approval('increase'),
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
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': (args) =>
    asList(member(args[1], 'details')).map((details) =>
      permitDetails(addressAt(args, 0), asAddress(member(args[1], 'spender')), details),
    ),
  'transferFrom(address,address,uint160,address)': (args) => [
    erc20Transfer(addressAt(args, 0), addressAt(args, 1), integerAt(args, 2), addressAt(args, 3)),
  ],
  'transferFrom((address,address,uint160,address)[])': (args) =>
    listAt(args, 0).map((each) =>
      erc20Transfer(
        asAddress(member(each, 'from')),
        asAddress(member(each, 'to')),
        asInteger(member(each, 'amount')),
        asAddress(member(each, 'token')),
      ),
    ),
  'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)': (args) => [
    erc20Transfer(
      addressAt(args, 2),
      asAddress(member(args[1], 'to')),
      asInteger(member(args[1], 'requestedAmount')),
      asAddress(member(member(args[0], 'permitted'), 'token')),
    ),
  ],
  'setApprovalForAll(address,bool)': (args, { to, caller }) => [
    {
      kind: 'operator',
      collection: to,
      owner: caller,
      operator: addressAt(args, 0),
      approved: args[1] === true,
    },
  ],
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
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))': paidTo(byNewer, tokenOut),
  'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))': paidTo(byOlder, tokenOut),
  'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))': paidTo(byNewer, tokenOut),
  'exactInput((bytes,address,uint256,uint256,uint256))': paidTo(byOlder, endOfPath),
  'exactInput((bytes,address,uint256,uint256))': paidTo(byNewer, endOfPath),
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
  // Of other contracts than the market's, such as farms, the third is whoever gets what comes out.
  'withdraw(uint256,uint256,address)': payout(2),
  'borrow(uint256,uint256,address)': payout(2),
  'approveDelegation(address,uint256)': (args, { to }) => [
    {
      kind: 'power',
      power: 'delegation',
      over: to,
      holder: addressAt(args, 0),
      given: integerAt(args, 1) > 0n,
      amount: integerAt(args, 1),
    },
  ],
  'setUserPositionManager(address,bool)': switched('manager'),
  'allow(address,bool)': switched('manager'),
  'setAuthorization(address,bool)': switched('manager'),
  'setOperator(address,bool)': switched('operator'),
  'requestWithdrawals(uint256[],address)': payout(1),
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': refund,
  'setAgentWallet(uint256,address,uint256,bytes)': handed('identity', 1),
  'setAgentURI(uint256,string)': power('record', null),
  'setMetadata(uint256,string,bytes)': power('record', null),
  'setOwner(bytes32,address)': handed('name', 1),
  'setResolver(bytes32,address)': handed('name', 1),
  'setRecord(bytes32,address,address,uint64)': (args, call) => [
    ...handed('name', 1)(args, call),
    ...handed('name', 2)(args, call),
  ],
  'setSubnodeOwner(bytes32,bytes32,address)': handed('name', 2),
  'setAddr(bytes32,address)': handed('name', 1),
  'setAddr(bytes32,uint256,bytes)': namedPayee,
  'reclaim(uint256,address)': handed('name', 1),
  'approve(bytes32,address,bool)': lent('name', 1),
  'delegate(address)': handed('votes', 0),
  'delegateAll(address,bytes32,bool)': lent('stand-in', 0),
  'delegateContract(address,address,bytes32,bool)': lent('stand-in', 0),
  'delegateERC721(address,address,uint256,bytes32,bool)': lent('stand-in', 0),
  'delegateForAll(address,bool)': lent('stand-in', 0),
  'delegateForContract(address,address,bool)': lent('stand-in', 0),
  'delegateForToken(address,address,uint256,bool)': lent('stand-in', 0),
  [seaportValidation]: power('order', null),
  'setPreSignature(bytes,bool)': (args, { to }) => [
    { kind: 'power', power: 'order', over: to, holder: null, given: args[1] === true },
  ],
  'approve(address,uint256,uint256)': (args, { to }) => [
    { kind: 'power', power: 'operator', over: to, holder: addressAt(args, 0), given: integerAt(args, 2) > 0n },
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
  'enableModule(address)': power('module', 0),
  'disableModule(address,address)': power('module', 1, false),
  'uninstallModule(uint256,address,bytes)': power('module', 1, false),
  'setGuard(address)': power('module', 0),
  'setFallbackHandler(address)': power('module', 0),
  'addOwnerWithThreshold(address,uint256)': power('owner', 0),
  'swapOwner(address,address,address)': power('owner', 2),
  'removeOwner(address,address,uint256)': power('owner', null),
  'changeThreshold(uint256)': power('owner', null),
  'transferOwnership(address)': power('owner', 0),
  'renounceOwnership()': power('owner', null),
  'changeAdmin(address)': power('owner', 0),
  'setOwner(address)': power('owner', 0),
  'changeOwner(address)': power('owner', 0),
  'nominateNewOwner(address)': power('owner', 0),
  'setPendingOwner(address)': power('owner', 0),
  'setAdmin(address)': power('owner', 0),
  'setPendingAdmin(address)': power('owner', 0),
  'transferAdmin(address)': power('owner', 0),
  'setGovernance(address)': power('owner', 0),
  'setController(address)': power('owner', 0),
  'setAuthority(address)': power('owner', 0),
  'transferOwnership(address,bool,bool)': power('owner', 0),
  'addOwnerAddress(address)': power('owner', 0),
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

/** Who gets what is sent to a name, on the chain that the second argument stands for: 60 is Ethereum (SLIP-44). */
function namedPayee(args: readonly unknown[], { to, caller }: DecodedCall): readonly Meaning[] {
  const bytes = hexAt(args, 2)
  const holder = size(bytes) === 20 ? getAddress(bytes) : null
  if (holder && isAddressEqual(holder, caller)) return []
  return [{ kind: 'power', power: 'name', over: to, holder, given: true }]
}

/** Of the caller's own tokens. */
function tokenTransfer(args: readonly unknown[], { to, caller }: DecodedCall): readonly Meaning[] {
  return [erc20Transfer(caller, addressAt(args, 0), integerAt(args, 1), to)]
}

function nftTransfer(args: readonly unknown[], { to }: DecodedCall): readonly Meaning[] {
  const [from, recipient, id] = [addressAt(args, 0), addressAt(args, 1), integerAt(args, 2)]
  return [{ kind: 'transfer', form: 'erc721', token: to, from, to: recipient, id, amount: 1n }]
}

/** ERC-1155 and ERC-6909: so many of an id, from somebody to somebody. */
function multiTransfer(args: readonly unknown[], { to }: DecodedCall): readonly Meaning[] {
  const [from, recipient, id, amount] = [addressAt(args, 0), addressAt(args, 1), integerAt(args, 2), integerAt(args, 3)]
  return [{ kind: 'transfer', form: 'erc1155', token: to, from, to: recipient, id, amount }]
}

const erc20Transfer = (from: Address, to: Address, amount: bigint, token: Address): Meaning => ({
  kind: 'transfer',
  form: 'erc20',
  token,
  from,
  to,
  id: null,
  amount,
})

/** A Safe pays whoever is named for the gas, at any price that is named and in any token; without a name it is the sender. */
function refund(args: readonly unknown[]): readonly Meaning[] {
  const [price, token, to] = [integerAt(args, 6), addressAt(args, 7), addressAt(args, 8)]
  if (price === 0n || BigInt(to) === 0n) return []
  return [{ kind: 'payout', to, token: BigInt(token) === 0n ? null : token }]
}

/** Of a proxy admin: the proxy comes first, its new code second. */
function proxyUpgrade(args: readonly unknown[]): readonly Meaning[] {
  return [{ kind: 'power', power: 'upgrade', over: addressAt(args, 0), holder: addressAt(args, 1), given: true }]
}
