/**
 * What a person's words may be about that the agent answers from its own texts, or by what needs no more than that: a
 * table, the wallet's holdings or loans, the outcome of the last proposal, or its withdrawal. `lines/README.md` says what
 * belongs to each.
 */
export const topics = [
  ...(['none', 'help', 'about', 'greeting', 'thanks', 'networks', 'markets', 'borrow-rates', 'meaning'] as const),
  ...(['holdings', 'loan', 'outcome', 'decline'] as const),
  ...([
    'tokens',
    'advice',
    'scams',
    'theft',
    'totals',
    'activity',
    'failed',
    'duration',
    'declining',
    'limits',
  ] as const),
  ...([
    'session',
    'privacy',
    'theme',
    'contacts',
    'nodes',
    'quiet',
    'notifications',
    'support',
    'fiat',
    'wallets',
    'mobile',
    'languages',
    'open-source',
  ] as const),
  ...(['mev', 'price-impact', 'rebalancing', 'permissions', 'play-money', 'mempool', 'faucet', 'hash', 'ens'] as const),
  ...(['fees', 'address-owner', 'loss', 'insurance', 'public', 'keys', 'trust', 'undo', 'signing'] as const),
  ...(['warnings', 'countersigning', 'signing-in', 'closing'] as const),
  ...(['guaranteed', 'lending-vs-staking', 'wrapping', 'impermanent-loss', 'gas', 'slippage', 'health'] as const),
  ...(['liquid-staking', 'flash-loans', 'lending', 'lockup', 'apr', 'plans', 'staking', 'bridging'] as const),
  ...(['orders', 'swaps', 'nfts', 'approvals', 'sources', 'cards', 'risks', 'testnet', 'stablecoins'] as const),
  ...(['basics', 'how-unstake', 'how-plan', 'how-stake', 'how-repay', 'how-borrow', 'how-withdraw'] as const),
  ...(['how-supply', 'how-bridge', 'how-nft', 'how-send', 'how-swap'] as const),
] as const
export type Topic = (typeof topics)[number]
