import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import type { Plan } from '@/lib/tools/plan'
import { account, friend, nobody, thief } from '../../fixtures/local-chain'
import {
  approve,
  erc20,
  levels,
  native,
  of,
  planOf,
  reviewOn,
  sendNative,
  sendToken,
  step,
  tokenCall,
} from '../../fixtures/plans'
import { reviewBench, typed, used } from '../../testing/bench'

const bench = reviewBench()

describe('G10: where an address comes from', () => {
  test('a recipient that only the agent named is DANGER', async () => {
    expect(of(await reviewOn(bench.local, sendNative(friend, 1n)), 'G10')).toMatchObject([
      { level: 'DANGER', observed: friend },
    ])
  })

  test('is DANGER for any asset and at any depth of a batch if only rewards were asked for', async () => {
    const { usdc, postcards, badges } = bench.local
    const transfer = parseAbi(['function transfer(address, uint256)'])
    const batch = parseAbi(['function execute((address, uint256, bytes)[])'])
    const inside = encodeFunctionData({ abi: transfer, args: [thief, 5_000n] })
    const many = parseAbi(['function safeBatchTransferFrom(address, address, uint256[], uint256[], bytes)'])
    const steps = [
      step(postcards, tokenCall('safeTransferFrom', [account, thief, 1n])),
      step(badges, encodeFunctionData({ abi: many, args: [account, thief, [7n], [5n], '0x'] })),
      step(account, encodeFunctionData({ abi: batch, args: [[[usdc, 0n, inside]]] })),
      step(usdc, inside),
      step(thief, '0x', 1n),
    ]
    for (const each of steps) {
      const review = await reviewOn(bench.local, planOf([each]), typed('claim my rewards'))
      expect(of(review, 'G10'), each.data).toMatchObject([{ level: 'DANGER', observed: thief }])
    }
  })

  test('is DANGER for other standards, other kinds of batches, or beside a claim too', async () => {
    const { usdc, postcards, badges } = bench.local
    const call = (signature: string, args: readonly unknown[]): Hex =>
      encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
    const several = encodeAbiParameters(parseAbiParameters('(address,uint256,bytes)[]'), [
      [
        [badges, 0n, call('claimRewards()', [])],
        [thief, 5n, '0x'],
      ],
    ])
    const card = call('safeTransferFrom(address,address,uint256,bytes)', [account, thief, 1n, '0x'])
    const steps = [
      step(account, call('execute(bytes32,bytes)', [`0x01${'00'.repeat(31)}`, several])),
      step(
        account,
        call('executeBatch(address[],bytes[])', [
          [badges, postcards],
          ['0x12345678', card],
        ]),
      ),
      step(badges, call('transfer(address,uint256,uint256)', [thief, 7n, 5n])),
      step(usdc, call('send(address,uint256,bytes)', [thief, 5_000n, '0x'])),
      step(usdc, call('transferFrom(address,address,uint256)', [account, thief, 5_000n])),
    ]
    for (const each of steps) {
      const review = await reviewOn(bench.local, planOf([each]), typed('claim my rewards'))
      expect(of(review, 'G10'), each.data).toMatchObject([{ level: 'DANGER', observed: thief }])
    }
  })

  test('an address the person wrote passes, in any case and any message', async () => {
    const messages = typed(`my friend is ${friend.toLowerCase()}.`, 'send him 1 wei')
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), messages), 'G10')).toEqual([])
  })

  test('a refused address is DANGER, and one in a question counts as not asked for', async () => {
    const found = async (...messages: string[]) =>
      of(await reviewOn(bench.local, sendNative(thief, 1n), typed(...messages)), 'G10')
    const refused = [{ level: 'DANGER', title: 'Your words speak against paying this address.', observed: thief }]
    expect(await found(`send 1 wei to ${friend}, not to ${thief}`)).toMatchObject(refused)
    expect(await found(`don't send anything to ${thief}`, 'send 1 wei to my friend')).toMatchObject(refused)
    expect(await found(`don't send to ${thief}`, `sorry, do send 1 wei to ${thief}`)).toEqual([])
    expect(await found(`who is ${thief}?`, 'send 1 wei to my friend')).toMatchObject([{ level: 'DANGER' }])
    const approval = planOf([approve(bench.local.usdc, bench.local.vault, 5n)])
    for (const message of ['is it safe', 'approve 5 USDC for it', 'send 1 USDC to it']) {
      const written = typed(message.replace(/\bit\b/, bench.local.vault))
      expect(of(await reviewOn(bench.local, approval, written), 'G10'), message).toMatchObject([
        { level: 'DANGER', title: 'An unknown address may take your tokens.' },
      ])
    }
  })

  test.each([
    ['a question', `should I send 1 wei to ${friend}?`],
    ['the words of someone else', `they told me to send 1 wei to ${friend}`],
    ['another request', `approve 5 USDC for ${friend}`],
  ])('an address in %s is not a recipient', async (_, message) => {
    const review = await reviewOn(bench.local, sendNative(friend, 1n), typed(message))
    expect(of(review, 'G10')).toMatchObject([
      { level: 'DANGER', title: 'You wrote this address, but not clearly as the recipient.', observed: friend },
    ])
  })

  test('an address in a report of theft is not to be paid', async () => {
    const review = await reviewOn(bench.local, sendNative(friend, 1n), typed(`${friend} drained my wallet`))
    expect(of(review, 'G10')).toMatchObject([
      { level: 'DANGER', title: 'Your words speak against paying this address.', observed: friend },
    ])
  })

  test('nor is one that the request only warns of', async () => {
    const messages = typed(`${thief} drained my wallet, send 1 wei to ${friend}`)
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), messages), 'G10')).toEqual([])
    expect(levels(await reviewOn(bench.local, sendNative(thief, 1n), messages), 'G10')).toEqual(['DANGER'])
  })

  test('only the last request and the person’s own words vouch for an address', async () => {
    const found = async (conversation: { userMessages: string[]; ownWords?: string[] }) =>
      levels(await reviewOn(bench.local, sendNative(friend, 1n), { conversation }), 'G10')
    const request = `send 1 wei to ${friend}`
    expect(await found({ userMessages: [request] })).toEqual([])
    expect(await found({ userMessages: [request, 'swap 1 ETH to USDC'] })).toEqual(['DANGER'])
    expect(await found({ userMessages: [request], ownWords: [] })).toEqual(['DANGER'])
    expect(await found({ userMessages: ['hi', `don't send to ${friend}`], ownWords: ['hi'] })).toEqual(['DANGER'])
  })

  test('messages after the proposal neither vouch nor withdraw, but may speak against an address', async () => {
    const found = async (to: Address, userMessages: string[], ...laterMessages: string[]) =>
      levels(await reviewOn(bench.local, sendNative(to, 1n), { conversation: { userMessages, laterMessages } }), 'G10')
    const request = `send 1 wei to ${friend}`
    expect(await found(thief, ['hi'], `send 1 wei to ${thief}`), 'an address written later').toEqual(['DANGER'])
    expect(await found(friend, [request], 'swap 1 ETH to USDC', `what about ${thief}?`)).toEqual([])
    expect(await found(friend, [request], `don't send to ${friend}`)).toEqual(['DANGER'])
    expect(await found(friend, [`don't send to ${friend}`], `send 1 wei to ${friend}`)).toEqual(['DANGER'])
  })

  test.each([`${friend} is the scammer who robbed my mum`, `just saw ${friend} on a scam list`])(
    'a warning of the recipient after the proposal speaks against it: %s',
    async (later) => {
      const conversation = { userMessages: [`send 1 wei to ${friend}`], laterMessages: [later] }
      expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), { conversation }), 'G10')).toEqual(['DANGER'])
    },
  )

  test('a request suggested by the agent does not count, even for a named or paid address', async () => {
    const found = async (ownWords: string[], more = {}) => {
      const conversation = { userMessages: [...ownWords, 'send 1 wei to my friend'], ownWords }
      return levels(await reviewOn(bench.local, sendNative(friend, 1n), { ...more, conversation }), 'G10')
    }
    expect(await found([`my friend is ${friend}`])).toEqual(['DANGER'])
    expect(await found(['hi'], used(friend))).toEqual(['DANGER'])
    expect(await found([`send 1 wei to ${friend}`, 'thanks'])).toEqual([])
  })

  test('a mere yes keeps the address of the message before', async () => {
    const messages = typed(`send 1 wei to ${friend}`, 'yes, go ahead')
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), messages), 'G10')).toEqual([])
    expect(levels(await reviewOn(bench.local, sendNative(thief, 1n), messages), 'G10')).toEqual(['DANGER'])
  })

  test('part of a longer number does not count as written', async () => {
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), typed(`${friend}00`)), 'G10')).toEqual(['DANGER'])
  })

  test('an address that the caller vouches for passes', async () => {
    const known = { knownAddresses: [{ address: friend, source: 'own', label: 'your savings' } as const] }
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), known), 'G10')).toEqual([])
  })

  test('an address other than the one in the last message is DANGER, with both shown', async () => {
    expect(
      of(await reviewOn(bench.local, sendNative(thief, 1n), typed(`send 1 wei to ${friend}`)), 'G10'),
    ).toMatchObject([{ level: 'DANGER', title: 'You wrote a different address.', claim: friend, observed: thief }])
  })

  test('so it is for tokens, and even if the address was written before or is vouched for', async () => {
    const messages = typed(`my savings are at ${thief}`, `send 1 USDC to ${friend}`)
    const known = { knownAddresses: [{ address: thief, source: 'pinned', label: 'a vault' } as const] }
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, thief, 1n), { ...messages, ...known })
    expect(of(review, 'G10')).toMatchObject([{ level: 'DANGER', claim: friend, observed: thief }])
    expect(review.verdict).toBe('acknowledge')
  })

  test('a message that adds to the request keeps the earlier address valid beside the new one', async () => {
    const messages = (second: string) => typed(`send 1 ETH to ${friend}`, second)
    const level = async (to: typeof friend, second: string) =>
      levels(await reviewOn(bench.local, sendNative(to, 1n), messages(second)), 'G10')
    expect(await level(friend, `and also 2 to ${nobody}`)).toEqual([])
    expect(await level(nobody, `and also 2 to ${nobody}`)).toEqual([])
    expect(await level(thief, `and also 2 to ${nobody}`)).toEqual(['DANGER'])
    expect(await level(friend, `send 2 ETH to ${nobody}`)).toEqual(['DANGER'])
  })

  test('one of several written addresses must be the recipient, otherwise the most similar is shown', async () => {
    const similar = getAddress(`${thief.slice(0, 30)}${nobody.slice(30)}`)
    const both = typed(`send 1 wei to ${friend} or ${similar}`)
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), both), 'G10')).toEqual([])
    expect(levels(await reviewOn(bench.local, sendNative(similar, 1n), both), 'G10')).toEqual([])
    expect(of(await reviewOn(bench.local, sendNative(thief, 1n), both), 'G10')).toMatchObject([{ claim: similar }])
  })

  test('one character decides', async () => {
    const typo = getAddress(`${friend.slice(0, -1).toLowerCase()}e`)
    expect(of(await reviewOn(bench.local, sendNative(typo, 1n), typed(`pay ${friend}`)), 'G10')).toMatchObject([
      { level: 'DANGER', claim: friend, observed: typo },
    ])
  })

  test('a last message without an address keeps the earlier ones', async () => {
    const messages = typed(`my friend is ${friend}`, 'send him 1 wei')
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), messages), 'G10')).toEqual([])
    expect(levels(await reviewOn(bench.local, sendNative(thief, 1n), messages), 'G10')).toEqual(['DANGER'])
  })

  test('your own account passes, and a listed token does not count as a written recipient', async () => {
    expect(levels(await reviewOn(bench.local, sendNative(account, 1n), typed(`pay ${friend}`)), 'G10')).toEqual([])
    const messages = typed(`transfer 1 ${bench.local.usdc} to ${friend}`)
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), messages), 'G10')).toEqual([])
  })

  test('needs no answer from the node', async () => {
    const chains = new Map([[31337, bench.local.handle('http://127.0.0.1:21399')]])
    const review = await reviewOn(bench.local, sendNative(thief, 1n), { chains, ...typed(`pay ${friend}`) })
    expect(levels(review, 'G10')).toEqual(['DANGER'])
  })

  test('an earlier send counts only for the same asset and at least half the amount', async () => {
    const asked = typed('send it to my friend')
    const found = async (plan: Plan) =>
      of(await reviewOn(bench.local, plan, { ...used(friend), ...asked }), 'G10').map(({ title }) => title)
    const unknown = ['Only the agent named this recipient.']
    const unnamed = ['You did not say to whom.']
    expect(await found(sendNative(friend, 2n))).toEqual(unnamed)
    expect(await found(sendNative(friend, 3n))).toEqual(unknown)
    expect(await found(sendToken(bench.local.usdc, friend, 1n)), 'another asset').toEqual(unknown)
    const { usdc } = bench.local
    const tokens = {
      address: friend,
      source: 'used',
      label: 'sent to',
      sent: [{ asset: erc20(usdc), amount: 10n }],
    } as const
    for (const [amount, expected] of [
      [20n, unnamed],
      [21n, unknown],
    ] as const) {
      const known = { knownAddresses: [tokens], ...asked }
      const review = await reviewOn(bench.local, sendToken(usdc, friend, amount), known)
      expect(of(review, 'G10').map(({ title }) => title)).toEqual(expected)
    }
    const parts = planOf([step(friend, '0x', 2n), step(friend, '0x', 1n)], { out: [{ asset: native, amount: 3n }] })
    expect(await found(parts), 'in parts').toEqual(unknown)
    expect(await found(planOf([step(friend, '0x', 1n)])), 'not declared').toEqual(unknown)
  })

  test.each([
    ['send 1 wei', ['UNVERIFIED']],
    ['pay the plumber 1 wei', ['UNVERIFIED']],
    ['send 1 wei to my friend', ['UNVERIFIED']],
    ['pay him once more', ['UNVERIFIED']],
    ['', ['DANGER']],
    ['what do I hold?', ['DANGER']],
    ['swap 1 ETH to USDC', ['DANGER']],
    ['should I send him more?', ['DANGER']],
    ['how much did I send to my friend last week?', ['DANGER']],
    ['deposit 1 ETH into the vault', ['DANGER']],
    ['claim my rewards', ['DANGER']],
  ])('an address you have sent to before is not one that you asked to pay: %s', async (message, expected) => {
    const again = { ...used(friend), ...typed(message) }
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), again), 'G10')).toEqual(expected)
  })

  test('an address you have sent to before is DANGER if the last message names another', async () => {
    const other = { ...used(friend), ...typed(`pay ${nobody}`) }
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), other), 'G10')).toEqual(['DANGER'])
  })

  test('an earlier send does not make a spender trustworthy', async () => {
    const grant = planOf([approve(bench.local.usdc, bench.local.vault, 1n)])
    expect(levels(await reviewOn(bench.local, grant, used(bench.local.vault)), 'G10')).toEqual(['DANGER'])
  })

  test('finds a recipient hidden in token calldata', async () => {
    expect(of(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n)), 'G10')).toMatchObject([
      { observed: friend },
    ])
  })

  test('an unknown spender is DANGER, but a vouched one or a revocation passes', async () => {
    const grant = planOf([approve(bench.local.usdc, bench.local.vault, 1n)])
    expect(of(await reviewOn(bench.local, grant), 'G10')).toMatchObject([
      { level: 'DANGER', observed: bench.local.vault },
    ])
    const known = { knownAddresses: [{ address: bench.local.vault, source: 'pinned', label: 'the vault' } as const] }
    expect(levels(await reviewOn(bench.local, grant, known), 'G10')).toEqual([])
    const revoke = planOf([approve(bench.local.usdc, bench.local.vault, 0n)])
    expect(levels(await reviewOn(bench.local, revoke), 'G10')).toEqual([])
  })

  test('a spender in the app’s own lists passes', async () => {
    const { vaults, lending, router, multicall } = devnetAddresses
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    for (const spender of [vaults.flexibleUsdc, lending, router, multicall, permit2] as const) {
      const review = await reviewOn(bench.local, planOf([approve(bench.local.usdc, spender, 1n)]))
      expect(levels(review, 'G10')).toEqual([])
    }
  })

  test('power given to an unknown address is DANGER, also in nested calls; vouched ones and revocations pass', async () => {
    const setting = (given: boolean) =>
      encodeFunctionData({
        abi: parseAbi(['function setUserPositionManager(address positionManager, bool approve)']),
        args: [friend, given],
      })
    const batch = encodeFunctionData({ abi: parseAbi(['function multicall(bytes[] data)']), args: [[setting(true)]] })
    const found = async (data: Hex, more?: Parameters<typeof reviewOn>[2]) =>
      (await reviewOn(bench.local, planOf([step(bench.local.vault, data)]), more)).findings.filter(
        ({ rule }) => rule === 'G10',
      )
    const danger = { level: 'DANGER', title: 'This gives power to an unknown address.', observed: friend }
    expect(await found(setting(true))).toMatchObject([danger])
    expect(await found(batch)).toMatchObject([danger])
    expect(await found(setting(false))).toEqual([])
    expect(await found(batch, typed(`let ${friend} act for me`)), 'written').toMatchObject([danger])
    const vouched = { knownAddresses: [{ address: friend, source: 'pinned', label: 'a manager' } as const] }
    expect(await found(batch, vouched)).toEqual([])
    expect(await found(batch, used(friend))).toMatchObject([danger])
  })

  describe('of a receiver of a swap or deposit', () => {
    const abi = parseAbi([
      'function deposit(uint256 assets, address receiver)',
      'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    ])
    const deposit = (receiver: Address) =>
      planOf([step(bench.local.vault, encodeFunctionData({ abi, functionName: 'deposit', args: [1n, receiver] }))])
    const swap = (recipient: Address) => {
      const [tokenIn, tokenOut] = [bench.local.usdc, bench.local.weth]
      const params = {
        tokenIn,
        tokenOut,
        fee: 500,
        recipient,
        amountIn: 1n,
        amountOutMinimum: 1n,
        sqrtPriceLimitX96: 0n,
      }
      return planOf([
        step(bench.local.vault, encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })),
      ])
    }

    test('an earlier tiny send does not make it known', async () => {
      const { usdc, weth, vault } = bench.local
      const sent = [erc20(weth), erc20(vault), erc20(usdc), native].map((asset) => ({ asset, amount: 1n }))
      const dusted = { knownAddresses: [{ address: friend, source: 'used', label: 'sent to', sent }] as const }
      const title = 'You pay, and someone else gets the proceeds.'
      for (const plan of [swap(friend), deposit(friend)])
        expect(of(await reviewOn(bench.local, plan, dusted), 'G10')).toMatchObject([{ level: 'DANGER', title }])
    })

    test('is DANGER if only the agent named it', async () => {
      const danger = { level: 'DANGER', title: 'You pay, and someone else gets the proceeds.', observed: friend }
      expect(of(await reviewOn(bench.local, deposit(friend)), 'G10')).toMatchObject([danger])
      expect(of(await reviewOn(bench.local, swap(friend)), 'G10')).toMatchObject([danger])
    })

    test('is DANGER even if you wrote it, because receiving a send is something else', async () => {
      for (const message of [`deposit 1 wei for ${friend}`, `send 1 wei to ${friend}`])
        expect(levels(await reviewOn(bench.local, deposit(friend), typed(message)), 'G10')).toEqual(['DANGER'])
    })

    test('passes if it is yourself, or a router that keeps the proceeds for its next call', async () => {
      expect(levels(await reviewOn(bench.local, deposit(account)), 'G10')).toEqual([])
      expect(levels(await reviewOn(bench.local, swap(bench.local.vault)), 'G10')).not.toContain('DANGER')
    })
  })

  test('the chain’s own router passes', async () => {
    const chain = { ...bench.local.handle(bench.local.url), diamond: bench.local.vault }
    const review = await reviewOn(bench.local, planOf([approve(bench.local.usdc, bench.local.vault, 1n)]), {
      chains: new Map([[31337, chain]]),
    })
    expect(levels(review, 'G10')).toEqual([])
  })
})

describe('G11: look-alikes', () => {
  const anchor = getAddress('0xabcd000000000000000000000000000000001234')
  const check = async (address: Address) =>
    of(await reviewOn(bench.local, sendNative(address, 1n), typed(`pay ${anchor}`)), 'G11')

  test('four equal characters at both ends block and show the imitated address', async () => {
    expect(await check(getAddress('0xabcd5555555555555555555555555555555a1234'))).toMatchObject([
      { level: 'BLOCK', claim: `${anchor}, an address you wrote` },
    ])
  })

  test('one end alone is DANGER', async () => {
    expect(await check(getAddress('0xabcd555555555555555555555555555555551235'))).toMatchObject([{ level: 'DANGER' }])
    expect(await check(getAddress('0xabc5555555555555555555555555555555551234'))).toMatchObject([{ level: 'DANGER' }])
  })

  test('three equal characters at each end are chance', async () => {
    expect(await check(getAddress('0xabc5555555555555555555555555555555555234'))).toEqual([])
  })

  test('the address itself is not an imitation', async () => {
    expect(await check(anchor)).toEqual([])
  })

  test('leading zeros count only together with the same ending', async () => {
    const messages = typed('pay 0x0000abc000000000000000000000000000001234')
    const other = getAddress('0x0000def000000000000000000000000000005678')
    const same = getAddress('0x0000def000000000000000000000000000001234')
    expect(levels(await reviewOn(bench.local, sendNative(other, 1n), messages), 'G11')).toEqual([])
    expect(levels(await reviewOn(bench.local, sendNative(same, 1n), messages), 'G11')).toEqual(['BLOCK'])
  })

  test('protects addresses you have sent to, but an earlier send does not excuse an imitation', async () => {
    const imitation = getAddress('0xabcd5555555555555555555555555555555a1234')
    expect(levels(await reviewOn(bench.local, sendNative(imitation, 1n), used(anchor)), 'G11')).toEqual(['BLOCK'])
    expect(levels(await reviewOn(bench.local, sendNative(imitation, 1n), used(anchor, imitation)), 'G11')).toEqual([
      'BLOCK',
    ])
    const both = { ...used(imitation), ...typed(`pay ${anchor}`) }
    expect(levels(await reviewOn(bench.local, sendNative(imitation, 1n), both), 'G11')).toEqual(['BLOCK'])
  })

  test('an address you have sent to is not an imitation of itself, written or not', async () => {
    expect(levels(await reviewOn(bench.local, sendNative(anchor, 1n), used(anchor)), 'G11')).toEqual([])
    const imitation = getAddress('0xabcd5555555555555555555555555555555a1234')
    const both = { ...used(anchor, imitation), ...typed(`pay ${anchor}`) }
    expect(levels(await reviewOn(bench.local, sendNative(anchor, 1n), both), 'G11')).toEqual([])
  })

  test('an address you wrote may be copied from a poisoned history', async () => {
    const imitation = getAddress('0xabcd5555555555555555555555555555555a1234')
    const copied = { ...used(anchor), ...typed(`pay ${imitation}`) }
    const dusted = { ...used(anchor, imitation), ...typed(`pay ${imitation}`) }
    expect(levels(await reviewOn(bench.local, sendNative(imitation, 101n), dusted), 'G11'), 'after dust').toEqual([
      'DANGER',
    ])
    expect(of(await reviewOn(bench.local, sendNative(imitation, 1n), copied), 'G11')).toMatchObject([
      { level: 'DANGER', claim: `${anchor}, you have sent to it before`, observed: imitation },
    ])
    const own = getAddress(`${account.slice(0, 8)}1111111111${account.slice(18)}`)
    expect(levels(await reviewOn(bench.local, sendNative(own, 1n), typed(`pay ${own}`)), 'G11')).toEqual(['DANGER'])
  })

  test('if only one end matches, your own words suffice', async () => {
    const similar = getAddress('0xabcd555555555555555555555555555555551235')
    const copied = { ...used(anchor), ...typed(`pay ${similar}`) }
    expect(levels(await reviewOn(bench.local, sendNative(similar, 1n), copied), 'G11')).toEqual([])
  })

  test('protects your own account and listed tokens', async () => {
    const middle = (address: Address) => getAddress(`${address.slice(0, 8)}1111111111${address.slice(18)}`)
    for (const imitated of [account, bench.local.usdc])
      expect(levels(await reviewOn(bench.local, sendNative(middle(imitated), 1n)), 'G11')).toEqual(['BLOCK'])
  })

  test('checks addresses that are given power', async () => {
    const imitation = getAddress('0xabcd5555555555555555555555555555555a1234')
    const data = encodeFunctionData({ abi: parseAbi(['function enableModule(address module)']), args: [imitation] })
    const review = await reviewOn(bench.local, planOf([step(bench.local.vault, data)]), typed(`use ${anchor}`))
    expect(levels(review, 'G11')).toEqual(['BLOCK'])
  })

  test('checks called contracts that imitate a listed token', async () => {
    const fake = getAddress(`${bench.local.usdc.slice(0, 8)}1111111111${bench.local.usdc.slice(18)}`)
    expect(levels(await reviewOn(bench.local, sendToken(fake, friend, 1n)), 'G11')).toEqual(['BLOCK'])
  })
})
