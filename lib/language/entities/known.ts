/**
 * Common names of tokens, chains and protocols, whatever a wallet has of them. Add other spellings of a name here, but
 * no phrases.
 */

/** Other names of tokens, by symbol. If several match, the first that a wallet knows wins. */
export const tokenNames: Readonly<Record<string, readonly string[]>> = {
  ETH: ['eth', 'ether', 'ethers', 'etherium', 'ethereum', 'eths'],
  WETH: ['wrapped eth', 'wrapped ether', 'wrapped ethereum', 'w eth'],
  BTC: ['btc', 'bitcoin', 'bitcoins', 'bit coin'],
  WBTC: ['wrapped btc', 'wrapped bitcoin', 'w btc'],
  USDC: ['usd coin', 'usd coins', 'usdc', 'native usdc', 'circle usd'],
  'USDC.e': ['usdc e', 'usdce', 'bridged usdc'],
  USDT: ['tether', 'usdt', 'tether usd', 'tethers'],
  DAI: ['dai', 'dais'],
  stETH: ['steth', 'staked eth', 'staked ether', 'lido staked eth', 'lido eth', 'steeth', 'st eth'],
  wstETH: ['wsteth', 'wrapped steth', 'wrapped staked eth'],
  rETH: ['reth', 'rocket pool eth'],
  cbETH: ['cbeth'],
  cbBTC: ['cbbtc', 'coinbase btc', 'coinbase bitcoin'],
  ARB: ['arb', 'arbs', 'arbitrum', 'arbitrum token', 'arbitrum tokens'],
  OP: ['op', 'optimism', 'op token', 'op tokens'],
  POL: ['pol', 'polygon', 'matic'],
  LINK: ['link', 'links', 'chain link', 'chainlink'],
  UNI: ['uni', 'unis', 'uniswap', 'uni token', 'uni tokens'],
  AAVE: ['aave'],
  COMP: ['comp', 'compound'],
  CRV: ['crv', 'curve'],
  LDO: ['ldo', 'lido'],
  MKR: ['mkr', 'maker'],
  MORPHO: ['morpho'],
  RPL: ['rpl', 'rocket pool'],
  GNO: ['gno', 'gnosis'],
  BNB: ['bnb'],
  AVAX: ['avax', 'avalanche'],
  SOL: ['sol', 'solana'],
  XRP: ['xrp', 'ripple'],
  ADA: ['ada', 'cardano'],
  DOGE: ['doge', 'dogecoin'],
  DOT: ['polkadot'],
  LTC: ['ltc', 'litecoin'],
  PEPE: ['pepe', 'pepes'],
  SHIB: ['shib', 'shiba', 'shiba inu'],
  APE: ['apecoin', 'ape coin'],
}

/** Further symbols that people write in any case. They are tokens even if no wallet knows them. */
export const otherTokens: readonly string[] = (
  'GHO FRAX LUSD crvUSD USDe sUSDe PYUSD EURC EURe TUSD USDP GUSD UST sDAI USDS sUSDS USD0 RLUSD TRX TON SUI APT ATOM FIL ' +
  'INJ TIA WIF BONK FLOKI weETH ezETH rsETH eETH swETH frxETH sfrxETH ankrETH tBTC CBBTC LBTC SNX SUSHI CAKE BAL YFI CVX ' +
  'PENDLE ENA EIGEN ETHFI GMX DYDX ENS GRT IMX MNT STRK ZK ZRO WLD BLUR DEGEN BRETT 1INCH aUSDC aUSDT aDAI aWETH aETH ' +
  'aWBTC cUSDC cDAI cETH yvUSDC yvDAI yvWETH stkGHO stkAAVE 3CRV PAXG XAUT WMATIC WBNB WAVAX USDbC USDT0 BUSD USDD FDUSD ' +
  'FXS LQTY RDNT VELO AERO ALCX MIM SPELL BCH ETC NEAR MATIC DOT APE KNC BAT ZRX MANA SAND AXS LRC OMG'
).split(' ')

/** Misheard forms of dictated names, and short forms: tokens only if the sentence makes them one. */
export const soundsLike: Readonly<Record<string, readonly string[]>> = { DAI: ['die', 'dye'] }

/**
 * Symbols and names that are ordinary words. They are tokens in capitals or beside a figure, else words; those in
 * `tokenNames` and `otherTokens` stay tokens, marked as doubtful.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  (
    'a ace act ai all alpha alt amp an and ant ape apr apt are as ash ask asset at ate audio auction ava bad badger bal band ' +
    'bank bar bard base based bat be beam bear best bet big bill bio bit blend blur bond bone book bounce box bull but buy ' +
    'by cake call can cap cash cat chain chat check choice chip city clear coin comp compound cook core corn cost cow cream ' +
    'cube curve cut dao dash data day deep degen dent dia die dip dodo dog dot dream drop dust earn east ens era ever eye ' +
    'fair fan farm fast fire fit floor flow fluid flux fly fold for force fork form fort forth forward fox free front fuel ' +
    'fun fuse future gain gal gas gate gem genius get gift glow go god gods gold good grand graph gravity grove guild hard ' +
    'hash hat help her high him his hit hold home hop hope hot how hyper ice idea if in index info ink inv ion is it its jam ' +
    'joy jump just keep key kin kite lab la last layer lead lend let level life lift light limit limitless link lit live loan ' +
    'lock long look loom loop love low luck luna lunch made magic main maker man maple mask mass match math matter max may ' +
    'me meme mercury merit metal mine mint mirror mode moon more most move movement mover multi muse my near need neon nest ' +
    'net new next nft nice no node nom not note nova now nu number oasis ocean of off ok old omni on one only open opinion ' +
    'orb orca order origin orchid our out owl own pad pair park pay peak people perp phone pie pirate place plan play plume ' +
    'pod point pond pool portal post power pretty price prime pro profit prompt proof property prove pulse pump pure put quack ' +
    'quant quick quid rad rail rain raise rare rate rave real recall red ref reg ren rent rep req request reserve rest ring ' +
    'rise road robo rock rook room rose route run safe sale salt same sand save score seal see self send sent set share she ' +
    'shell shield ship shop show side sign signal silver site sky slice smart so social socks some son soul space spark spell ' +
    'spot stable stake star start status step stock stop storm strong sub sugar sun sup super surf sure swap sweat swell swipe ' +
    'sync syn syrup system take tap task tax team tel tell term test that the them they thing this ticket time tip to token tone ' +
    'too top tower town towns trade trace trac train tree tria tribe tron true trust turbo two unit up us use usual value vault ' +
    'verse vet via view vote wait wall want war was water wave way we weather well wheat wild will win wing wise with wolf ' +
    'wonder world worm yes yield you zen zero zone u k t g o l3 re nex pax mana magic render gala mog raven succinct chronos ' +
    'swarm status aura melon'
  ).split(' '),
)

export type KnownChain = { name: string; id: number | null; names: readonly string[] }

const chain = (name: string, id: number | null, ...names: string[]): KnownChain => ({
  name,
  id,
  names: [name.toLowerCase(), ...names],
})

export const knownChains: readonly KnownChain[] = [
  chain(
    'Ethereum',
    1,
    'mainnet',
    'main net',
    'ethereum mainnet',
    'eth mainnet',
    'eth main',
    'eth main net',
    'etherium',
    'eth',
    'l1',
    'erc20',
    'erc 20',
  ),
  chain('OP Mainnet', 10, 'optimism', 'op', 'optimism mainnet', 'opt'),
  chain('BNB Smart Chain', 56, 'bsc', 'bnb', 'bnb chain', 'binance smart chain', 'binance chain', 'bep20'),
  chain('Polygon', 137, 'poly', 'matic', 'pol', 'polygon pos', 'polygon mainnet'),
  chain('Base', 8453, 'base mainnet'),
  chain('Arbitrum One', 42161, 'arbitrum', 'arb', 'arbi', 'arb one', 'arb1', 'arbitrum mainnet'),
  chain('Sepolia', 11155111, 'sepolia testnet', 'ethereum sepolia'),
  chain('Gnosis', null, 'gnosis chain', 'xdai'),
  chain('Avalanche', null, 'avax', 'avalanche c chain'),
  chain('zkSync', null, 'zksync era', 'zk sync'),
  chain('Linea', null),
  chain('Scroll', null),
  chain('Blast', null),
  chain('Mantle', null),
  chain('Celo', null),
  chain('Fantom', null, 'ftm'),
  chain('Sonic', null),
  chain('Unichain', null),
  chain('Berachain', null),
  chain('Starknet', null),
  chain('Solana', null, 'sol'),
  chain('Tron', null, 'trx', 'trc20', 'trc 20'),
  chain('Bitcoin network', null, 'btc network'),
  chain('Moonbeam', null),
  chain('Cronos', null),
  chain('Hyperliquid', null, 'hyperevm'),
  chain('Goerli', null),
]

/**
 * Chains whose name is an ordinary word. They are chains only after "on", "to", "from", or as the wallet writes them.
 */
export const wordChains: ReadonlySet<string> = new Set(['scroll', 'blast', 'mantle', 'sonic', 'opt'])

/** Short names of ERC-3770. */
export const shortNames: ReadonlyMap<string, number> = new Map([
  ['eth', 1],
  ['oeth', 10],
  ['bnb', 56],
  ['matic', 137],
  ['pol', 137],
  ['base', 8453],
  ['arb1', 42161],
  ['sep', 11155111],
])

/** Protocols by their id, which is their first name with hyphens. */
export const knownProtocols: readonly (readonly string[])[] = [
  ['aave', 'ave', 'avee'],
  ['compound', 'comp'],
  ['morpho', 'morfo', 'morpho blue'],
  ['lido'],
  ['rocket pool', 'rocketpool', 'rpl'],
  ['yearn', 'year n', 'yearn finance'],
  ['uniswap', 'uni', 'uni swap', 'univ2', 'univ3', 'univ4'],
  ['curve', 'curve finance'],
  ['across'],
  ['sushiswap', 'sushi swap', 'sushi'],
  ['1inch', 'one inch'],
  ['opensea', 'open sea'],
  ['blur'],
  ['pendle'],
  ['eigenlayer', 'eigen layer', 'eigen'],
  ['moonwell'],
  ['spark', 'spark lend', 'sparklend'],
  ['maker', 'makerdao', 'maker dao'],
  ['sky money'],
  ['balancer'],
  ['stargate'],
  ['kiln'],
  ['cctp'],
  ['permit2', 'permit 2'],
  ['lifi', 'li.fi', 'li fi', 'jumper'],
  ['convex'],
  ['gmx'],
  ['velodrome'],
  ['aerodrome'],
  ['ethena'],
  ['ether.fi', 'etherfi', 'ether fi'],
  ['frax finance'],
  ['fluid'],
  ['euler'],
  ['steakhouse'],
  ['gauntlet'],
  ['pancakeswap', 'pancake swap'],
  ['paraswap'],
  ['cow swap', 'cowswap'],
  ['matcha'],
  ['zerion'],
  ['hop protocol'],
  ['wormhole'],
  ['synapse'],
  ['coinbase', 'coin base'],
  ['binance'],
  ['kraken'],
  ['metamask', 'meta mask'],
  ['safe wallet', 'gnosis safe'],
  ['sablier'],
  ['beefy'],
  ['origin protocol'],
  ['stader'],
  ['ankr'],
  ['liquity'],
]

/** Protocols whose name is an ordinary word, in lower case. Doubtful unless written with a capital. */
export const wordProtocols: ReadonlySet<string> = new Set(
  'across blur spark maker curve compound comp fluid matcha kiln beefy synapse convex stargate ave uni'.split(' '),
)

/** Words beside a figure that are no token, even in capitals. */
export const noTokens: ReadonlySet<string> = new Set(
  (
    'gwei am pm utc gmt cet cest est edt pst pdt et pt ct bst ist jst sgt nft nfts apy apr tvl ltv lltv lp hf usd eur gbp inr chf jpy ' +
    'tx txs id ids eoa ens defi dex cex dca roi pnl mev ok kyc iban no yes i and or not now do to of for at on in is it the all ' +
    'more my me min max gb mb hrs hr days x k m bn bps evm erc asap rpc url pls'
  ).split(' '),
)
