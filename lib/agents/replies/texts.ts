import type { Meaning } from '@/lib/language/entity'
import type { SmallTalk } from '../meaning/understanding'
import type { Topic } from './topics'

export const aboutRebalancing =
  'With your permission, the service checks one of your yield positions from time to time. When another place pays enough more, within the lock-up you accept, I propose the move: first the withdrawal, then the deposit, each on its own card. Nothing moves by itself, and you can revoke the permission at any time under Account, Permissions. Say “rebalance my USDC yield automatically if there is at least 1% more and no lock-up over 7 days”.'

/** Risks of deposited money. Follows a colon. */
const ofRisk =
  'a vault or lending market is a contract, and a fault in it can cost what is inside; the token itself can lose value, a loan can be liquidated, and a lock-up keeps you from leaving. Nothing is insured. The card warns of what can be seen beforehand, and shows what really happens before you countersign.'

/** What to do once money or keys are in somebody else's hands. */
export const ofTheft = [
  'Nothing this app does can stop somebody who has your recovery phrase or key. Do this now, in this order:',
  '',
  '1. Make a new wallet with a new phrase, on a device you trust.',
  '2. Move what is left to its address at once, the tokens and NFTs of most value first.',
  '3. If you only approved a wrong contract, and nobody has your phrase, revoke that approval instead.',
  '4. Give your phrase to nobody. No support asks for it, and whoever offers to get your coins back for a fee is a scammer too.',
  '5. Report it to the police, and to the exchange if the money went to one.',
  '',
  'What has been sent cannot be called back. Nothing has been prepared: ask “what do I have?” or “what approvals do I have?”, then tell me what to move or revoke.',
].join('\n')

/** Said where a value is asked for in another currency, by its code. */
export const dollarsOnly = (currency: string): string =>
  `I know values in US dollars only, not in ${currency}: the price feeds that I read are in dollars.`

const ofFees =
  'I charge nothing. A transaction costs network gas, and swaps and bridges take the fees their card lists before you countersign.'

/** A topic that the agent answers in words which stand fast. */
type Told = Exclude<Topic, SmallTalk | Shown | 'none' | 'meaning' | HowTo>
/** A topic that needs more than words: it is looked up, or acted on. */
type Shown = (typeof shown)[number]
type HowTo = Extract<Topic, `how-${string}`>

const shown = ['markets', 'borrow-rates', 'holdings', 'loan', 'outcome', 'decline'] as const
const isShown = (topic: Topic): topic is Shown => shown.some((each) => each === topic)

const texts: Readonly<Record<Told | 'wbtc', string>> = {
  advice:
    'I give no advice on what to buy, sell or hold, and nobody knows what prices will do: that is yours to decide. I can tell what things cost and earn now: ask “what is ETH worth”, “best yield for USDC” or “analyse my portfolio”. Nothing has been prepared.',
  scams:
    'Be wary of anyone who asks for your seed phrase, promises gains or rushes you: no one who is helping you needs your keys. Each card names the recipient in full, the contract that may take a token and how much, and warns of look-alikes and of tokens that cannot be sold again; decline anything you do not expect. If a key has leaked, move what is left to a new wallet. What was sent cannot be brought back.',
  theft: ofTheft,
  totals:
    'I do not keep a total of that. What was proposed in this browser and carried out is under Activity, each with its amount and transaction hash; the chain’s explorer has all of it.',
  activity:
    'Activity, below the list of conversations, has what was proposed to you in this browser, with the outcome and the hash of each transaction. The chain’s explorer has everything that your account did elsewhere.',
  failed:
    'A transaction that fails moves nothing except the network fee, and one that is pending has moved nothing yet. Its card follows it and says which it is, and why where the chain says; Activity lists it with its hash. A pending one can be sped up or canceled in your wallet: the card finds what took its place.',
  duration:
    'On one network it usually takes seconds to a minute once your wallet has sent it, longer when the network is busy; a bridge takes minutes. The card follows it until it is confirmed.',
  declining:
    'If you decline a card, or do not answer it, nothing is sent and nothing is lost. I am told that you declined, and any steps that were to follow are dropped; you can ask for it again at any time.',
  limits:
    'I set no minimum or maximum amount: what counts is what you hold, what the vault or market takes, and the network fee. You can set your own limits under Account, Settings; a card above them cannot be countersigned.',
  session:
    'The menu behind your account, at the top, connects and disconnects the wallet, switches the network, and signs you in and out. To use another account, choose it in your wallet. I cannot do that from here.',
  privacy:
    'The service keeps your conversations, the outcomes reported to it, your plans and permissions, and what it last saw of your portfolio, under your account only. “Delete my data” under Account, Settings removes all of it. What your wallet did stays in this browser and, for everyone to see, on the chain. Your keys are never here.',
  theme:
    'The switch at the top of the page sets the light or dark theme, or follows your system. I cannot switch it from here.',
  contacts:
    'Your address book is under Account, Settings: there you name, rename and remove addresses, and import or export them. An address in a message or on a card also offers “Add to address book”. To pay somebody in it, type @ and the name in your message. Your names stay in this browser, so I cannot see or add any.',
  nodes:
    'Under Account, Settings, “Networks”, you can name a node (RPC) of your own for each network. This browser then reads the chain and simulates every card there. I cannot change it from here.',
  quiet:
    'In quiet mode, this browser contacts only your nodes and the agent service. You cannot swap or bridge meanwhile, because the routes come from somebody else. It is under Account, Settings; I cannot switch it from here.',
  notifications:
    'This page tells you when a transaction is confirmed or fails, a bridge arrives, a plan makes a proposal, or a permission is about to end. Under Account, Settings you can let your browser tell you too while the page is in the background. I cannot switch that from here.',
  support:
    'There is no person behind this conversation, only rules: say “help” for what I can do. The people who run this app may offer support; no one who is helping you needs your keys or seed phrase.',
  fiat: 'I cannot take cards or bank transfers, or pay out to a bank. To bring money in, withdraw it from your exchange to your own address, on a network I work on; to cash out, send it to the deposit address your exchange gives you. Ask “what is my address” for yours.',
  wallets:
    'Any browser wallet that signs for your account will do, such as MetaMask or Rabby, and a hardware wallet through one of them. The wallet keeps the keys; the app only asks it to sign.',
  tokens:
    'I work only with the tokens on the app’s lists, so that no look-alike is taken for the real one. Others cannot be added in the chat.',
  mev: 'MEV is what others earn by placing their transactions around yours, such as buying before a swap and selling after it. Slippage limits what it can cost you: a swap that would bring less than the card says is called off.',
  'price-impact':
    'Price impact is how far a swap itself moves the price, because the pool it trades in is only so large. The card compares what you give and get by independent prices, and warns where the loss is large.',
  rebalancing: aboutRebalancing,
  permissions:
    'Permissions to propose a rebalance are under Account, Permissions, where you can revoke each at any time. They give no power over your money: every move is a card that waits for you. Token approvals are a different thing; here they are for the exact amount of a step. “What approvals do I have” lists those that stand.',
  'open-source':
    'Countersign is open source, under the MIT licence: anyone can read how a card is worked out, and run it.',
  'play-money':
    'That depends on the network: on the local chains and on testnets it is play money; on every other network it is real. The card names the network of each step.',
  mempool:
    'A transaction your wallet has sent waits among the pending ones, in the mempool, until a block includes it. Then it either does everything it is meant to do, or reverts: in that case none of it happens, and only the network fee is spent. I use no session keys: your wallet signs each transaction itself.',
  faucet:
    'On the local chains, “Get play money” in the menu behind your account fills your wallet. On real networks I have nothing to give: coins there come from an exchange or from someone who sends them.',
  hash: 'A hash is the number by which anyone can find a transaction on its chain; an explorer is a page that shows it. Activity, below the list of conversations, has the hash of each of yours.',
  mobile:
    'The app runs in the browser, on a phone too: open it in the browser of your wallet’s own app, so that the wallet can sign.',
  ens: 'A name such as alice.eth (ENS) stands for an address. I look it up on Ethereum, where names are kept, if that is supported here, and the card looks it up again by itself, beside the whole address.',
  languages:
    'I read only plain English. In other languages I cannot tell for certain what is meant, so I prepare nothing.',
  fees: ofFees,
  'address-owner':
    'An address does not say who is behind it, and I know only what you tell me here. The card writes it out in full and says what can be seen: whether you have dealt with it before, whether it is a contract, and whether it looks like one you know. If you are not sure, decline, and ask the person through another channel.',
  loss: `Yes, it is possible: ${ofRisk}`,
  insurance: `No: ${ofRisk}`,
  public:
    'Everyone can: what an address holds and has done is on a public chain. It does not say who you are, but anyone who learns that an address is yours can look it up. What you write here is kept with your account by this service, and no other account sees it.',
  keys: 'No. I never see your private key or seed phrase: they stay in your wallet, and so does the signing. Never type a seed phrase here or anywhere else; no one who is helping you needs it.',
  trust:
    'I hold no keys and cannot move anything. I make proposals; each is a card showing what really happens, and only your wallet can sign it after you countersign. You can decline any of them.',
  undo: 'What is confirmed on a chain cannot be undone. Before that you can: decline the card, or reject it in your wallet. Nothing is sent until you countersign and sign.',
  guaranteed:
    'No rate here is guaranteed, and none is fixed: each is what the source says now, and it changes with what the vault or the market earns. Ask “best yield for USDC” for current rates.',
  'lending-vs-staking':
    'Lending means supplying a token to a market, where others borrow it against collateral; it can also be your own collateral for a loan. Staking here means putting it into a vault, which puts it to work for you and gives you shares. Both pay a variable rate; markets have no lock-up, some vaults do. Ask “best yield for USDC” to see both side by side.',
  wrapping:
    'ETH is the network’s own coin, which pays for gas. WETH is the same value wrapped as a token (ERC-20), one for one, because many contracts, such as lending markets and vaults, take tokens only. Say “wrap 1 ETH” or “unwrap 1 WETH” to change one into the other.',
  'impermanent-loss':
    'Impermanent loss is how much less a liquidity provider ends up with than by simply holding, when the prices of the two tokens drift apart. I do not provide liquidity; vaults and lending markets here take one token.',
  gas: 'Gas is the fee the network takes for a transaction, paid in its own coin (ETH here), on top of what the transaction sends. It varies with how busy the network is; the card shows it before you countersign. I keep back some of the coin for it.',
  slippage:
    'Slippage is how much less than quoted a swap may bring before it is called off, because prices move in between. It is 0.5%, or the default in your settings, unless you name a different figure with the swap, such as “with 1% slippage”; the card shows the least you get.',
  'liquid-staking':
    'Lido and the like stake ETH with the network’s validators and give a liquid token for it (Lido: stETH). I do not use them: what I stake goes into the vaults that “yields” lists.',
  health:
    'The health factor compares your collateral, weighted by how much of it counts, with your debt. Below 1, a loan can be liquidated: others may repay it and take collateral for it at a discount. Ask “how safe is my loan” for yours.',
  'flash-loans':
    'A flash loan is borrowed without collateral and paid back within the same transaction; if it is not, all of it is undone. Programs use it, for instance to trade between exchanges. I do not offer them: a loan here needs collateral. Say “supply 100 USDC” and then “borrow 50 DAI”.',
  lending:
    'Lending: you supply a token to a market, earn interest on it, and can withdraw it. What you supply can be collateral, against which you borrow another token and pay interest. If the collateral falls too far against the debt, it can be liquidated. Say “supply 100 USDC” or “borrow 50 DAI”.',
  lockup:
    'A lock-up is a time during which what you put into a vault cannot be taken out. Vaults without one are called flexible here: from those you can withdraw at any time, and from a lending market while it has enough that is not lent out. The card shows the lock-up before you countersign.',
  apr: 'APR is a yearly rate without interest on interest; APY includes it. Both are what the source says now, and change; I read them from the vaults and markets. Ask “best yield for USDC” for the rates.',
  plans:
    'A plan buys a token again and again, such as $50 of ETH every Friday (dollar-cost averaging): the price you pay averages out over time. Each purchase comes up as its own card when it is due, and happens only when you countersign it. Say “buy $50 of ETH every Friday for 10 weeks”, “my plans” or “pause plan 1”.',
  staking:
    'Staking here means putting a token into a vault that puts it to work and pays a yield. You get shares of the vault and get your token back by unstaking, at once or after a lock-up. Ask “best yield for USDC” for options.',
  bridging:
    'Bridging moves a token from one network to another through a bridge: it leaves here, and the same value less fees arrives there a little later. The card shows the route, the fees and the time, and follows the transfer until it has arrived. Say “bridge 100 USDC from Ethereum to Base”.',
  orders:
    'A limit order trades once a price is reached. I cannot place one, or a stop-loss: what I prepare happens at the current price once you countersign it. Nothing has been prepared.',
  swaps:
    'A swap trades one token for another on decentralised exchanges such as Uniswap, which are contracts that hold pools of tokens. I know which tokens to trade; a router finds the route, and the card shows what you give and get. Say “swap 0.1 ETH for USDC”.',
  nfts: 'An NFT is a token that is one of a kind, identified by collection and number (ERC-721), or a numbered kind with several copies (ERC-1155). Ask “which NFTs do I have”; say “send my Postcard #3 to 0x…” to send one.',
  signing:
    'Because only you decide: I hold no keys, so nothing moves unless you countersign its card and your wallet signs it. That way, no message, mistake or trick can spend your money.',
  warnings:
    'A card lists what was checked, worst first. Blocked: it cannot work, or nobody could want it, so it cannot be countersigned. Danger: this is how people lose money; hold the button to accept it, or decline. Unverified: it could not be checked, so nobody knows; where money moves, hold the button to accept that too. Careful: worth a second look. Note: good to know. Checked: fine.',
  countersigning:
    'When you press Countersign, the transaction is built and simulated once more. If something that matters has changed, the card says so and waits. If not, your wallet opens and asks you to sign; you can still reject it there, and nothing is sent until you confirm. Afterwards the card follows the transaction and tells you the outcome.',
  'signing-in':
    'You sign a short text (Sign-In with Ethereum) that names this site, your address and the time. It proves that the account is yours, so that nobody else sees your conversations. It moves nothing, approves nothing and costs no gas. Read it in your wallet: it must name this site.',
  closing:
    'You can close the page. What your wallet has sent goes on by itself on the chain. When you come back, the card looks up the outcome and reports it, and nothing is sent a second time. A card that you have not countersigned waits, with a new quote.',
  approvals:
    'An approval lets a contract take a certain amount of a token from you, which swaps and deposits need. Here it is always for the exact amount of that step, and the card shows who gets it.',
  sources:
    'Prices come from Chainlink feeds on the networks themselves, lending rates from the markets’ own contracts, and other yields from a yield-data provider; each answer names its source and how old it is.',
  cards:
    'Countersign is a wallet chat: I propose, you decide. A card shows what really happens, worked out from the bytes that would be signed and checked by simulation against the chain, with every finding, worst first. Only when you countersign it does your wallet ask you to sign, and only then is anything sent; declining sends nothing.',
  risks:
    'Prices move, between stablecoins too. The contracts of vaults, markets and bridges can have faults. A loan can be liquidated when its collateral falls. A lock-up keeps you from taking money out. And what is confirmed cannot be undone. The card warns of what can be seen beforehand; ask “how safe is my loan” for yours.',
  testnet:
    'A testnet is a network for trying things out, with coins that are worth nothing. Ask “which networks do you support” for the ones I work on.',
  wbtc: 'WBTC is bitcoin wrapped as a token (ERC-20): each is backed by one bitcoin that a custodian holds, so that it can be used on Ethereum. Ask “price of WBTC” for what it is worth.',
  stablecoins:
    'A stablecoin is a token meant to stay worth one dollar: USDC is issued by Circle against dollar reserves, DAI by the Maker protocol against collateral. The price can stray; ask “what is USDC worth” for the current one.',
  basics:
    'In short: Ethereum is a network on which contracts hold and move tokens; Base is a faster, cheaper network that settles on it (a layer 2); tokens there follow the ERC-20 standard; and your wallet holds the keys that sign for your account.',
}

const small: ReadonlySet<Topic> = new Set<SmallTalk>(['help', 'about', 'greeting', 'thanks', 'networks'])

/** True for a topic of small talk, which `smallTalk` answers. */
export const isSmall = (topic: Topic): topic is SmallTalk => small.has(topic)

/** Example sentences, by the action that is asked for. */
const sayings: Readonly<Record<HowTo, string>> = {
  'how-unstake': 'unstake 100 USDC',
  'how-plan': 'buy $50 of ETH every Friday for 10 weeks',
  'how-stake': 'stake 100 USDC',
  'how-repay': 'repay all my DAI',
  'how-borrow': 'borrow 50 DAI',
  'how-withdraw': 'withdraw 100 USDC from lending',
  'how-supply': 'supply 100 USDC',
  'how-bridge': 'bridge 100 USDC from Ethereum to Base',
  'how-nft': 'send my Postcard #3 to 0x…',
  'how-send': 'send 20 USDC to 0x…',
  'how-swap': 'swap 0.1 ETH for USDC',
}

/** What explains a token or a protocol, by its name. */
const byName: Readonly<Record<string, Told | 'wbtc'>> = {
  ...{ ETH: 'basics', WETH: 'wrapping', WBTC: 'wbtc', USDC: 'stablecoins', USDT: 'stablecoins', DAI: 'stablecoins' },
  ...{ STETH: 'liquid-staking', WSTETH: 'liquid-staking', RETH: 'liquid-staking' },
  ...{ LIDO: 'liquid-staking', LDO: 'liquid-staking', UNI: 'swaps' },
  ...{ AAVE: 'lending', COMPOUND: 'lending', MORPHO: 'lending', SPARK: 'lending' },
  ...{ UNISWAP: 'swaps', SUSHISWAP: 'swaps', CHAINLINK: 'sources', PERMIT2: 'approvals' },
}

const nameOf = (meaning: Meaning): string | null =>
  meaning.is === 'token' ? meaning.symbol : meaning.is === 'protocol' ? meaning.id : null

/** Returns what explains the first thing named of which there is an explanation. */
function meaningOf(entities: readonly Meaning[]): string | null {
  for (const each of entities) {
    const topic = each.is === 'chain' ? 'basics' : byName[nameOf(each)?.toUpperCase() ?? '']
    if (topic) return texts[topic]
  }
  return null
}

const isHowTo = (topic: Topic): topic is HowTo => Object.hasOwn(sayings, topic)

/** Returns what the agent says of a topic, where words that stand fast are enough. */
export function textOf(topic: Exclude<Topic, SmallTalk>, entities: readonly Meaning[]): string | null {
  if (topic === 'none' || isShown(topic)) return null
  if (topic === 'meaning') return meaningOf(entities)
  return isHowTo(topic)
    ? `Just say it, with the amount and the token: “${sayings[topic]}”. I prepare it as a card that shows what really happens, and nothing is done until you countersign it and your wallet signs. Nothing has been prepared yet.`
    : texts[topic]
}
