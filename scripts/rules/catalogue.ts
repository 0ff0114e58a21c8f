/**
 * Facts that the source of a rule does not state in one place: when it finds what, and where its threshold comes from.
 * `asks` is for rules without an `about` of their own. A test compares this list with the rules in the source.
 */
type CatalogueEntry = { asks?: string; finds: string; source?: string }
type CatalogueSection = { title: string; about: string; rules: Readonly<Record<string, CatalogueEntry>> }

export const catalogue: readonly CatalogueSection[] = [
  {
    title: 'Every proposal',
    about: 'These rules run for every plan, whichever tool made it.',
    rules: {
      G2: {
        finds: 'BLOCK where the proposal names another wallet, no wallet is connected, or the account has changed.',
        source: 'EIP-1193',
      },
      G3: {
        finds:
          'BLOCK where the app does not serve the chain, the steps are on several chains, or the node or the wallet is on another one. The card offers to switch; it never switches unasked.',
        source: 'Coinspect PERM-009',
      },
      G5: {
        finds: 'BLOCK where a step reverts in the simulation. UNVERIFIED where the node cannot simulate all steps.',
      },
      G6: { finds: 'BLOCK where the balance is less than what the steps send plus the highest network fee.' },
      G7: {
        finds:
          'BLOCK where more leaves than the tool declares, another asset leaves, a debt grows unasked, or a permission stays that was not declared. One base unit more is let pass from 10,000 units on: some tokens count in shares. OK otherwise.',
        source: 'Aave aTokens 3.5 for the unit',
      },
      G8: {
        finds:
          'DANGER where what should arrive does not. BLOCK where an exchange brings less than promised, else DANGER.',
      },
      G9: {
        finds:
          'BLOCK for wrong decimals or no token at the address. DANGER for a symbol that imitates a listed one, has letters of other scripts, or is not the token named. WARN for an unlisted token, a name that reads like a listed one, or one without decimals.',
        source: 'UTS 39; Rabby 1008, 1097, 1107',
      },
      G10: {
        finds:
          'DANGER for a recipient that you refused, that differs from the one you wrote, or that only the agent named; for someone else who gets what you pay for, unless you asked for just that; for a spender or holder of a power that this app does not know.',
        source: 'Rabby 1069, 1096, 1103, 1139',
      },
      'G10.name': {
        finds:
          'DANGER where the ENS name you wrote has no address or another one. UNVERIFIED where it cannot be looked up here. INFO where it is the address of another chain. OK otherwise.',
        source: 'ENSIP-10, ENSIP-11',
      },
      G11: {
        finds:
          'Compares four characters at each end with the addresses you know. BLOCK where both ends match and the middle does not, DANGER where one end does, or where you wrote the address yourself. Leading zeros alone count for nothing.',
        source: 'MetaMask, Safe',
      },
      G12: {
        finds:
          'WARN for a recipient never used, or never paid before and not in the address book. INFO for fewer than 5 transactions of its own.',
        source: 'Safe; Rabby 1018, 1036',
      },
      G13: {
        finds:
          'BLOCK for a recipient from which nothing comes back: the zero address, a burn address, a precompile (up to 0x1ff), a token contract. WARN for sending to yourself. INFO where a token contract gives its own token in return.',
        source: 'Rabby 1016',
      },
      G14: {
        finds:
          'WARN for a contract. DANGER for one that has code only on another chain. INFO for a personal account that delegates to a contract.',
        source: 'EIP-7702; Rabby 1019',
      },
      G15: { finds: 'BLOCK where calldata goes to an address without code.' },
      G16: {
        finds:
          'INFO for a proxy. WARN where one personal account can replace its code. BLOCK where the code changed between review and click.',
        source: 'EIP-1967, EIP-1167, EIP-2535',
      },
      G17: {
        finds: 'WARN where a contract is less than three days old. INFO where the chain itself is.',
        source: 'Rabby 1024',
      },
      G18: {
        finds:
          'DANGER for an approval without limit (2¹⁶⁰ − 1 or more), for more than 101% of what you hold, to a personal account, or to a contract that serves anyone. WARN for more than is needed, and for an earlier approval still open. OK where nothing stays allowed. The card offers the exact amount.',
        source: 'Rabby, Revoke; Aave (1/400 for interest)',
      },
      G19: {
        finds:
          'BLOCK for a change of owner, signers or code, and for foreign code run with a contract’s powers. DANGER for other permissions, at any depth. WARN for votes and for what an agent says about itself. INFO for a revocation.',
        source: 'EIP-2612, Permit2, ERC-7715',
      },
      G20: {
        asks: 'whether the function is called by its own name',
        finds: 'BLOCK where the agent’s name has the selector of a known function with another name.',
      },
      G21: {
        finds:
          'BLOCK where a call that this app built does not decode to what was asked. DANGER where a call has bytes that a plain one does not, or nests calls deeper than 4. UNVERIFIED for commands in an unknown form. INFO for a suffix.',
        source: 'Yield.xyz Shield',
      },
      G22: { finds: 'DANGER where the selector is not in the contract’s code, so that its fallback runs.' },
      G23: {
        asks: 'whether anything has changed since you looked',
        finds:
          'At the click, the plan is prepared and simulated again. BLOCK where the transaction is another one. WARN, and another look, where a figure moved by more than 5%, the network fee more than doubled, or a new finding appeared.',
        source: 'MetaMask',
      },
      'G23.environment': {
        finds: 'DANGER where the plan, simulated in another block, brings at least 0.5% less, allows more, or fails.',
        source: 'ZenGo, “red pill” attacks',
      },
      G24: {
        finds:
          'WARN where 90% or more of a holding leaves unasked, or less stays than the fees of two more transactions.',
      },
      G26: {
        finds:
          'BLOCK where what leaves exceeds your limit for one proposal or for 24 hours. UNVERIFIED where something has no price.',
      },
      G27: { finds: 'WARN where revoking a permission may use more than 1,000,000 gas.', source: 'Rabby 1118' },
      G28: {
        finds:
          'DANGER where a contract that this app does not know is paid and nothing, something unknown, or something only by its goodwill comes back; where tokens are destroyed; and where 5% or more is lost.',
        source: 'Rabby 1144',
      },
      G29: { finds: 'As `swap.price`, for a router that is called directly.' },
      G30: {
        finds:
          'WARN where assets of another account leave, such as those of a Safe you own; DANGER where a stranger gets them.',
      },
      G31: {
        finds:
          'WARN above 5,000,000 gas, DANGER above 16,777,216. WARN above a tenth of the sum and $50, DANGER above $250. For small sums INFO above a tenth of what moves, WARN above all of it.',
        source: 'EIP-7825; LI.FI for the tenth',
      },
      G32: {
        finds:
          'DANGER where the pool’s other token is unknown. As `swap.price` for what is lost to a price that is off.',
      },
      G33: { finds: 'DANGER where the called contract is the receiver and no later call pays it on to you.' },
      G34: {
        finds:
          'For what the service proposes by itself. DANGER where it goes beyond the plan or permission that you confirmed or signed in this browser: another token, network, receiver, more of it, or no date for it; WARN where it is less, or where you have asked for something in that conversation. UNVERIFIED where you confirmed nothing here. DANGER for a permission that it asks for by itself.',
      },
      G35: {
        finds:
          'What you asked for last, as a trained reader reads it (`lib/language`), against what the simulation shows: action, tokens, amounts in their part, receiver, network, slippage and other bounds. DANGER where a part that was read for sure differs, where a name or figure in your words is found nowhere in what happens, where your words ask for nothing of the kind, where the request was already used by an earlier call, and where a later step uses more than the earlier one brought; WARN where you have only agreed to an offer. UNVERIFIED where a part could not be compared, where your words may not ask for it or were not understood, for another language (names and figures are compared all the same), and where the reader could not be loaded. A permission to rebalance is compared in the same way: token, network, minimum gain, longest lock-up, and the maximum per move unless you typed that on the card.',
      },
      prepare: {
        asks: 'whether the tool can make a plan of the proposal',
        finds: 'BLOCK where it cannot; the card says why.',
      },
      repeated: {
        asks: 'whether the same was done, or is under way',
        finds:
          'DANGER where the same or nearly the same is under way, may have been sent, or was done within 12 hours while the agent says it failed. WARN where it was done otherwise, or stands on another card.',
      },
      standing: {
        asks: 'whether the service still waits for this proposal',
        finds: 'BLOCK where the service has taken it back. UNVERIFIED where it no longer waits, or cannot be asked.',
      },
      elsewhere: {
        asks: 'whether another browser is signing this',
        finds: 'DANGER where one has claimed it, until you accept that or it gives the claim back.',
      },
      rpc: {
        asks: 'whether the chain answers',
        finds: 'UNVERIFIED, once for all rules that needed the same answer.',
      },
    },
  },
  {
    title: 'Swaps and bridges',
    about: 'Rules of `execute_router_swap`. The router’s contract is pinned; its API only proposes routes.',
    rules: {
      'swap.amount': {
        asks: 'whether the amount makes sense',
        finds: 'BLOCK for zero. WARN below one cent, or without a price below a millionth of a token.',
      },
      'swap.same-token': { asks: 'whether the two sides differ', finds: 'BLOCK for the same token on the same chain.' },
      'swap.balance': { asks: 'whether you hold enough', finds: 'BLOCK where you do not.' },
      'swap.slippage': {
        asks: 'how much less may arrive',
        finds:
          'BLOCK above 20%, and outside of 0 to 1. DANGER above 5%, WARN above 3%, INFO above 1%. WARN below 0.1%: it often fails.',
        source: 'Uniswap, Rabby, LI.FI, Aave',
      },
      'swap.price': {
        asks: 'whether the price is fair',
        finds:
          'Loss against on-chain prices, at WARN, DANGER, BLOCK: 5, 10, 25% for a swap; 2, 5, 10% for the same asset over a bridge; 7.5, 15, 25% for both in one. A bridge also warns above 0.3% and $100. UNVERIFIED without a price. OK otherwise.',
        source: 'Uniswap; Rabby 1105; Aave for 25%',
      },
      'swap.price-source': {
        asks: 'whether two sources agree on the price',
        finds: 'WARN from 5% apart, DANGER from 25%. UNVERIFIED where a pool is the only source.',
      },
      'swap.fees': { asks: 'what the route and the network take', finds: 'WARN above 5% of what is swapped.' },
      'swap.exposure': {
        asks: 'what others can take by trading around it',
        finds: 'INFO above $50 on chains with a public mempool.',
      },
      'swap.minimum': {
        asks: 'whether the route guarantees its minimum',
        finds:
          'BLOCK where it guarantees nothing, or the calldata guarantees less than the quote. DANGER where the quote goes below your slippage. UNVERIFIED where the calldata cannot be read.',
      },
      'swap.calldata': {
        finds: 'UNVERIFIED where the router’s own views cannot read the calldata.',
        source: 'LI.FI CalldataVerificationFacet',
      },
      'swap.*': {
        asks: 'whether receiver, tokens, amount and chain are those asked for',
        finds: 'BLOCK where the calldata names another one.',
      },
      'swap.receiver': {
        asks: 'who receives on the other chain',
        finds: 'UNVERIFIED where the calldata does not tell.',
      },
      'swap.refund': { asks: 'who gets a refund', finds: 'DANGER where it is not you.' },
      'swap.arrives': {
        asks: 'whether the bridge delivers the token asked for',
        finds: 'UNVERIFIED where it may be another one.',
      },
      'swap.destination-call': { asks: 'whether the bridge calls a contract', finds: 'WARN where it does.' },
      'swap.destination-account': {
        asks: 'whether your account exists on the other chain',
        finds: 'DANGER for a contract account without code there.',
        source: 'LI.FI, Safe',
      },
      'swap.target': {
        asks: 'whether the router is the pinned one',
        finds: 'BLOCK where it is not, or the chain has none.',
      },
      'swap.spender': { asks: 'whether only the router is approved', finds: 'BLOCK where it is not.' },
      'swap.chain': { asks: 'whether the route is for this chain', finds: 'BLOCK where it is not.' },
      'swap.value': { asks: 'whether the coins sent are those asked for', finds: 'BLOCK where they are not.' },
      'swap.route': { asks: 'whether the chosen route is still offered', finds: 'WARN where it is not.' },
      'swap.allowance-left': {
        asks: 'whether an earlier approval stays',
        finds: 'INFO where it is larger than the swap.',
      },
      'swap.way-back': {
        asks: 'whether an unlisted token can be sold again',
        finds:
          'Sells it back in the simulation. DANGER where that fails or gives nothing, WARN for a loss above 30%. UNVERIFIED without a route. OK otherwise.',
      },
    },
  },
  {
    title: 'Sends',
    about: 'Rules of `send_native_gas_token`, beside those on recipients above.',
    rules: {
      'send.amount': {
        asks: 'whether the amount makes sense',
        finds: 'WARN for zero. INFO below 10⁹ wei: whole coins may be meant.',
      },
      'send.balance': {
        asks: 'whether the balance covers amount and fee',
        finds: 'BLOCK where it does not. The card offers the most that can be sent.',
      },
      'send.adjusted': { asks: 'whether less is sent than asked for', finds: 'INFO where the fee needs room.' },
    },
  },
  {
    title: 'NFTs',
    about: 'Rules of `transfer_nft`, and of NFTs sent by a contract call.',
    rules: {
      'nft.kind': {
        asks: 'whether the contract is a collection',
        finds: 'BLOCK where there is none, or it claims two standards. DANGER where it does not declare itself one.',
        source: 'ERC-165, ERC-721, ERC-1155',
      },
      'nft.collection': {
        asks: 'which collection it is',
        finds: 'DANGER where its name imitates a listed one. WARN for an unlisted one.',
      },
      'nft.owner': { asks: 'whether the NFT is yours', finds: 'BLOCK where it is someone else’s or no one’s.' },
      'nft.balance': { asks: 'whether you hold that many', finds: 'BLOCK where you do not.' },
      'nft.amount': {
        asks: 'how many are moved',
        finds: 'BLOCK for zero, and for more than one of an ERC-721. INFO where the agent does not say.',
      },
      'nft.approval': { asks: 'whether others may move it now', finds: 'INFO where someone may.' },
      'nft.recipient': { asks: 'whether the recipient is the collection', finds: 'BLOCK where it is.' },
      'nft.arrival': {
        asks: 'whether the NFT reaches the recipient',
        finds: 'DANGER where it does not. WARN where someone else may take it afterwards. OK otherwise.',
      },
      'nft.unsafe': {
        asks: 'whether the recipient is asked if it can hold NFTs',
        finds: 'WARN for a plain `transferFrom`.',
      },
    },
  },
  {
    title: 'Contract calls',
    about:
      'Rules of `call_smart_contract_function`. The agent’s ABI is a hint: labels come from a bundled table. Calls inside calls are read to a depth of 4, and judged like direct ones.',
    rules: {
      'call.*': {
        asks: 'whether the request can be encoded for certain',
        finds: 'BLOCK where function, ABI or arguments are unclear.',
      },
      'call.value': {
        asks: 'whether the function takes coins',
        finds: 'BLOCK where it takes none. DANGER where it is unknown.',
      },
      'call.unknown': {
        asks: 'whether the function is known',
        finds: 'UNVERIFIED where no table has it. DANGER where your own account obeys it.',
      },
      'call.reads': { asks: 'whether the function only reads', finds: 'WARN where it does.' },
      'call.signers': {
        asks: 'how many signatures your account needs afterwards',
        finds: 'WARN where fewer are needed, INFO otherwise. UNVERIFIED where it cannot be read.',
      },
      'call.arrival': {
        asks: 'whether the recipient gets everything you send',
        finds: 'DANGER where nothing arrives, or more than 5% is kept. WARN above 0.1%, and where nothing would move.',
      },
      'call.guarantee': {
        asks: 'how much less than shown may arrive',
        finds: 'WARN above 3%, DANGER above 5%. UNVERIFIED where the calldata does not tell.',
      },
    },
  },
  {
    title: 'Deposits and withdrawals',
    about:
      'Rules of `enter_staking_yield` and `exit_staking_yield`. The yield service builds the steps; they must be exactly one deposit or withdrawal for you.',
    rules: {
      'staking.yield': { asks: 'whether the yield is known', finds: 'BLOCK where it is not.' },
      'staking.closed': { asks: 'whether the yield is open', finds: 'BLOCK where it is not.' },
      'staking.network': {
        asks: 'whether the network is the one named',
        finds: 'BLOCK where it is another one. UNVERIFIED where the name is unknown.',
      },
      'staking.contract': {
        asks: 'whether the vault is known',
        finds: 'BLOCK where it is not the pinned one, or of an unknown kind. WARN for a vault on no list.',
      },
      'staking.asset': {
        asks: 'whether the vault takes this token',
        finds: 'BLOCK where it does not.',
        source: 'ERC-4626',
      },
      'staking.*': {
        asks: 'whether protocol and pool have these names',
        finds: 'WARN where the agent calls them otherwise.',
      },
      'staking.unit': { asks: 'in which unit the amount is', finds: 'BLOCK where that is unclear.' },
      'staking.amount': {
        asks: 'whether the amount is possible',
        finds: 'BLOCK for zero, for too many decimals, for more than the position, and for a step with another amount.',
      },
      'staking.balance': { asks: 'whether you hold enough', finds: 'BLOCK where you do not.' },
      'staking.limit': { asks: 'whether the vault takes this much', finds: 'BLOCK outside of its limits.' },
      'staking.vault-size': {
        asks: 'how large the vault is',
        finds: 'WARN below $50,000. UNVERIFIED without a price.',
      },
      'staking.vault-share': { asks: 'how much of the vault is yours', finds: 'WARN above 20%.' },
      'staking.apy': {
        finds:
          'Compares the claimed rate with the growth of a share over 7 days. DANGER where it is more than 3 times that, or that is zero; WARN where it is 2 points and 1.5 times higher. UNVERIFIED without history. OK otherwise.',
      },
      'staking.apy-high': { asks: 'whether the rate is plausible', finds: 'WARN above 50% a year.' },
      'staking.apy-stated': {
        asks: 'whether the source states the same rate',
        finds: 'WARN where the agent claims clearly more.',
      },
      'staking.worth': {
        finds:
          'After a deposit WARN for a loss above 0.1%, DANGER above 1%, BLOCK where the vault gives nothing. After a withdrawal WARN above 0.5%, DANGER above 3%. OK otherwise.',
        source: 'ERC-4626 inflation attacks',
      },
      'staking.leave': {
        finds:
          'Redeems the deposit in the simulation. A failure or a loss above 0.5% means that you cannot leave at once: DANGER where the agent claims otherwise, WARN where it says nothing, INFO where it says so. OK otherwise.',
      },
      'staking.steps': {
        asks: 'whether the steps are one deposit or withdrawal',
        finds: 'BLOCK where they are not.',
        source: 'Yield.xyz Shield',
      },
      'staking.from': { asks: 'whether the steps are for your account', finds: 'BLOCK where one is not.' },
      'staking.value': { asks: 'whether a step sends coins', finds: 'BLOCK where one does.' },
      'staking.calldata': {
        asks: 'whether each call is a plain one',
        finds: 'BLOCK where it does not re-encode to the same bytes.',
        source: 'Yield.xyz Shield',
      },
      'staking.target': { asks: 'which contract is called', finds: 'BLOCK where it is neither token nor vault.' },
      'staking.spender': { asks: 'who is approved', finds: 'BLOCK where it is not the vault.' },
      'staking.receiver': { asks: 'who benefits', finds: 'BLOCK where it is not you.' },
      'staking.approval': {
        asks: 'how much is approved',
        finds: 'WARN where more was asked for; it is cut to the exact amount.',
      },
      'staking.origin': {
        asks: 'whether this is the vault that you entered',
        finds:
          'BLOCK where the service names another place. UNVERIFIED where this browser has no record. OK otherwise.',
      },
      'staking.position': { asks: 'whether you have a position', finds: 'BLOCK where you have none.' },
      'staking.locked': { asks: 'whether the position is locked', finds: 'BLOCK where it is.' },
      'staking.liquidity': { asks: 'whether the vault can pay', finds: 'BLOCK where it cannot.' },
      'staking.remainder': { asks: 'whether next to nothing is left', finds: 'INFO below 0.1%.' },
      'staking.queue': { asks: 'whether the withdrawal is only requested', finds: 'INFO where it is.' },
    },
  },
  {
    title: 'Lending',
    about:
      'Rules of `lending_supply`, `lending_borrow`, `lending_repay` and `lending_withdraw`. `marketAddress` is a Spoke of Aave V4; a reserve is found by its token.',
    rules: {
      'lending.market': {
        asks: 'whether the market is one',
        finds: 'BLOCK where it is not, such as a pool of Aave V3. DANGER for an unknown market.',
      },
      'lending.reserve': {
        asks: 'which reserve is meant',
        finds: 'BLOCK where the market has none of this token, or several and none was chosen.',
      },
      'lending.paused': { asks: 'whether the token is paused', finds: 'BLOCK where it is.' },
      'lending.frozen': { asks: 'whether the token is frozen', finds: 'BLOCK for supplying and borrowing.' },
      'lending.borrowable': { asks: 'whether the token can be borrowed', finds: 'BLOCK where it cannot.' },
      'lending.amount': { asks: 'whether the amount is more than zero', finds: 'BLOCK where it is not.' },
      'lending.balance': { asks: 'whether you hold enough', finds: 'BLOCK where you do not.' },
      'lending.supplied': {
        asks: 'how much you have supplied',
        finds:
          'BLOCK where nothing is. DANGER for 1,000 times as much. INFO where all is withdrawn, or less than 0.25% is left.',
      },
      'lending.debt': {
        finds:
          'Repaying: BLOCK where you owe nothing, DANGER for 1,000 times as much, INFO where all is repaid or less than 0.25% is left. A contract call: INFO for a loan asked for, DANGER or BLOCK for a debt that grows by more than 0.001% unasked.',
      },
      'lending.allowance-left': {
        asks: 'whether an earlier approval stays',
        finds: 'INFO where it is larger than needed.',
      },
      'lending.cap': {
        asks: 'whether the market’s limit has room',
        finds: 'BLOCK where it has not, WARN from 98% on. UNVERIFIED where it cannot be read.',
        source: 'Aave',
      },
      'lending.liquidity': {
        asks: 'whether the market has enough',
        finds: 'BLOCK where it has not, WARN from 98% on. UNVERIFIED where it cannot be read.',
        source: 'Aave',
      },
      'lending.share': { asks: 'how much of the reserve is yours', finds: 'WARN above 25%.' },
      'lending.collateral': {
        asks: 'what counts as collateral',
        finds: 'BLOCK for borrowing without any. INFO where a supply is not used as collateral.',
      },
      'lending.health': {
        finds:
          'The health factor after the plan, from inside the simulation: BLOCK below 1, DANGER below 1.1, WARN below 1.5. A plan that improves it warns at most. UNVERIFIED where it cannot be read.',
        source: 'Aave (1.1 is red, 1.5 asks again)',
      },
      'lending.health-drop': {
        asks: 'how much less safe the loan becomes',
        finds: 'WARN where the health factor falls by more than 30%.',
      },
      'lending.pair': {
        asks: 'whether loan and collateral move apart',
        finds: 'INFO for a stable loan against volatile collateral, and the reverse.',
      },
    },
  },
  {
    title: 'Balances',
    about:
      'Rules of `show_token_balance_ui`. The chain’s figures are shown; an agent’s figure that differs is struck through.',
    rules: {
      'balances.account': { asks: 'whose balances these are', finds: 'INFO where they are another account’s.' },
      'balances.unread': { asks: 'what could not be read', finds: 'UNVERIFIED, by name.' },
      'balances.figures': {
        asks: 'whether the agent’s figures are right',
        finds: 'WARN where an amount is off by more than 1% or a price by more than 5%.',
      },
      'balances.unknown': { asks: 'whether all tokens can be found', finds: 'UNVERIFIED for those that cannot.' },
      'balances.repeated': { asks: 'whether a holding is listed twice', finds: 'WARN where one is.' },
      'balances.total': {
        asks: 'whether the total is right',
        finds: 'WARN where it is off by more than 1%. UNVERIFIED where something has no price.',
      },
    },
  },
  {
    title: 'Permission to rebalance',
    about: 'Rules of `request_auto_rebalance_permission`. Nothing moves by signing it.',
    rules: {
      'permission.agent': { asks: 'who asks', finds: 'BLOCK where that is unclear.' },
      'permission.token': { asks: 'whether the token can earn', finds: 'BLOCK for the native coin.' },
      'permission.position': {
        asks: 'what you have, and where',
        finds:
          'DANGER where the place that the agent names holds nothing of yours. UNVERIFIED where no place could be read.',
      },
      'permission.protocol': {
        asks: 'whether the position is where the agent says',
        finds: 'WARN where it is elsewhere. OK otherwise.',
      },
      'permission.amount': {
        asks: 'whether the agent’s amount is right',
        finds: 'WARN where it is off by more than 1%, DANGER by half or double. INFO for base units. OK otherwise.',
      },
      'permission.apy': {
        asks: 'whether the agent’s rate is right',
        finds:
          'WARN where it is off by 2 points and 1.5 times, DANGER by 3 times. WARN above 50% a year. UNVERIFIED without history. OK otherwise.',
      },
      'permission.min-increase': {
        asks: 'how much more a move must bring',
        finds:
          'BLOCK for zero or an absurd figure. WARN below 0.25 points a year. INFO where the unit is unclear. OK otherwise.',
      },
      'permission.lockup': {
        asks: 'how long the money may be locked',
        finds: 'BLOCK above 365 days, WARN above 30. OK otherwise.',
      },
      'permission.cap': {
        asks: 'how much one move may take',
        finds:
          'BLOCK without a limit. Above 101% of the position WARN, or DANGER where the wallet enforces it. OK otherwise.',
      },
      'permission.expiry': {
        asks: 'when it ends',
        finds: 'BLOCK where that has passed. DANGER above 90 days. OK otherwise.',
      },
    },
  },
]
