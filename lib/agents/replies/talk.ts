import type { Abstention } from '../frames/abstain'
import type { SmallTalk } from '../frames/reads'

/** An example of a swap that is sure to be understood. */
const forExample = '“swap 0.1 ETH for USDC”'

export function smallTalk(
  topic: SmallTalk | 'unclear' | 'beyond' | 'unknown' | 'quoted' | 'nothing-open' | 'rebalance' | 'rebalance-end',
  networks: string,
): string {
  switch (topic) {
    case 'help':
      return [
        `I work on ${networks}. You can ask me to:`,
        '',
        `- swap tokens: ${forExample}, “sell half my ETH for USDC with 1% slippage”`,
        '- bridge: “bridge 100 USDC from Ethereum to Base”',
        '- send coins and tokens: “send 0.05 ETH to 0x…”, “send 20 USDC to 0x…”',
        '- lend and borrow: “supply 100 USDC”, “borrow 50 DAI”, “repay all my DAI”, “withdraw half my supplied USDC”',
        '- stake: “best yield for my USDC”, “stake 100 USDC”, “unstake all”',
        '- watch for better yields: “rebalance my USDC yield automatically if there is at least 1% more and no lock-up over 7 days”',
        '- buy on a schedule: “buy $50 of ETH every Friday for 10 weeks”, “my plans”, “pause plan 1”',
        '- send NFTs: “send my Postcard #3 to 0x…”, “which NFTs do I have”',
        '- see what is earning for you: “what do I earn”, “how safe is my loan”, “analyse my portfolio”',
        '- show what you have: “what’s my balance”, “how much USDC do I have on Base”',
        '- tell prices: “what is ETH worth”',
        '',
        'I only propose. Each proposal is a card showing what really happens, and nothing is done until you countersign it.',
      ].join('\n')
    case 'who':
      return 'I am Countersign, an agent that turns plain requests into wallet actions for you to check and sign. I work by fixed rules and hold no keys. I can swap, bridge, send, lend, borrow, stake, find yields, show balances and tell prices; say “help” for examples.'
    case 'networks':
      return `I work on ${networks}, and no other networks, with the tokens on the app’s lists for them: “what is USDC worth” shows whether I know one. You can swap, bridge, send, lend, borrow and stake there; any browser wallet that signs for your account will do.`
    case 'greeting':
      return `Hello. Tell me what you want to do, such as ${forExample}, or say “help”.`
    case 'rebalance':
      return 'With your permission, the service checks one of your yield positions from time to time. When another place pays enough more, within the lock-up you accept, I propose the move: first the withdrawal, then the deposit, each on its own card. Nothing moves by itself, and you can revoke the permission at any time under Account, Permissions. Say “rebalance my USDC yield automatically if there is at least 1% more and no lock-up over 7 days”.'
    case 'rebalance-end':
      return 'Nothing has been prepared. A permission ends the moment you revoke it under Account, Permissions, or when its time is up: after that, no move is proposed.'
    case 'thanks':
      return 'You’re welcome.'
    case 'nothing-open':
      return `There is nothing waiting for an answer. Tell me what you want to do, such as ${forExample}.`
    case 'beyond':
      return `I cannot do that. I work with your wallet only: I can swap, bridge, send, lend, borrow, stake, find yields, show balances and tell prices. Try ${forExample}, or say “help”.`
    case 'unknown':
      return `I cannot answer that, and nothing has been prepared. I know what you hold, owe and earn; prices, yields and gas; and how swaps, bridges, lending, vaults, plans and this app work. Ask “what do I have” or “best yield for USDC”, or say “help”.`
    case 'quoted':
      return 'Those are someone else’s words, and I act only on yours, so nothing has been prepared. If you want it yourself, ask for it in your own words, without quotation marks.'
    case 'unclear':
      return `I did not understand that, so nothing has been prepared. I can swap, bridge, send, lend, borrow, stake, find yields, show balances and tell prices: try ${forExample}, or say “help”.`
  }
}

const notYet = (what: string): string =>
  `I cannot ${what} yet, so nothing has been prepared. Say “help” for what I can do.`

/** Explains why nothing is proposed. */
export function abstain(topic: Abstention): string {
  switch (topic) {
    case 'injection':
      return 'A message cannot change my rules, so nothing has been prepared. If you want something done, say only that.'
    case 'negated':
      return `All right: nothing has been prepared, and nothing was sent. If there is something you do want, say only that, such as ${forExample}.`
    case 'past':
      return 'That sounds like something already done, so nothing has been prepared. Your wallet’s activity shows what was sent; ask “what do I have” for what is there now, or say it as a request.'
    case 'hypothetical':
      return `Nothing is prepared while you think it over. When you want it, say it as a request, such as ${forExample}.`
    case 'conditional':
      return 'I cannot place limit orders or wait for a condition: what I prepare happens at the current price once you countersign it. Nothing has been prepared.'
    case 'scheduled':
      return 'Nothing has been prepared. The only thing I can repeat is a swap, as a plan: say it like “buy $50 of ETH every Friday for 10 weeks”. I cannot do a single action at a later time.'
    case 'leverage':
      return notYet('trade with leverage')
    case 'lending':
      return 'I could not tell what to do about lending, so nothing has been prepared. Say it like “supply 100 USDC”, “borrow 50 DAI”, “repay all my DAI” or “how safe is my loan”.'
    case 'staking':
      return 'I could not tell what to do about yields, so nothing has been prepared. Say it like “best yield for USDC”, “stake 100 USDC”, “unstake all” or “what do I earn”.'
    case 'nft':
      return 'I can list and send NFTs, but not mint, trade, bridge or burn them, or tell what they are worth, so nothing has been prepared. Say it like “which NFTs do I have” or “send my Postcard #3 to 0x…”.'
    case 'liquidity':
      return notYet('provide liquidity')
    case 'contract':
      return notYet('call contracts, claim, or give approvals')
    case 'keys':
      return 'I never see your private key or seed phrase: they stay in your wallet, and nothing has been prepared. Never type them here or anywhere else; no one who is helping you needs them.'
    case 'scam':
      return 'I cannot tell who is behind it, so nothing has been prepared. Anyone who asks you to send coins or type in your keys, to keep an account or to get one back, is after your money: do not send anything.'
    case 'receiving':
      return 'I cannot take money from anyone or ask them for it, so nothing has been prepared. To be paid, give them your address and name the network: “what is my address” shows it.'
    case 'advice':
      return `I cannot give advice or quotes in words. To see what something would come to, say ${forExample}: the card shows the route, the price and the fees, and nothing happens until you countersign it.`
  }
}
