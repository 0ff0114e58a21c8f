import type { Topic } from './topics'

/** Answers "what did I do". The page lists it beside these words. */
export const activityWords =
  'Activity, below the list of conversations, has what was proposed to you in this browser, with the outcome and the hash of each transaction. The chain’s explorer has everything that your account did elsewhere.'

export const aboutRebalancing =
  'With your permission, the service checks one of your yield positions from time to time. When another place pays enough more, within the lock-up you accept, I propose the move: first the withdrawal, then the deposit, each on its own card. Nothing moves by itself, and you can revoke the permission at any time under Account, Permissions. Say “rebalance my USDC yield automatically if there is at least 1% more and no lock-up over 7 days”.'

/** Questions about the app itself, with their answers. The first match wins. */
export const aboutApp: readonly Topic[] = [
  [
    /\b(?:scam(?:s|med|mers?|ming)?|phish\w*|rug ?pull\w*|hack(?:s|ed|ers?)?|stolen|fraud|drained|fake tokens?|honeypots?)\b/,
    'Be wary of anyone who asks for your seed phrase, promises gains or rushes you: no one who is helping you needs your keys. Each card names the recipient in full, the contract that may take a token and how much, and warns of look-alikes and of tokens that cannot be sold again; decline anything you do not expect. If a key has leaked, move what is left to a new wallet. What was sent cannot be brought back.',
  ],
  [
    /\bhow (?:much|many)\b.*\b(?:did|have) (?:i|we) (?:already )?(?:send|sent|spend|spent|pay|paid|swap|swapped|bridge|bridged|buy|bought|sell|sold)\b.*\b(?:in total|in all|altogether|so far|overall|today|this (?:week|month|year)|to)\b/,
    'I do not keep a total of that. What was proposed in this browser and carried out is under Activity, each with its amount and transaction hash; the chain’s explorer has all of it.',
  ],
  [
    /\b(?:transactions?|tx|activity|trad(?:e|ing)|swaps?|payments?) (?:history|log|list)\b|\b(?:past|previous|recent|old|last) (?:transactions?|txs?|transfers?|trades?|swaps?|payments?|activity)\b|\b(?:see|find|show|list|view|check|where are) (?:me )?(?:all )?my (?:transactions?|txs?|activity|history)\b|\bwhat (?:did|have) i (?:do|done|sign(?:ed)?|approved?|sent|swapped|bought|sold)\b/,
    activityWords,
  ],
  [
    /(?<!\bearn\b.*)\b(?:transactions?|tx|transfers?|swaps?|bridg(?:e|ing)|payments?|proposals?|cards?|it|something)\b.*\b(?:fail(?:s|ed|ing)?|revert(?:s|ed)?|stuck|pending|hang(?:s|ing)?|not (?:going|gone) through|go(?:es)? wrong|dropped)\b|\b(?:pending|stuck|failed) (?:transactions?|tx|swaps?|transfers?)\b/,
    'A transaction that fails moves nothing except the network fee, and one that is pending has moved nothing yet. Its card follows it and says which it is, and why where the chain says; Activity lists it with its hash. A pending one can be sped up or canceled in your wallet: the card finds what took its place.',
  ],
  [
    /\bhow (?:long|fast|quick(?:ly)?|soon)\b(?!.*\b(?:un-?lock\w*|lock\w*|vaults?|(?:un-?)?stak\w*|plans?|earn\w*|double)\b).*\b(?:transactions?|tx|swaps?|swapping|transfers?|payments?|confirm\w*|send(?:ing)?|bridg(?:e|es|ing)|take|takes|arrives?|be there)\b/,
    'On one network it usually takes seconds to a minute once your wallet has sent it, longer when the network is busy; a bridge takes minutes. The card follows it until it is confirmed.',
  ],
  [
    /\b(?:declin(?:e|es|ed|ing)|reject(?:s|ed|ing)?|say no)\b|\b(?:don't|dont|do not|never) (?:sign|countersign|confirm|answer)\b/,
    'If you decline a card, or do not answer it, nothing is sent and nothing is lost. I am told that you declined, and any steps that were to follow are dropped; you can ask for it again at any time.',
  ],
  [
    /\b(?:spending|daily) limits?\b|\blimit (?:how much|what|my spending)\b|\b(?:max(?:imum)?|min(?:imum)?|smallest|largest|least|most) (?:amount|size|deposit|swap|trade|transfer|stake|loan|purchase|that i can|i can)\b|^what(?:'s|s| is) (?:the|your) (?:max(?:imum)?|min(?:imum)?)\W*$/,
    'I set no minimum or maximum amount: what counts is what you hold, what the vault or market takes, and the network fee. You can set your own limits under Account, Settings; a card above them cannot be countersigned.',
  ],
  [
    /\b(?:log|sign)(?:ged|ed)? ?(?:out|off|in)\b|\b(?:dis)?connect(?:ed|ing)?\b.*\bwallets?\b|\bwallets?\b.*\b(?:dis)?connect(?:ed|ing)?\b|\b(?:switch|change) (?:my |the )?(?:accounts?|wallets?|networks?|chains?)\b/,
    'The menu behind your account, at the top, connects and disconnects the wallet, switches the network, and signs you in and out. To use another account, choose it in your wallet. I cannot do that from here.',
  ],
  [
    /\b(?:delete|erase|remove|export|wipe)\b.*\b(?:data|history|conversations?|chats?|account|messages)\b|\b(?:privacy|gdpr|personal data|anonymous)\b|\b(?:what|which|my|any) (?:data|information|messages|conversations?|chats?)\b|\b(?:see|read|track|log|record|keep|store|save|share|sell)\w*\b.*\b(?:my (?:data|information|conversations?|chats?|messages)|what i (?:say|type|write))\b/,
    'The service keeps your conversations, the outcomes reported to it, your plans and permissions, and what it last saw of your portfolio, under your account only. “Delete my data” under Account, Settings removes all of it. What your wallet did stays in this browser and, for everyone to see, on the chain. Your keys are never here.',
  ],
  [
    /\b(?:dark|light|night) (?:mode|theme)\b|\bthemes?\b/,
    'The switch at the top of the page sets the light or dark theme, or follows your system. I cannot switch it from here.',
  ],
  [
    /\b(?:contact|reach|talk to|speak to|speak with|get)\b.*\b(?:support|humans?|person|someone|help ?desk|team)\b|\b(?:customer )?(?:support team|customer service|help ?desk)\b/,
    'There is no person behind this conversation, only rules: say “help” for what I can do. The people who run this app may offer support; no one who is helping you needs your keys or seed phrase.',
  ],
  [
    /\b(?:credit|debit|bank) ?(?:cards?|accounts?|transfers?)\b|\b(?:fiat|paypal|apple pay|iban|my bank)\b|\bfrom (?:coinbase|kraken|an? exchange|my exchange)\b|\b(?:get|put|bring|add|load) (?:my )?(?:money|funds|crypto|coins|cash) (?:in|into|on|here)\b/,
    'I cannot take cards or bank transfers, or pay out to a bank. To bring money in, withdraw it from your exchange to your own address, on a network I work on; to cash out, send it to the deposit address your exchange gives you. Ask “what is my address” for yours.',
  ],
  [
    /\b(?:hardware wallets?|trezor|metamask|rabby|walletconnect|wallet connect|coinbase wallet|which wallets?|what wallets?)\b/,
    'Any browser wallet that signs for your account will do, such as MetaMask or Rabby, and a hardware wallet through one of them. The wallet keeps the keys; the app only asks it to sign.',
  ],
  [
    /\b(?:add|import) (?:a |an |my |new |custom |other |own )*tokens?\b|\b(?:custom|unlisted|unknown) tokens?\b/,
    'I work only with the tokens on the app’s lists, so that no look-alike is taken for the real one. Others cannot be added in the chat.',
  ],
  [
    /\b(?:mev|sandwich\w*|front-?run\w*)\b/,
    'MEV is what others earn by placing their transactions around yours, such as buying before a swap and selling after it. Slippage limits what it can cost you: a swap that would bring less than the card says is called off.',
  ],
  [
    /\bprice impact\b/,
    'Price impact is how far a swap itself moves the price, because the pool it trades in is only so large. The card compares what you give and get by independent prices, and warns where the loss is large.',
  ],
  [/\bre-?balanc\w*\b/, aboutRebalancing],
  [
    /\bpermissions?\b.*\b(?:given|granted|active|have|revoke|end|list|show|my)\b|\b(?:which|what|list|show|my|revoke|see|view)\b.*\bpermissions?\b/,
    'Permissions to propose a rebalance are under Account, Permissions, where you can revoke each at any time. They give no power over your money: every move is a card that waits for you. Token approvals are a different thing; here they are for the exact amount of a step. “What approvals do I have” lists those that stand.',
  ],
  [
    /\bopen[- ]?source\b|\bsource code\b|\bgithub\b/,
    'Countersign is open source, under the MIT licence: anyone can read how a card is worked out, and run it.',
  ],
  [
    /\b(?:is|are) (?:this|these|it|that|they)(?: all)? (?:real|fake|play) (?:money|coins?|tokens?|eth)\b/,
    'That depends on the network: on the local chains and on testnets it is play money; on every other network it is real. The card names the network of each step.',
  ],
  [
    /\b(?:mempools?|session keys?)\b|\bwhat does revert(?:ed)? mean\b/,
    'A transaction your wallet has sent waits among the pending ones, in the mempool, until a block includes it. Then it either does everything it is meant to do, or reverts: in that case none of it happens, and only the network fee is spent. I use no session keys: your wallet signs each transaction itself.',
  ],
  [
    /\b(?:faucets?|test (?:tokens|coins|eth|money)|play money)\b/,
    'On the local chains, “Get play money” in the menu behind your account fills your wallet. On real networks I have nothing to give: coins there come from an exchange or from someone who sends them.',
  ],
  [
    /\b(?:transaction hash(?:es)?|what(?:'s| is) a (?:tx )?hash|(?:block )?explorers?|etherscan|basescan)\b/,
    'A hash is the number by which anyone can find a transaction on its chain; an explorer is a page that shows it. Activity, below the list of conversations, has the hash of each of yours.',
  ],
  [
    /\b(?:phones?|mobile|android|iphone|ios|tablet)\b/,
    'The app runs in the browser, on a phone too: open it in the browser of your wallet’s own app, so that the wallet can sign.',
  ],
  [
    /\b(?:ens|\.eth names?)\b/,
    'A name such as alice.eth (ENS) stands for an address. I look it up on Ethereum, where names are kept, if that is supported here, and the card looks it up again by itself, beside the whole address.',
  ],
  [
    /\b(?:speak|understand|talk|know)\b.*\b(?:english|german|french|spanish|italian|portuguese|chinese|japanese|languages?)\b|\bwhat languages\b/,
    'I read only plain English. In other languages I cannot tell for certain what is meant, so I prepare nothing.',
  ],
]
