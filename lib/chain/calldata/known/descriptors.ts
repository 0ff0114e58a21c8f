import { type Address, getAddress, isAddressEqual } from 'viem'
import { permit2Address } from '../../accounts/fixed-addresses'
import { safeBatches } from '../../accounts/safe-batches'
import { chainFacts } from '../../chains/chain-facts'
import { devnetAddresses } from '../../chains/devnet-addresses'
import { lendingMarkets } from '../../lending/markets'
import { uniswapV2 } from '../../prices/uniswap-v2'
import { lido } from '../../tokens/lido'
import type { Descriptor, Field, Format } from './descriptor'

const everyChain = [...chainFacts.values()]
const onEveryChain = (address: Address) => everyChain.map(({ chain }) => ({ chainId: chain.id, address }))

const address = (path: string, label: string): Field => ({ path, label, format: 'addressName' })
const amountOf = (path: string, label: string, tokenPath: string): Field => ({
  path,
  label,
  format: 'tokenAmount',
  params: { tokenPath },
})
const unlimitedAmount = (path: string, label: string, tokenPath: string): Field => ({
  path,
  label,
  format: 'tokenAmount',
  params: { tokenPath, message: 'Unlimited' },
})
const date = (path: string, label: string, zero?: string): Field => ({
  path,
  label,
  format: 'date',
  params: { encoding: 'timestamp', ...(zero ? { zero } : {}) },
})
/** Meaning of an allowance in Permit2 without an expiration (AllowanceTransfer.sol, `Allowance.updateAll`). */
const withinBlock = 'Within the same block'
const nft = (path: string, label: string): Field => ({
  path,
  label,
  format: 'nftName',
  params: { collectionPath: '@.to' },
})
const asset = (path: string, label: string): Field => ({
  path,
  label,
  format: 'tokenAmount',
  params: { token: 'asset' },
})
const reserve = (path: string, label: string, message?: string): Field => ({
  path,
  label,
  format: 'tokenAmount',
  params: { token: 'reserve', reservePath: 'reserveId', ...(message ? { message } : {}) },
})
const coins = (path: string, label: string): Field => ({ path, label, format: 'amount' })
const raw = (path: string, label: string): Field => ({ path, label, format: 'raw' })

const erc20: Descriptor = {
  context: { contract: {} },
  metadata: { owner: 'ERC-20' },
  display: {
    formats: {
      'transfer(address,uint256)': {
        intent: 'Send tokens',
        fields: [address('to', 'To'), amountOf('amount', 'Amount', '@.to')],
      },
      'transferFrom(address,address,uint256)': {
        intent: 'Move tokens',
        fields: [address('from', 'From'), address('to', 'To'), amountOf('amountOrId', 'Amount', '@.to')],
      },
      'approve(address,uint256)': {
        intent: 'Allow spending of tokens',
        fields: [address('spender', 'Spender'), unlimitedAmount('amount', 'At most', '@.to')],
      },
      'burn(uint256)': { intent: 'Destroy tokens', fields: [amountOf('amount', 'Amount', '@.to')] },
      'burnFrom(address,uint256)': {
        intent: 'Destroy tokens',
        fields: [address('account', 'Of'), amountOf('amount', 'Amount', '@.to')],
      },
      'increaseAllowance(address,uint256)': {
        intent: 'Allow more spending of tokens',
        fields: [address('spender', 'Spender'), unlimitedAmount('addedValue', 'More by', '@.to')],
      },
      'decreaseAllowance(address,uint256)': {
        intent: 'Allow less spending of tokens',
        fields: [address('spender', 'Spender'), amountOf('subtractedValue', 'Less by', '@.to')],
      },
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': {
        intent: 'Allow spending of tokens, by signature',
        fields: [
          address('owner', 'Owner'),
          address('spender', 'Spender'),
          unlimitedAmount('value', 'At most', '@.to'),
          date('deadline', 'Signature valid until'),
        ],
      },
      'permit(address,address,uint256,uint256,bytes)': {
        intent: 'Allow spending of tokens, by signature',
        fields: [
          address('owner', 'Owner'),
          address('spender', 'Spender'),
          unlimitedAmount('value', 'At most', '@.to'),
          date('deadline', 'Signature valid until'),
        ],
      },
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': {
        intent: 'Allow spending of all tokens, by signature',
        fields: [
          address('holder', 'Owner'),
          address('spender', 'Spender'),
          raw('allowed', 'All of them'),
          date('expiry', 'Signature valid until', 'No end date'),
        ],
      },
    },
  },
}

const nfts: Descriptor = {
  context: { contract: {} },
  metadata: { owner: 'ERC-721 and ERC-1155' },
  display: {
    formats: {
      'safeTransferFrom(address,address,uint256)': {
        intent: 'Send an NFT',
        fields: [address('from', 'From'), address('to', 'To'), nft('tokenId', 'NFT')],
      },
      'safeTransferFrom(address,address,uint256,bytes)': {
        intent: 'Send an NFT',
        fields: [address('from', 'From'), address('to', 'To'), nft('tokenId', 'NFT'), raw('data', 'Data')],
      },
      'safeTransferFrom(address,address,uint256,uint256,bytes)': {
        intent: 'Send NFTs',
        fields: [
          address('from', 'From'),
          address('to', 'To'),
          nft('tokenId', 'NFT'),
          raw('amount', 'How many'),
          raw('data', 'Data'),
        ],
      },
      'setApprovalForAll(address,bool)': {
        intent: 'Let someone move all NFTs of a collection',
        fields: [address('operator', 'Operator'), raw('approved', 'Allowed')],
      },
    },
  },
}

const vault: Descriptor = {
  context: { contract: {} },
  metadata: { owner: 'ERC-4626 vault' },
  display: {
    formats: {
      'deposit(uint256,address)': {
        intent: 'Deposit into a vault',
        fields: [asset('assets', 'Deposit'), address('receiver', 'Shares go to')],
      },
      'mint(uint256,address)': {
        intent: 'Buy shares of a vault',
        fields: [amountOf('shares', 'Shares', '@.to'), address('receiver', 'Shares go to')],
      },
      'withdraw(uint256,address,address)': {
        intent: 'Withdraw from a vault',
        fields: [asset('assets', 'Withdraw'), address('receiver', 'Goes to'), address('owner', 'Shares of')],
      },
      'redeem(uint256,address,address)': {
        intent: 'Redeem shares of a vault',
        fields: [amountOf('shares', 'Shares', '@.to'), address('receiver', 'Goes to'), address('owner', 'Shares of')],
      },
    },
  },
}

const wrapped: Descriptor = {
  context: {
    contract: {
      deployments: everyChain.map(({ chain, wrappedNative }) => ({ chainId: chain.id, address: wrappedNative })),
    },
  },
  metadata: { owner: 'Wrapped native coin' },
  display: {
    formats: {
      'deposit()': { intent: 'Wrap the native coin', fields: [] },
      'withdraw(uint256)': { intent: 'Unwrap to the native coin', fields: [amountOf('amount', 'Amount', '@.to')] },
    },
  },
}

const spoke: Descriptor = {
  context: {
    contract: {
      // Spokes of Aave V4, and the local markets with the same interface.
      deployments: everyChain.flatMap(({ chain }) => lendingMarkets(chain.id)),
    },
  },
  metadata: { owner: 'Aave V4 lending market' },
  display: {
    formats: {
      'supply(uint256,uint256,address)': position('Supply to a lending market', 'Supply'),
      'withdraw(uint256,uint256,address)': position('Withdraw from a lending market', 'Withdraw', 'All of it'),
      'borrow(uint256,uint256,address)': position('Borrow from a lending market', 'Borrow'),
      'repay(uint256,uint256,address)': position('Repay to a lending market', 'Repay', 'All of it'),
      'setUsingAsCollateral(uint256,bool,address)': {
        intent: 'Change what counts as collateral',
        fields: [
          raw('reserveId', 'Reserve'),
          raw('usingAsCollateral', 'Counts as collateral'),
          address('onBehalfOf', 'Position of'),
        ],
      },
      'setUserPositionManager(address,bool)': {
        intent: 'Let someone act on your position',
        fields: [address('positionManager', 'Manager'), raw('approve', 'Allowed')],
      },
      'permitReserve(uint256,address,uint256,uint256,uint8,bytes32,bytes32)': {
        intent: 'Allow spending of tokens, by signature',
        fields: [
          raw('reserveId', 'Reserve'),
          address('onBehalfOf', 'Owner'),
          reserve('value', 'At most', 'Unlimited'),
          date('deadline', 'Signature valid until'),
        ],
      },
    },
  },
}

function position(intent: string, label: string, message?: string): Format {
  return {
    intent,
    fields: [raw('reserveId', 'Reserve'), reserve('amount', label, message), address('onBehalfOf', 'Position of')],
  }
}

const pool: Descriptor = {
  context: {
    contract: {
      // Pool of Aave V3 [aave-address-book, AaveV3Ethereum and so on].
      deployments: [
        { chainId: 1, address: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2' },
        { chainId: 8453, address: '0xA238Dd80C259a72e81d7e4664a9801593F98d1c5' },
        ...[10, 137, 42161].map((chainId) => ({
          chainId,
          address: getAddress('0x794a61358d6845594f94dc1db02a252b5b4814ad'),
        })),
      ],
    },
  },
  metadata: { owner: 'Aave V3 lending market' },
  display: {
    formats: {
      'supply(address,uint256,address,uint16)': {
        intent: 'Supply to a lending market',
        fields: [
          address('asset', 'Token'),
          amountOf('amount', 'Supply', 'asset'),
          address('onBehalfOf', 'Position of'),
          raw('referralCode', 'Referral'),
        ],
      },
      'withdraw(address,uint256,address)': {
        intent: 'Withdraw from a lending market',
        fields: [address('asset', 'Token'), allOf('amount', 'Withdraw', 'asset'), address('to', 'Goes to')],
      },
      'borrow(address,uint256,uint256,uint16,address)': {
        intent: 'Borrow from a lending market',
        fields: [
          address('asset', 'Token'),
          amountOf('amount', 'Borrow', 'asset'),
          raw('interestRateMode', 'Rate (2 is variable)'),
          raw('referralCode', 'Referral'),
          address('onBehalfOf', 'Debt of'),
        ],
      },
      'repay(address,uint256,uint256,address)': {
        intent: 'Repay to a lending market',
        fields: [
          address('asset', 'Token'),
          allOf('amount', 'Repay', 'asset'),
          raw('interestRateMode', 'Rate (2 is variable)'),
          address('onBehalfOf', 'Debt of'),
        ],
      },
    },
  },
}

/** Describes an amount for which a value larger than any balance means all of it. */
function allOf(path: string, label: string, tokenPath: string): Field {
  return { path, label, format: 'tokenAmount', params: { tokenPath, message: 'All of it' } }
}

const comet: Descriptor = {
  context: {
    contract: {
      // Markets of Compound V3 [compound-finance/comet, deployments/*/roots.json]. They lend USDC, the third WETH.
      deployments: [
        { chainId: 1, address: '0xc3d688B66703497DAA19211EEdff47f25384cdc3' },
        { chainId: 8453, address: '0xb125E6687d4313864e53df431d5425969c15Eb2F' },
        { chainId: 8453, address: getAddress('0x46e6b214b524310239732d51387075e0e70970bf') },
        { chainId: 42161, address: '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf' },
        { chainId: 137, address: '0xF25212E676D1F7F89Cd72fFEe66158f541246445' },
      ],
    },
  },
  metadata: { owner: 'Compound V3 lending market' },
  display: { formats: {} },
}

/** Returns the Compound V3 markets on a chain, whose debts no token shows. */
export const compoundMarkets = (chainId: number): readonly Address[] =>
  (comet.context.contract.deployments ?? []).flatMap((each) => (each.chainId === chainId ? [each.address] : []))

const ofMorpho = (intent: string, signature: string, fields: readonly Field[]): Readonly<Record<string, Format>> => ({
  [signature.replace('market', '(address,address,address,address,uint256)')]: {
    intent,
    fields: [
      address('market.loanToken', 'What is lent'),
      address('market.collateralToken', 'Collateral'),
      address('market.oracle', 'Price by'),
      address('market.irm', 'Interest by'),
      raw('market.lltv', 'Liquidated above (of 1e18)'),
      ...fields,
    ],
  },
})
const lent = (label: string): Field => amountOf('assets', label, 'market.loanToken')
const pledged = (label: string): Field => amountOf('assets', label, 'market.collateralToken')
const shares = raw('shares', 'Or by shares')

const morpho: Descriptor = {
  context: {
    contract: {
      // Morpho [docs.morpho.org, Addresses].
      deployments: [1, 8453].map((chainId) => ({
        chainId,
        address: getAddress('0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb'),
      })),
    },
  },
  metadata: { owner: 'Morpho lending market' },
  display: {
    formats: {
      ...ofMorpho('Supply to a lending market', 'supply(market,uint256,uint256,address,bytes)', [
        lent('Supply'),
        shares,
        address('onBehalf', 'Position of'),
      ]),
      ...ofMorpho('Withdraw from a lending market', 'withdraw(market,uint256,uint256,address,address)', [
        lent('Withdraw'),
        shares,
        address('onBehalf', 'Position of'),
        address('receiver', 'Goes to'),
      ]),
      ...ofMorpho('Borrow from a lending market', 'borrow(market,uint256,uint256,address,address)', [
        lent('Borrow'),
        shares,
        address('onBehalf', 'Debt of'),
        address('receiver', 'Goes to'),
      ]),
      ...ofMorpho('Repay to a lending market', 'repay(market,uint256,uint256,address,bytes)', [
        lent('Repay'),
        shares,
        address('onBehalf', 'Debt of'),
      ]),
      ...ofMorpho('Add collateral to a loan', 'supplyCollateral(market,uint256,address,bytes)', [
        pledged('Collateral'),
        address('onBehalf', 'Position of'),
      ]),
      ...ofMorpho('Take collateral from a loan', 'withdrawCollateral(market,uint256,address,address)', [
        pledged('Collateral'),
        address('onBehalf', 'Position of'),
        address('receiver', 'Goes to'),
      ]),
    },
  },
}

const permit2: Descriptor = {
  context: { contract: { deployments: onEveryChain(permit2Address) } },
  metadata: { owner: 'Permit2' },
  display: {
    formats: {
      'approve(address,address,uint160,uint48)': {
        intent: 'Allow spending of tokens in Permit2',
        fields: [
          address('token', 'Token'),
          address('spender', 'Spender'),
          unlimitedAmount('amount', 'At most', 'token'),
          date('expiration', 'Until', withinBlock),
        ],
      },
      'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)': {
        intent: 'Allow spending of tokens in Permit2, by signature',
        fields: [
          address('owner', 'Owner'),
          address('permitSingle.details.token', 'Token'),
          unlimitedAmount('permitSingle.details.amount', 'At most', 'permitSingle.details.token'),
          date('permitSingle.details.expiration', 'Until', withinBlock),
          address('permitSingle.spender', 'Spender'),
          date('permitSingle.sigDeadline', 'Signature valid until'),
        ],
      },
      'transferFrom(address,address,uint160,address)': {
        intent: 'Move tokens by Permit2',
        fields: [
          address('from', 'From'),
          address('to', 'To'),
          amountOf('amount', 'Amount', 'token'),
          address('token', 'Token'),
        ],
      },
    },
  },
}

const wrappedStake: Descriptor = {
  context: { contract: { deployments: lido.map(({ chainId, wrapped }) => ({ chainId, address: wrapped })) } },
  metadata: { owner: 'Wrapped staked ether of Lido' },
  display: {
    formats: {
      'unwrap(uint256)': { intent: 'Unwrap staked ether', fields: [amountOf('amount', 'Amount', '@.to')] },
    },
  },
}

const stake: Descriptor = {
  context: { contract: { deployments: lido.map(({ chainId, staked }) => ({ chainId, address: staked })) } },
  metadata: { owner: 'Staked ether of Lido' },
  display: {
    formats: {
      'submit(address)': { intent: 'Stake ether with Lido', fields: [address('referral', 'Referred by')] },
    },
  },
}

const liquidity: Descriptor = {
  context: {
    contract: { deployments: [...uniswapV2].map(([chainId, { router }]) => ({ chainId, address: router })) },
  },
  metadata: { owner: 'Uniswap V2 router' },
  display: {
    formats: {
      'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)': {
        intent: 'Put tokens into a pool',
        fields: [
          amountOf('amountADesired', 'At most', 'tokenA'),
          amountOf('amountBDesired', 'And at most', 'tokenB'),
          amountOf('amountAMin', 'At least', 'tokenA'),
          amountOf('amountBMin', 'And at least', 'tokenB'),
          address('to', 'Share of the pool goes to'),
          date('deadline', 'Valid until'),
        ],
      },
      'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)': {
        intent: 'Put tokens and coins into a pool',
        fields: [
          amountOf('amountTokenDesired', 'At most', 'token'),
          amountOf('amountTokenMin', 'At least', 'token'),
          coins('amountETHMin', 'Coins at least'),
          address('to', 'Share of the pool goes to'),
          date('deadline', 'Valid until'),
        ],
      },
      'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)': {
        intent: 'Take tokens out of a pool',
        fields: [
          raw('liquidity', 'Share of the pool'),
          amountOf('amountAMin', 'At least', 'tokenA'),
          amountOf('amountBMin', 'And at least', 'tokenB'),
          address('to', 'Goes to'),
          date('deadline', 'Valid until'),
        ],
      },
      'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)': {
        intent: 'Take tokens and coins out of a pool',
        fields: [
          raw('liquidity', 'Share of the pool'),
          amountOf('amountTokenMin', 'At least', 'token'),
          coins('amountETHMin', 'Coins at least'),
          address('to', 'Goes to'),
          date('deadline', 'Valid until'),
        ],
      },
    },
  },
}

const multicall3: Descriptor = {
  context: { contract: { deployments: onEveryChain(devnetAddresses.multicall) } },
  metadata: { owner: 'Multicall3' },
  display: { formats: {} },
}

const batches = safeBatches.map(
  ({ address, name }): Descriptor => ({
    context: { contract: { deployments: onEveryChain(address) } },
    metadata: { owner: name },
    display: { formats: {} },
  }),
)

export const descriptors: readonly Descriptor[] = [
  wrapped,
  wrappedStake,
  stake,
  liquidity,
  spoke,
  pool,
  comet,
  morpho,
  permit2,
  multicall3,
  ...batches,
  erc20,
  nfts,
  vault,
]

type ContractRef = { chainId: number; address: Address }

const isBoundTo = ({ context }: Descriptor, { chainId, address }: ContractRef): boolean =>
  context.contract.deployments?.some((each) => each.chainId === chainId && isAddressEqual(each.address, address)) ===
  true

/** Fields for the argument names that the function table uses for start and end times. */
const timeFields: ReadonlyMap<string, (path: string) => Field> = new Map([
  ['deadline', (path) => date(path, 'Valid until')],
  ['sigDeadline', (path) => date(path, 'Signature valid until')],
  ['validAfter', (path) => date(path, 'Valid after')],
  ['validBefore', (path) => date(path, 'Valid before')],
  ['expiration', (path) => date(path, 'Until', withinBlock)],
  ['startTime', (path) => date(path, 'Valid from')],
  ['endTime', (path) => date(path, 'Valid until')],
])

/** Describes a time argument without a descriptor. Only for functions of the table, since an agent may use any name. */
export const timeField = (path: string): Field | null => timeFields.get(path.split('.').at(-1) ?? path)?.(path) ?? null

/**
 * Finds how to display a function of the contract at an address: a descriptor bound to it, else one of an interface.
 */
export function formatOf(signature: string, place: ContractRef): { format: Format; isBound: boolean } | null {
  const bound = descriptors.find((each) => isBoundTo(each, place) && Object.hasOwn(each.display.formats, signature))
  const open = descriptors.find(
    (each) => !each.context.contract.deployments && Object.hasOwn(each.display.formats, signature),
  )
  const format = (bound ?? open)?.display.formats[signature]
  return format ? { format, isBound: bound !== undefined } : null
}

/** Describes a contract from the bundled descriptors; null if none is bound to it. */
export const describedContract = (place: ContractRef): string | null =>
  descriptors.find((each) => isBoundTo(each, place))?.metadata.owner ?? null
