import { type Address, isAddressEqual } from 'viem'
import { devnetAddresses } from '../chains/devnet-addresses'

/** A market that this app vouches for: a Spoke of Aave V4, or the local one with the same interface. */
export type LendingMarket = { chainId: number; address: Address; name: string }

/** Aave V4's own list of its deployments (aave-address-book 4.68.1, AaveV4Ethereum, SPOKES). */
const ethereum: readonly (readonly [name: string, address: Address])[] = [
  ['Main', '0x94e7A5dCbE816e498b89aB752661904E2F56c485'],
  ['Bluechip', '0x973a023A77420ba610f06b3858aD991Df6d85A08'],
  ['Lido', '0xe1900480ac69f0B296841Cd01cC37546d92F35Cd'],
  ['EtherFi', '0xbF10BDfE177dE0336aFD7fcCF80A904E15386219'],
  ['Kelp', '0x3131FE68C4722e726fe6B2819ED68e514395B9a4'],
  ['Ethena correlated', '0x58131E79531caB1d52301228d1f7b842F26B9649'],
  ['Ethena ecosystem', '0xba1B3D55D249692b669A164024A838309B7508AF'],
  ['Forex', '0xD8B93635b8C6d0fF98CbE90b5988E3F2d1Cd9da1'],
  ['Gold', '0x65407b940966954b23dfA3caA5C0702bB42984DC'],
  ['PAXG gold', '0xAD75cE6354f87F3135cE10621d385d8D1e2562C2'],
  ['Lombard BTC', '0x7EC68b5695e803e98a21a9A05d744F28b0a7753D'],
  ['USDG Pendle', '0x956d8e0A89cfa3744428C4641b5a53B56167a7f9'],
  ['USDG Maple', '0x774b9655413c34809c1f1b16b654465A89EBE989'],
]

const local = (chainId: number): LendingMarket => ({ chainId, address: devnetAddresses.lending, name: 'Local lending' })

const markets: readonly LendingMarket[] = [
  ...ethereum.map(([name, address]) => ({ chainId: 1, address, name: `Aave V4 ${name}` })),
  local(31337),
  local(31338),
]

/** Returns the markets of a chain that this app vouches for, possibly none. */
export const lendingMarkets = (chainId: number): readonly LendingMarket[] =>
  markets.filter((market) => market.chainId === chainId)

export const findLendingMarket = (chainId: number, address: Address): LendingMarket | null =>
  lendingMarkets(chainId).find((market) => isAddressEqual(market.address, address)) ?? null
