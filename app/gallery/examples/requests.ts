import type { AnsweredRequest, RequestPart } from '@/lib/review/review'
import { stranger } from '../call'

const part = (respect: RequestPart['respect'], asked: string, is: RequestPart['is'] = 'met'): RequestPart => ({
  respect,
  asked,
  found: asked,
  is,
})

/** Requests as the cards quote them. */
export const requests: readonly { title: string; request: AnsweredRequest }[] = [
  {
    title: 'Every part as asked',
    request: {
      quote: 'Swap 500 USDC for ETH',
      parts: [part('action', 'Swap'), part('gives', '500 USDC'), part('gets', 'ETH')],
      reader: '1',
    },
  },
  {
    title: 'One part not as asked, one not checked',
    request: {
      quote: 'swap 50 USDC for ETH on Base please, at most 0.1% slippage, and do not touch my DAI',
      parts: [
        part('action', 'swap'),
        part('gives', '50 USDC', 'different'),
        part('gets', 'ETH'),
        part('chain', 'on Base', 'different'),
        part('limit', 'at most 0.1% slippage'),
        part('keeps', 'do not touch my DAI', 'unread'),
      ],
      reader: '1',
    },
  },
  {
    title: 'A long request with an address',
    request: {
      quote: `Good morning! Yesterday we spoke about the rent, and I would like to settle it now. Please send 500 USDC to ${stranger} from my account, but only if nothing else moves; after that tell me what is left of the month’s budget.`,
      parts: [
        part('action', 'send', 'different'),
        part('gives', '500 USDC'),
        part('receiver', `to ${stranger}`, 'different'),
        part('keeps', 'only if nothing else moves', 'unread'),
      ],
      reader: '1',
    },
  },
  {
    title: 'Words that only the service reports',
    request: {
      quote: 'Swap 500 USDC for ETH',
      isReported: true,
      parts: [part('action', 'Swap'), part('gives', '500 USDC'), part('gets', 'ETH', 'unread')],
      reader: '1',
    },
  },
  {
    title: 'An offer that the person agreed to',
    request: {
      quote: 'yes, do that',
      offer: 'I can swap `500 USDC` for **ETH** on *Ethereum* at the market’s price. Shall I?',
      parts: [
        { ...part('action', 'swap'), offered: true },
        { ...part('gives', '500 USDC'), offered: true },
        { ...part('gets', 'ETH'), offered: true },
      ],
      reader: '1',
    },
  },
  {
    title: 'An offer that the card does not keep',
    request: {
      quote: 'yes',
      offer: 'I can swap `50 USDC` for **ETH**. Shall I?',
      parts: [
        { ...part('action', 'swap'), offered: true },
        { ...part('gives', '50 USDC', 'different'), offered: true },
        { ...part('gets', 'ETH'), offered: true },
      ],
      reader: '1',
    },
  },
  { title: 'Nothing of it read', request: { quote: 'the usual, please', parts: [], reader: '1' } },
]
