import type { Rule } from './rule'

/**
 * G16 (part): a contract that runs the code of another, which somebody can exchange (EIP-1967). That is common and no
 * fault; code that is exchanged between review and click blocks (`compareReviews`).
 */
export const proxyRule: Rule = {
  id: 'G16',
  about: 'whose code the contract runs',
  check: (context) =>
    context.proxies().map(({ proxy, implementation }) => ({
      level: 'INFO',
      title: 'The contract runs code that can be exchanged.',
      observed: `${proxy} runs the code of ${implementation}`,
      why: 'Whoever administers it can make it do something else later.',
    })),
}
