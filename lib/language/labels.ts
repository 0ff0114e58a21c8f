/** The kind of a clause: asked for, asked about, told, refused, a condition, a hypothesis, a yes. */
export const kinds = ['request', 'question', 'report', 'refusal', 'condition', 'hypothetical', 'agreement'] as const
export type Kind = (typeof kinds)[number]

/** The action of a clause, whatever its kind. */
export const actions = [
  ...(['swap', 'bridge', 'send', 'sendNft', 'wrap', 'unwrap'] as const),
  ...(['stake', 'unstake', 'claim', 'supply', 'withdraw', 'borrow', 'repay', 'rebalance', 'autoRebalance'] as const),
  ...(['approve', 'revoke', 'callContract'] as const),
  ...(['balances', 'price', 'yields', 'markets', 'positions', 'allowances', 'history', 'fees', 'explain'] as const),
  // Actions on what was proposed or planned before.
  ...(['revise', 'repeat', 'undo', 'cancel', 'pause', 'resume'] as const),
  // Told of or asked about, never asked for: a wallet in other hands, and a fraud.
  ...(['alarm', 'scam'] as const),
] as const
export type Action = (typeof actions)[number]

/** True for what moves something or gives a permission, rather than shows or changes a request. */
export const isDone = (action: Action): boolean => actions.indexOf(action) <= actions.indexOf('callContract')

/** The role of a piece in its clause; `lines/README.md` explains each. */
export const roles = [
  ...(['give', 'get', 'about', 'amount', 'value', 'keep', 'excluded', 'discarded'] as const),
  ...(['receiver', 'sender', 'spender', 'contract', 'function', 'argument'] as const),
  ...(['chain', 'fromChain', 'toChain', 'protocol', 'position', 'nft', 'collection'] as const),
  ...(['slippage', 'rate', 'lockup', 'atMost', 'atLeast', 'limit'] as const),
  ...(['when', 'every', 'until', 'count', 'plan', 'reference'] as const),
] as const
export type Role = (typeof roles)[number]
