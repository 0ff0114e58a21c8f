import { expect, it } from 'vitest'
import { withoutMarkdown } from './quote-of'

it.each([
  ['I can swap `100 USDC` for **ETH** on *Base*.', 'I can swap 100 USDC for ETH on Base.'],
  ['## Offer\n- `0.1 ETH` to [anna.eth](https://example.org)', 'Offer\n0.1 ETH to anna.eth'],
  ['> ~~100~~ __200__ _DAI_', '100 200 DAI'],
  ['2 * 3 * 4 and snake_case_name and a lone ` mark', '2 * 3 * 4 and snake_case_name and a lone ` mark'],
])('leaves the words of %j', (text, words) => expect(withoutMarkdown(text)).toBe(words))
