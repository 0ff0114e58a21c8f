/** A pattern of questions, with their answer. In a list the first match wins. */
export type Topic = readonly [about: RegExp, answer: string]

/** Risks of deposited money. Follows a colon. */
const ofRisk =
  'a vault or lending market is a contract, and a fault in it can cost what is inside; the token itself can lose value, a loan can be liquidated, and a lock-up keeps you from leaving. Nothing is insured. The card warns of what can be seen beforehand, and shows what really happens before you countersign.'

const ofFees =
  'I charge nothing. A transaction costs network gas, and swaps and bridges take the fees their card lists before you countersign.'

/** Questions about custody and risk. */
export const aboutKeys: readonly Topic[] = [
  [
    /\bdo (?:i|we) (?:(?:have|need) to |ever )?(?:pay|owe) you\b|\bis (?:a |the )?(?:swap|swapping|bridge|bridging|sending) free\b/,
    ofFees,
  ],
  [
    /\b(?:who|whose)(?:'s|s| is| are|se)?\b.{0,20}\b(?:address|recipient|0x[0-9a-f]{40})\b|\b(?:is|do you know) (?:this|that|the) (?:address|recipient)\b/,
    'An address does not say who is behind it, and I know only what you tell me here. The card writes it out in full and says what can be seen: whether you have dealt with it before, whether it is a contract, and whether it looks like one you know. If you are not sure, decline, and ask the person through another channel.',
  ],
  [
    /\b(?:is|are|how) (?:the |a |that |this )?\d[\d.]*\s?(?:%|percent) (?:(?:apy|apr|yield|rate|vault) )?(?:safe|risky|secure|too good|a scam|legit)|\b(?:can|could|will|might|may|would|do) (?:i|you|we|one|people) (?:\w+ )?lose\b(?! (?:access|my (?:keys?|wallet|phone|phrase)))|\b(?:is|are) my (?:\w+ )?(?:money|funds|deposit|coins)\b.*\bat risk\b/,
    `Yes, it is possible: ${ofRisk}`,
  ],
  [/\b(?:un)?insur(?:ed?|es|ance)\b/, `No: ${ofRisk}`],
  [
    /\b(?:who|anyone|anybody|everyone|everybody|others|people|strangers?)\b.{0,20}\b(?:see|view|look at|know|track|spy)\b.*\b(?:wallet|balances?|transactions?|account|address|coins|tokens|holdings|portfolio|what i (?:have|do|own))\b|\b(?:is|are) (?:my|this) (?:\w+ )?(?:wallet|balances?|transactions?|account|address) (?:public|private|anonymous|visible|secret)\b/,
    'Everyone can: what an address holds and has done is on a public chain. It does not say who you are, but anyone who learns that an address is yours can look it up. What you write here is kept with your account by this service, and no other account sees it.',
  ],
  [
    /\b(seed|recovery|secret) ?(phrase|words)?\b|\bwhere\b.*\bkeys?\b|\bprivate keys?\b|\bmnemonic\b|\b(hold|have|see|store|keep|know|access|custody)\b.*\b(my )?keys?\b/,
    'No. I never see your private key or seed phrase: they stay in your wallet, and so does the signing. Never type a seed phrase here or anywhere else; no one who is helping you needs it.',
  ],
  [
    /(?<!\bwhat )\b(can|could|do|will|would) (you|u|it|this)\b.*\b(steal|move|take|spend|touch|access|drain|sign|trade|do|act)\b.*\b(money|funds|coins|tokens|wallet|crypto|account|me|without|while i|on your own|by yourself)\b|\btrust (?:you|this|it|the app|countersign)\b|\b(?:is|are) my (?:money|funds|coins|tokens|crypto|wallet) (?:safe|secure)\b|\bis (this|it) (safe|a scam|custodial)\b|\b(self|non)?-?custod(y|ial)\b/,
    'I hold no keys and cannot move anything. I make proposals; each is a card showing what really happens, and only your wallet can sign it after you countersign. You can decline any of them.',
  ],
  [
    /\bwrong (?:address|network|chain|person|wallet|account)\b|\bby mistake\b|\b(can|how (do|can)) (i|we)\b.*\b(undo|reverse|revert|refund|cancel)\b|\b(undo|reverse) (a|my|the|it|that)\b|\b(?:approved?|confirm(?:ed)?|countersign(?:ed)?|signed?|sent)\b.*\b(?:get|have|take) (?:it|that|them|my money) back\b|\b(?:get|have|take) (?:it|that|them|my money) back\b.*\b(?:approved|confirmed|countersigned|signed|sent)\b|\bcan\b.*\bbe (?:undone|reversed|reverted|cancell?ed|refunded)\b/,
    'What is confirmed on a chain cannot be undone. Before that you can: decline the card, or reject it in your wallet. Nothing is sent until you countersign and sign.',
  ],
]

/** Questions about how things work, by their terms. */
export const topics: readonly Topic[] = [
  [
    /(?:\b(?:rates?|apys?|aprs?|yields?|interest|returns?)\b|\d\s?%).*\b(?:guaranteed?|fixed|promised?|variable)\b|\b(?:guaranteed?|fixed|promised?|variable)\b.*(?:\b(?:rates?|apys?|aprs?|yields?|interest|returns?)\b|\d\s?%)/,
    'No rate here is guaranteed, and none is fixed: each is what the source says now, and it changes with what the vault or the market earns. Ask “best yield for USDC” for current rates.',
  ],
  [
    /\b(?:difference between (?:lending|staking|supplying)|(?:staking|stake|vaults?)\b.*\b(?:lending|lend|supply(?:ing)?|market)|(?:lending|lend|supply(?:ing)?)\b.*\b(?:staking|stake|vaults?))\b/,
    'Lending means supplying a token to a market, where others borrow it against collateral; it can also be your own collateral for a loan. Staking here means putting it into a vault, which puts it to work for you and gives you shares. Both pay a variable rate; markets have no lock-up, some vaults do. Ask “best yield for USDC” to see both side by side.',
  ],
  [
    /\b(?:(?:eth|ether)\b.*\bweth|weth\b.*|wrapp?(?:ed|ing)? (?:eth(?:er|ereum)?|coins?|tokens?)|(?:un)?wrap(?:ping)?\b)\b/,
    'ETH is the network’s own coin, which pays for gas. WETH is the same value wrapped as a token (ERC-20), one for one, because many contracts, such as lending markets and vaults, take tokens only. Say “wrap 1 ETH” or “unwrap 1 WETH” to change one into the other.',
  ],
  [
    /\b(?:impermanent loss)\b/,
    'Impermanent loss is how much less a liquidity provider ends up with than by simply holding, when the prices of the two tokens drift apart. I do not provide liquidity; vaults and lending markets here take one token.',
  ],
  [
    /\b(?:gas|network fees?|gwei|gas fees?|transaction fees?|nonces?)\b|\b(?:need|have|hold|keep|use) (?:to \w+ )?(?:some |any |my )?(?:eth|ether)\b.*\b(?:to|for|on) (?:base|ethereum|gas|send|sending|swap|transfer|pay|move|bridge|do)\w*\b/,
    'Gas is the fee the network takes for a transaction, paid in its own coin (ETH here), on top of what the transaction sends. It varies with how busy the network is; the card shows it before you countersign. I keep back some of the coin for it.',
  ],
  [
    /\b(?:slippage)\b/,
    'Slippage is how much less than quoted a swap may bring before it is called off, because prices move in between. It is 0.5%, or the default in your settings, unless you name a different figure with the swap, such as “with 1% slippage”; the card shows the least you get.',
  ],
  [
    /\b(?:lido|steth|rocket ?pool|eigenlayer)\b/,
    'Lido and the like stake ETH with the network’s validators and give a liquid token for it (Lido: stETH). I do not use them: what I stake goes into the vaults that “yields” lists.',
  ],
  [
    /\b(?:health factors?|liquidat\w+|liquidation)\b/,
    'The health factor compares your collateral, weighted by how much of it counts, with your debt. Below 1, a loan can be liquidated: others may repay it and take collateral for it at a discount. Ask “how safe is my loan” for yours.',
  ],
  [
    /\bflash ?loans?\b/,
    'A flash loan is borrowed without collateral and paid back within the same transaction; if it is not, all of it is undone. Programs use it, for instance to trade between exchanges. I do not offer them: a loan here needs collateral. Say “supply 100 USDC” and then “borrow 50 DAI”.',
  ],
  [
    /\b(?:ltv|loan[- ]to[- ]value|collateral\w*|lending|borrowing|lend|borrow|loans?|supplying|aave|compound|morpho|repay(?:ing)?)\b/,
    'Lending: you supply a token to a market, earn interest on it, and can withdraw it. What you supply can be collateral, against which you borrow another token and pay interest. If the collateral falls too far against the debt, it can be liquidated. Say “supply 100 USDC” or “borrow 50 DAI”.',
  ],
  [
    /\b(?:lock-?ups?|lock(?:ed|ing)?(?: (?:vaults?|period))?|unlock\w*|early)\b|\b(?:withdraw\w*|un-?stak\w*|(?:get|take|pull)\b.*\b(?:out|back)|exit|leave|cash out)\b.*\b(?:any ?time|at once|when(?:ever)? i (?:want|like)|instantly|immediately)\b/,
    'A lock-up is a time during which what you put into a vault cannot be taken out. Vaults without one are called flexible here: from those you can withdraw at any time, and from a lending market while it has enough that is not lent out. The card shows the lock-up before you countersign.',
  ],
  [
    /\b(?:apys?|aprs?|interest|yearly rate)\b/,
    'APR is a yearly rate without interest on interest; APY includes it. Both are what the source says now, and change; I read them from the vaults and markets. Ask “best yield for USDC” for the rates.',
  ],
  [
    /\b(?:dca|dollar[- ]cost(?:[- ]averag\w+)?|recurring (?:buys?|purchases?)|plans?)\b/,
    'A plan buys a token again and again, such as $50 of ETH every Friday (dollar-cost averaging): the price you pay averages out over time. Each purchase comes up as its own card when it is due, and happens only when you countersign it. Say “buy $50 of ETH every Friday for 10 weeks”, “my plans” or “pause plan 1”.',
  ],
  [
    /\b(?:stak(?:e|ed|es|ing)|vaults?|yields?|yield farming|liquid staking|unstak\w+)\b/,
    'Staking here means putting a token into a vault that puts it to work and pays a yield. You get shares of the vault and get your token back by unstaking, at once or after a lock-up. Ask “best yield for USDC” for options.',
  ],
  [
    /\b(?:bridges?|bridging|cross-?chain\w*)\b/,
    'Bridging moves a token from one network to another through a bridge: it leaves here, and the same value less fees arrives there a little later. The card shows the route, the fees and the time, and follows the transfer until it has arrived. Say “bridge 100 USDC from Ethereum to Base”.',
  ],
  [
    /\b(?:limit orders?|stop[- ]?loss(?:es)?|take[- ]?profits?)\b/,
    'A limit order trades once a price is reached. I cannot place one, or a stop-loss: what I prepare happens at the current price once you countersign it. Nothing has been prepared.',
  ],
  [
    /\b(?:swaps?|swapping|dex(?:es)?|decentrali[sz]ed exchanges?|uniswap|sushi\w*|1inch|li\.?fi|router|routing|amm)\b/,
    'A swap trades one token for another on decentralised exchanges such as Uniswap, which are contracts that hold pools of tokens. I know which tokens to trade; a router finds the route, and the card shows what you give and get. Say “swap 0.1 ETH for USDC”.',
  ],
  [
    /\b(?:nfts?|collectibles?|erc-?721|erc-?1155)\b/,
    'An NFT is a token that is one of a kind, identified by collection and number (ERC-721), or a numbered kind with several copies (ERC-1155). Ask “which NFTs do I have”; say “send my Postcard #3 to 0x…” to send one.',
  ],
  [
    /\b(?:needs?|requires?|asks? for|wants?)\b.*\bmy (?:approval|signature|confirmation|consent|ok)\b|\bwhy (?:do|must|should) i (?:always |have to |need to )*(?:sign|confirm|countersign)\b|\bapprove (?:everything|each|every|it myself)\b/,
    'Because only you decide: I hold no keys, so nothing moves unless you countersign its card and your wallet signs it. That way, no message, mistake or trick can spend your money.',
  ],
  [
    /\b(?:approv(?:e|al|als|ing|es)|allowances?|permit2?)\b/,
    'An approval lets a contract take a certain amount of a token from you, which swaps and deposits need. Here it is always for the exact amount of that step, and the card shows who gets it.',
  ],
  [
    /\b(?:oracles?|chainlink|price feeds?|(?:your )?prices? (?:come|data|from|source)|(?:your )?(?:data|figures|numbers|rates?) (?:come|from|source)|(?:yield|price) data)\b/,
    'Prices come from Chainlink feeds on the networks themselves, lending rates from the markets’ own contracts, and other yields from a yield-data provider; each answer names its source and how old it is.',
  ],
  [
    /\b(?:countersign(?:ing|ature|atures|ed)?|cards?|proposals?|confirm(?:ing)?|sign(?:ing)?|simulat(?:e|ed|ion)|unverified|findings?|warnings?|blocked)\b/,
    'Countersign is a wallet chat: I propose, you decide. A card shows what really happens, worked out from the bytes that would be signed and checked by simulation against the chain, with every finding, worst first. Only when you countersign it does your wallet ask you to sign, and only then is anything sent; declining sends nothing.',
  ],
  [
    /\b(?:risks?|dangers?)\b/,
    'Prices move, between stablecoins too. The contracts of vaults, markets and bridges can have faults. A loan can be liquidated when its collateral falls. A lock-up keeps you from taking money out. And what is confirmed cannot be undone. The card warns of what can be seen beforehand; ask “how safe is my loan” for yours.',
  ],
  [
    /\b(?:(?:you|it|this|countersign|the app)\b.*\b(?:cost|charge|take|free|cut|fees?)|fees?|free|cut|commission)\b/,
    ofFees,
  ],
]

/** Things by their names, which also occur in questions that are not about what they are. */
export const things: readonly Topic[] = [
  [
    /\btestnets?\b/,
    'A testnet is a network for trying things out, with coins that are worth nothing. Ask “which networks do you support” for the ones I work on.',
  ],
  [
    /\b(?:wbtc|wrapped (?:bitcoin|btc)|bitcoin|btc)\b/,
    'WBTC is bitcoin wrapped as a token (ERC-20): each is backed by one bitcoin that a custodian holds, so that it can be used on Ethereum. Ask “price of WBTC” for what it is worth.',
  ],
  [
    /\b(?:stable ?coins?|stables?|usdc|dai|usdt|usd coin|peg(?:ged)?)\b/,
    'A stablecoin is a token meant to stay worth one dollar: USDC is issued by Circle against dollar reserves, DAI by the Maker protocol against collateral. The price can stray; ask “what is USDC worth” for the current one.',
  ],
  [
    /\b(?:wallets?|ethereum|base|layer ?2|l2|rollups?|mainnet|erc-?20|blockchains?|defi|dapps?|(?:smart )?contracts?|testnets?|crypto(?:currenc(?:y|ies))?|tokens?|eth|ether)\b/,
    'In short: Ethereum is a network on which contracts hold and move tokens; Base is a faster, cheaper network that settles on it (a layer 2); tokens there follow the ERC-20 standard; and your wallet holds the keys that sign for your account.',
  ],
]
