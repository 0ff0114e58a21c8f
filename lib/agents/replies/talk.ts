import type { Abstention, TalkTopic } from '../meaning/understanding'
import { aboutRebalancing, ofTheft } from './texts'

/** An example of a swap that is sure to be understood. */
const forExample = '“swap 0.1 ETH for USDC”'

/** Reply to "undo that". A confirmed transaction is final; a pending one can still be replaced in the wallet. */
export const cannotBeUndone =
  'What is confirmed on a chain cannot be undone or called back, by me or by anybody else. If you paid the wrong person, ask the receiver to send it back. While your wallet still shows it as pending, you can cancel it or speed it up there. Nothing has been prepared.'

export function smallTalk(topic: TalkTopic, networks: string): string {
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
    case 'about':
      return `I am Countersign, an agent for your wallet on ${networks}: a program that reads by rules and a small trained model, and no person. I propose, you decide: each proposal is a card showing what really happens, and nothing is done until you countersign it and your wallet signs. Say “help” for what I can do.`
    case 'networks':
      return `I work on ${networks}, and on no other networks. What you hold elsewhere I can neither see nor move; ask “what do I have” for what you hold on these.`
    case 'greeting':
      return `Hello. Tell me what you want to do, such as ${forExample}, or say “help”.`
    case 'rebalance':
      return aboutRebalancing
    case 'rebalance-end':
      return 'Nothing has been prepared. A permission ends the moment you revoke it under Account, Permissions, or when its time is up: after that, no move is proposed.'
    case 'thanks':
      return 'You’re welcome.'
    case 'nothing-open':
      return `There is nothing waiting for an answer. Tell me what you want to do, such as ${forExample}.`
    case 'final':
      return cannotBeUndone
    case 'unknown':
      return `I have no answer to that, and nothing has been prepared. I am Countersign, an agent for your wallet on ${networks}. I know what you hold, owe and earn; prices, yields and gas; and how swaps, bridges, lending, vaults, plans and this app work. Ask “what do I have” or “best yield for USDC”, or say “help”.`
    case 'quoted':
      return 'Those are someone else’s words, and I act only on yours, so nothing has been prepared. If you want it yourself, ask for it in your own words, without quotation marks.'
    case 'language':
      return `I read only English, so nothing has been prepared. Say it in English, such as ${forExample}.`
    case 'unclear':
      return `I did not understand that, so nothing has been prepared. I can swap, bridge, send, lend, borrow, stake, find yields, show balances and tell prices: try ${forExample}, or say “help”.`
  }
}

const notYet = (what: string): string =>
  `I cannot ${what} yet, so nothing has been prepared. Say “help” for what I can do.`

/** Explains why nothing is proposed. `said`: when, in the person's words. */
export function abstain(topic: Abstention, said?: string): string {
  switch (topic) {
    case 'negated':
      return `All right: nothing has been prepared, and nothing was sent. If there is something you do want, say only that, such as ${forExample}.`
    case 'past':
      return 'That sounds like something already done, so nothing has been prepared. Your wallet’s activity shows what was sent; ask “what do I have” for what is there now, or say it as a request.'
    case 'hypothetical':
      return `Nothing is prepared while you think it over. When you want it, say it as a request, such as ${forExample}.`
    case 'conditional':
      return 'I cannot place limit orders or wait for a condition: what I prepare happens at the current price once you countersign it. Nothing has been prepared.'
    case 'scheduled':
      return `Nothing has been prepared${said ? ` for “${said}”` : ''}. I can repeat a swap or a payment, as a plan: say it like “buy $50 of ETH every Friday for 10 weeks”. I cannot repeat anything else, and I cannot do a single action at a later time.`
    case 'contract':
      return notYet('call contracts, claim, or give approvals')
    case 'weights':
      return 'I cannot bring a portfolio to target shares or move a position in one step yet, so nothing has been prepared. Say each move by itself, such as “unstake 100 USDC” or “swap 0.1 ETH for USDC”; or let me watch what earns: “rebalance my USDC yield automatically if there is at least 1% more and no lock-up over 7 days”.'
    case 'scam':
      return [
        'Treat it as a scam: I cannot tell who is behind it, and whoever asks you to send coins, to sign or to type in your recovery phrase is after your money. Do not send anything, sign anything or follow its links. Nobody who helps you needs your phrase or your keys, and no support asks for them.',
        '',
        'If you have already given away your phrase, move what you have to a new wallet with a new phrase at once. If you have signed or approved something, ask “what approvals do I have?” and revoke what you do not know. What has been sent cannot be called back. Nothing has been prepared.',
      ].join('\n')
    case 'alarm':
      return ofTheft
  }
}
