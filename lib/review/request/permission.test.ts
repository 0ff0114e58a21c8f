import { zeroHash } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { loadReader, type Reader } from '@/lib/language/reader/reader'
import type { Consent } from '@/lib/tools/tool'
import type { RebalancePermission } from '@/lib/wire/consent'
import { reviewTerms, type TermsRequest } from '../review-terms'

const chains = unreachableChains(...localChainIds)
const { tokens } = devnetAddresses
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const day = 86_400

let reader: Reader
beforeAll(async () => {
  reader = await loadReader()
})

/** A permission for at most 500 USDC a move, one percentage point, 7 days. */
const consentOf = (change: Partial<RebalancePermission> = {}, more: Partial<Consent> = {}): Consent => ({
  permission: {
    ...{
      chainId: localChainIds[0],
      owner,
      agentId: 1,
      token: tokens.USDC,
      protocol: 'Countersign vaults, Flexible USDC',
    },
    ...{ maxAmountPerMove: '500000000', minYieldIncreaseBps: 100, maxLockupDays: 7 },
    ...{ validAfter: 0, validUntil: 30 * day, nonce: zeroHash },
    ...change,
  },
  digest: zeroHash,
  pinned: {},
  ...more,
})

type Said = string | { user: string; agent: string }

const review = (consent: Consent, said: readonly Said[], more: Partial<TermsRequest> = {}) =>
  reviewTerms({
    ...{ consent, preparedFindings: [], chains, reader, now: () => 0 },
    conversation: {
      userMessages: said.map((each) => (typeof each === 'string' ? each : each.user)),
      agentBefore: said.map((each) => (typeof each === 'string' ? '' : each.agent)),
    },
    ...more,
  })

/** The findings about a permission after these messages, and the verdict. */
const found = (change: Partial<RebalancePermission>, ...said: Said[]) =>
  review(consentOf(change), said).findings.map(({ level, title }) => `${level}: ${title}`)

const whole = 'rebalance my USDC, at least 1 point more, 7 days at most'
const beyond = 'DANGER: This goes beyond a limit you set.'

describe('a permission that nobody asked for', () => {
  it.each(['hello', 'what is auto rebalance?', 'is auto rebalancing safe', 'what is the price of ETH?'])(
    '“%s” asks for none',
    (text) => expect(found({}, text)).toEqual(['DANGER: You did not ask for this.']),
  )

  it('is a danger after a request for something else', () => {
    expect(found({}, 'swap 1 ETH for USDC')).toEqual(['DANGER: You asked for something else.'])
  })

  it('needs to be acknowledged', () => {
    expect(review(consentOf(), ['hello']).verdict).toBe('acknowledge')
    expect(review(consentOf(), [whole]).verdict).toBe('ready')
  })

  it('is a danger after the request was taken back', () => {
    expect(found({}, whole, 'no, forget it')).toContain('DANGER: You did not ask for this.')
  })

  it('says nothing where the person wrote nothing', () => {
    expect(found({})).toEqual([])
  })
})

describe('words that only the service reports', () => {
  const reported = (text: string) => {
    const { findings, request } = review(consentOf(), [], {
      conversation: { userMessages: [text], ownWords: [], reported: [true] },
    })
    return { request, findings: findings.map(({ level, title }) => `${level}: ${title}`) }
  }
  const unseen = 'UNVERIFIED: This browser did not see you write this.'

  it('leave it open whether the person asked for a permission', () => {
    const { request, findings } = reported(whole)
    expect(findings).toEqual([unseen])
    expect(request).toMatchObject({ isReported: true, quote: whole })
  })

  it('are compared all the same', () => {
    expect(reported('rebalance my DAI, at least 1 point more, 7 days at most').findings).toEqual([
      expect.stringContaining('DANGER: This permission is for a different token'),
      unseen,
    ])
    expect(reported('hello').findings).toEqual(['DANGER: You did not ask for this.', unseen])
  })
})

describe('a permission that is asked for', () => {
  it.each<[string, Partial<RebalancePermission>]>([
    [whole, {}],
    [whole, { minYieldIncreaseBps: 200, maxLockupDays: 0 }],
    ['You may move my USDC between vaults', {}],
    ['auto rebalance my usdc if the apy is at least 1% better, max lockup 7 days', {}],
    [
      'automatically move my usdc to better yields, min increase 0.5%, no lockup',
      { minYieldIncreaseBps: 50, maxLockupDays: 0 },
    ],
    [
      'let the agent rebalance my weth when it gains 2% or more, at most 14 days locked',
      { token: tokens.WETH, minYieldIncreaseBps: 200, maxLockupDays: 14 },
    ],
    ['auto rebalance usdc 0.25% 14 days', { minYieldIncreaseBps: 25, maxLockupDays: 14 }],
    ['auto rebalance my 500 usdc, min 1%, 7 days', {}],
    ['auto rebalance up to 500 USDC, min 1%, 7 days', { maxAmountPerMove: '500200000' }],
  ])('“%s”: finds nothing', (text, change) => expect(found(change, text)).toEqual([]))

  it.each<[readonly Said[], Partial<RebalancePermission>]>([
    [['auto rebalance my usdc', 'at least 1% better, 7 days lockup max'], {}],
    [['rebalance my usdc automatically, min 1%, max 7 days lockup', 'at least 2%'], { minYieldIncreaseBps: 200 }],
    [['auto rebalance my usdc, min 1%, 7 days', 'weth not usdc'], { token: tokens.WETH }],
    [['auto rebalance my usdc, min 1%, 7 days', '30 days is fine too'], { maxLockupDays: 30 }],
    [
      [
        'auto rebalance my usdc pls',
        { agent: 'By how many percentage points must the new rate be higher?', user: '2%' },
        { agent: 'How many days of lock-up would you accept?', user: 'no lockup' },
      ],
      { minYieldIncreaseBps: 200, maxLockupDays: 0 },
    ],
  ])('%j: finds nothing', (said, change) => expect(found(change, ...said)).toEqual([]))

  it('shows what was said, and what was not', () => {
    const { request } = review(consentOf(), ['auto rebalance my usdc, at least 1% better'])
    expect(request).toMatchObject({ quote: 'auto rebalance my usdc, at least 1% better', reader: reader.version })
    expect(request?.parts.map(({ asked, is }) => [asked, is])).toEqual([
      ['Rebalance automatically', 'met'],
      ['USDC', 'met'],
      [expect.stringContaining('1%'), 'met'],
      ['longest lock-up', 'unsaid'],
    ])
  })
})

describe('a permission beyond what was asked', () => {
  it.each<[string, Partial<RebalancePermission>, string, string]>([
    ['a smaller gain', { minYieldIncreaseBps: 25 }, '1 point', 'a gain of at least 0.25 percentage points'],
    ['a longer lock-up', { maxLockupDays: 30 }, '7 days at most', 'a lock-up of up to 30 days'],
  ])('%s', (_, change, claim, observed) => {
    const { findings, verdict } = review(consentOf(change), [whole])
    expect(findings).toMatchObject([
      {
        rule: 'G35',
        level: 'DANGER',
        title: 'This goes beyond a limit you set.',
        claim: expect.stringContaining(claim),
        observed,
      },
    ])
    expect(verdict).toBe('acknowledge')
  })

  it('another token', () => {
    expect(found({ token: tokens.DAI }, whole)).toEqual([
      'DANGER: This permission is for a different token from the one you asked for.',
    ])
  })

  it('another network', () => {
    expect(found({}, 'auto rebalance my USDC on Base, 1%, 7 days')).toEqual([
      'DANGER: This permission is for a different network from the one you asked for.',
    ])
  })

  it('more than was said', () => {
    expect(found({}, 'auto rebalance at most 100 USDC, 1%, 7 days')).toEqual([beyond])
    expect(found({}, 'auto rebalance half of my USDC, 1%, 7 days')).toEqual([beyond])
  })

  it('everything at once', () => {
    const change = {
      token: tokens.DAI,
      minYieldIncreaseBps: 25,
      maxLockupDays: 30,
      maxAmountPerMove: (2n ** 255n).toString(),
    }
    expect(found(change, whole)).toEqual([
      'DANGER: This permission is for a different token from the one you asked for.',
      beyond,
      beyond,
    ])
  })

  it('offers to keep to what was said', () => {
    const { findings } = review(consentOf({ minYieldIncreaseBps: 25, maxLockupDays: 30 }), [
      'auto rebalance at most 100 USDC, min 1%, 7 days lockup',
    ])
    expect(findings.map(({ fix }) => fix && 'adjustments' in fix && fix.adjustments)).toEqual(
      expect.arrayContaining([{ minYieldIncreaseBps: 100 }, { maxLockupDays: 7 }, { cap: '100' }]),
    )
  })

  it('is the person’s own where they typed it on the card', () => {
    const said = ['auto rebalance at most 100 USDC, 1%, 7 days']
    expect(review(consentOf({}, { isOwnLimit: true }), said).findings).toEqual([])
  })
})

describe('an offer that was agreed to', () => {
  const agent =
    'Shall I watch your USDC and propose a move when another place pays at least 1 percentage point more, with a lock-up of 7 days at most?'

  it('is a warning', () => {
    expect(found({}, 'hello', { agent, user: 'yes' })).toContain('WARN: You agreed to the agent’s offer.')
    expect(found({}, 'hello', { agent, user: 'yes' }).filter((each) => each.startsWith('DANGER'))).toEqual([])
  })

  it('is a danger where the terms differ from it', () => {
    expect(found({ minYieldIncreaseBps: 1 }, 'hello', { agent, user: 'yes' })).toContain(beyond)
    expect(found({ maxLockupDays: 90 }, 'hello', { agent, user: 'yes' })).toContain(beyond)
    expect(found({ token: tokens.DAI }, 'hello', { agent, user: 'yes' })).toContain(
      'DANGER: This permission is for a different token from the one you asked for.',
    )
  })

  it('counts beside the person’s own words', () => {
    const said: Said[] = ['auto rebalance my USDC, at least 2% more', { agent, user: 'yes' }]
    expect(found({ minYieldIncreaseBps: 200 }, ...said).filter((each) => each.startsWith('DANGER'))).toEqual([])
    expect(found({}, ...said).filter((each) => each.startsWith('DANGER'))).toEqual([])
    expect(found({ minYieldIncreaseBps: 50 }, ...said)).toContain(beyond)
  })
})

describe('what cannot be read', () => {
  const french = 'Déplace mes USDC tout seul quand ça rapporte 1 % de plus, bloqués 7 jours au maximum s’il te plaît'

  it('leaves it unverified, and compares names and figures', () => {
    expect(found({}, french)).toEqual(['UNVERIFIED: Not checked: whether it is what you asked for.'])
    expect(found({ token: tokens.DAI }, french)).toEqual([
      'DANGER: This permission is for a different token from the one you asked for.',
      'UNVERIFIED: Not checked: whether it is what you asked for.',
    ])
  })

  it('is unverified without a reader', () => {
    const { findings, verdict } = review(consentOf(), [whole], { reader: null })
    expect(findings).toMatchObject([{ level: 'UNVERIFIED', title: 'Not checked: whether it is what you asked for.' }])
    expect(verdict).toBe('acknowledge')
  })

  it('is unverified where the words ask for a single move', () => {
    expect(found({}, 'rebalance to 50% ETH and 50% USDC')).not.toEqual([])
  })
})

describe('a second permission', () => {
  const { permission } = consentOf()

  it('is a danger for a request that was used', () => {
    expect(review(consentOf(), [whole], { earlier: [{ after: 1, permission }] }).findings).toMatchObject([
      { level: 'DANGER', title: 'This request was already carried out.' },
    ])
  })

  it('may be asked for again, or be for another token', () => {
    expect(review(consentOf(), [whole, whole], { earlier: [{ after: 1, permission }] }).findings).toEqual([])
    const both = 'rebalance both my usdc and my weth automatically, at least 1% better, at most 7 days locked'
    const earlier = [{ after: 1, permission: { ...permission, token: tokens.WETH } }]
    expect(review(consentOf(), [both], { earlier }).findings).toEqual([])
  })
})

describe('what the service begins by itself', () => {
  it('is no permission that anything agreed to covers', () => {
    const permission = { is: 'permission', permission: consentOf().permission, hasEnded: false } as const
    expect(review(consentOf(), [], { basis: permission }).findings).toMatchObject([{ rule: 'G34', level: 'DANGER' }])
    const unknown = { is: 'unknown', by: null } as const
    expect(review(consentOf(), [], { basis: unknown }).findings).toMatchObject([{ rule: 'G34', level: 'UNVERIFIED' }])
  })

  it('is compared with the words, if there are any', () => {
    const unknown = { is: 'unknown', by: null } as const
    expect(review(consentOf(), ['hello'], { basis: unknown }).findings).toMatchObject([
      { rule: 'G35', level: 'DANGER' },
    ])
  })
})
