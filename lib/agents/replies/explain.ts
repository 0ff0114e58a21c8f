type Topic = readonly [pattern: RegExp, answer: string]

/** Who holds what. In order: the first that fits is given. */
const aboutKeys: readonly Topic[] = [
  [
    /\b(seed|recovery|secret) ?(phrase|words)?\b|\bprivate keys?\b|\bmnemonic\b|\b(hold|have|see|store|keep|know|access|custody)\b.*\b(my )?keys?\b/,
    'No. I never see your private key or seed phrase: they stay in your wallet, and so does the signing. Never type a seed phrase here or anywhere else; nobody who helps you needs it.',
  ],
  [
    /\b(can|could|do|will|would) (you|u|it|this)\b.*\b(steal|move|take|spend|touch|access|drain|sign)\b.*\b(money|funds|coins|tokens|wallet|crypto|account|me|without)\b|\bare my (funds|coins|tokens) safe\b|\bis (this|it) (safe|a scam|custodial)\b|\b(self|non)?-?custod(y|ial)\b/,
    'I hold no keys and cannot move anything. I make proposals; each is a card with what really happens, and only your wallet can sign it after you countersign. You can decline any of them.',
  ],
  [
    /\b(can|how (do|can)) (i|we)\b.*\b(undo|reverse|revert|refund|cancel)\b|\b(undo|reverse) (a|my|the|it|that)\b/,
    'What is confirmed on a chain cannot be undone. Before that you can: decline the card, or reject it in your wallet. Nothing is sent until you countersign and sign.',
  ],
]

/** How things work. In order. */
const topics: readonly Topic[] = [
  [
    /\bdifference between (eth|ether) and weth\b|\bdifference between weth and eth\b|\bwhat('?s| is)? (a )?(weth|wrapped (eth|ether|coin|token))\b|\bwhy\b.*\bweth\b/,
    'ETH is the network’s own coin, which pays for gas. WETH is the same value wrapped as a token (ERC-20), one for one, because many contracts, such as lending markets and vaults, take tokens only.',
  ],
  [
    /\bimpermanent loss\b/,
    'Impermanent loss is what a provider of liquidity has less than by simply holding, when the prices of the two tokens drift apart. I provide no liquidity; vaults and lending markets here take one token.',
  ],
  [
    /\b(what('?s| is| are)?|explain|why|how)\b.*\b(gas|network fees?|gas fees?|gwei)\b/,
    'Gas is the fee that the network takes for a transaction, paid in its own coin (ETH here), whoever gets the rest. It varies with how busy the network is; the card shows it before you countersign. I keep some of the coin back for it.',
  ],
  [
    /\b(what('?s| is| are)?|explain|how)\b.*\bslippage\b/,
    'Slippage is how much less than quoted a swap may bring before it is called off, because prices move in between. I use 0.5 % unless you name another, such as “with 1% slippage”; the card shows the least that you get.',
  ],
  [
    /\b(what('?s| is| are)?|explain|how)\b.*\b(health factor|liquidat\w+)\b/,
    'The health factor compares your collateral, weighted by how much of it counts, with your debt. Below 1 a loan can be liquidated: others may repay it and take collateral for it at a discount. Ask “how safe is my loan” for yours.',
  ],
  [
    /\b(what('?s| is| are)?|explain|how)\b.*\bcollateral\b|\b(explain|how (does|do|is)|what('?s| is)?)\b.*\b(lending|borrowing|lend|borrow|loans?)\b.*\b(work|works|mean|here|money|done|market|markets)?\b/,
    'Lending: you supply a token to a market, earn interest on it, and may withdraw it. What you supply can be collateral, against which you borrow another token and pay interest. If the collateral falls too far against the debt, it can be liquidated. Say “supply 100 USDC” or “borrow 50 DAI”.',
  ],
  [
    /\b(what('?s| is| are)?|explain|how (does|do))\b.*\b(lock-?ups?|locked|lock)\b/,
    'A lock-up is a time during which what you put into a vault cannot be taken out. Vaults without one are called flexible here; the card shows the lock-up before you countersign.',
  ],
  [
    /\b(what('?s| is| are)?|explain|difference|how (is|are))\b.*\b(apy|apr)\b(?!.*\b(vault|usdc|dai|eth|weth)\b)/,
    'APR is a yearly rate without interest on interest, APY with it. Both are what the source says now and change; I read them from the vaults and markets. Ask “best yield for USDC” for the rates.',
  ],
  [
    /\b(explain|how (does|do))\b.*\b(staking|stake|vaults?|yields?)\b.*\bwork\b|\bwhat('?s| is| are)? (a )?(staking|vaults?|yield farming|liquid staking)\b$|\bexplain (staking|vaults?|yields?)\b/,
    'Staking here means putting a token into a vault that puts it to work and pays a yield. You get shares of the vault and take them out again by unstaking, at once or after a lock-up. Ask “best yield for USDC” for places.',
  ],
  [
    /\b(explain|how (does|do|long)|what('?s| is| are)?)\b.*\b(bridges?|bridging|cross-chain)\b/,
    'Bridging moves a token from one network to another through a bridge: it leaves here, and the same value less fees arrives there a little later. The card shows the route, the fees and the time, and follows it until it has arrived. Say “bridge 100 USDC from Ethereum to Base”.',
  ],
  [
    /\b(explain|how (does|do)|what('?s| is| are)?)\b.*\b(a swap|swaps|swapping|dex|exchanges?|uniswap|li\.?fi|router|routing)\b/,
    'A swap trades one token for another at decentralised exchanges such as Uniswap, which are contracts that hold pools of tokens. I know which tokens to trade; a router finds the route, and the card shows what you give and get. Say “swap 0.1 ETH for USDC”.',
  ],
  [
    /\b(what('?s| is| are)?|explain|how (does|do)|difference)\b.*\b(nfts?|erc-?721|erc-?1155)\b/,
    'An NFT is a token of which each is its own, by collection and number (ERC-721), or of which there are numbered kinds with several pieces (ERC-1155). Ask “which NFTs do I have”; say “send my Postcard #3 to 0x…” to send one.',
  ],
  [
    /\b(what('?s| is| are)?|explain|how (does|do)|why)\b.*\b(approv(e|al|als|ing)|allowances?|permit2?)\b/,
    'An approval lets a contract take a certain amount of a token from you, which swaps and deposits need. Here it is always for the exact amount of that step, and the card shows to whom.',
  ],
  [
    /\bwhat('?s| is| are)? (a |an |the )?(stable ?coins?|usdc|dai|usdt|usd coin)\b(?! (worth|price|at|balance))$/,
    'A stablecoin is a token that is meant to stay worth one dollar: USDC is issued by Circle against dollar reserves, DAI by the Maker protocol against collateral. The price can stray; ask “what is USDC worth” for now.',
  ],
  [
    /\bwhat('?s| is)? (a |an |the )?(wallet|ethereum|base|layer ?2|l2|rollup|mainnet|erc-?20|blockchain|defi|dapp|smart contract|testnet)\b$/,
    'In short: Ethereum is a network on which contracts hold and move tokens; Base is a faster, cheaper network that settles on it (a layer 2); tokens there follow the ERC-20 standard; and your wallet holds the keys that sign for your account.',
  ],
  [
    /\bhow much (do|does|will) (you|it|this) (cost|charge|take)\b|\b(do|does) (you|it|this) (charge|cost|take a (fee|cut))\b|\b(what are|any) (your |the )?fees\b|\bis (it|this) free\b/,
    'I charge nothing. A transaction costs the network’s gas, and swaps and bridges take the fees that their card lists before you countersign.',
  ],
  [
    /\b(which|what) (chains?|networks?|tokens?|coins?|wallets?)\b.*\b(support|supported|use|work|know|available|serve)\b/,
    'I work on the networks that this deployment serves and with the tokens of its list: say “help” for the networks, or ask for a token’s price to see whether I know it. Any browser wallet that signs for your account will do.',
  ],
]

/** About the person's own figures, or those of today: to be read, not explained. */
const figures = /\b(best|highest|top|rates?|earn\w*|interest|current|today|now|my)\b/

/** The answer to a question about how things work; null where it is about something else. `text` is in lower case. */
export function explanationOf(text: string): string | null {
  const bare = text.replace(/[\s.!?]+$/, '')
  const found = [...aboutKeys, ...(figures.test(bare) ? [] : topics)].find(([pattern]) => pattern.test(bare))
  return found?.[1] ?? null
}
