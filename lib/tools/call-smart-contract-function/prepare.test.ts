import { type Address, getAddress, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { allowanceAdjustment } from '../plan'
import { type Asked, call, createCallBench, erc20, native } from './testing/call-bench'

const { tokens, vaults, nfts, lending, multicall, router } = devnetAddresses
const thief = getAddress('0x7417f000000000000000000000000000000741ef')
const friend = getAddress('0xf12e7d0000000000000000000000000000f12e7d')

const bench = createCallBench()
const { prepare, review, send } = bench
/** The postcard that the user holds. */
let card: bigint

beforeAll(async () => {
  const abi = parseAbi(['function ownerOf(uint256) view returns (address)'])
  const owners = await Promise.all(
    [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map((id) =>
      bench.devnet.first.client
        .readContract({ address: nfts.postcards, abi, functionName: 'ownerOf', args: [id] })
        .catch(() => null),
    ),
  )
  card = BigInt(owners.indexOf(bench.user.address) + 1)
})

type Reviewed = Awaited<ReturnType<typeof review>>
const levels = ({ review }: Reviewed, rule: string) =>
  review.findings.filter((finding) => finding.rule === rule).map(({ level }) => level)
const blocked = (prepared: { findings: readonly { rule: string; level: string }[] }) =>
  prepared.findings.filter(({ level }) => level === 'BLOCK').map(({ rule }) => rule)

const approve = (spender: Address, amount: bigint): Asked => ({
  to: tokens.USDC,
  functionName: 'approve',
  args: [spender, amount.toString()],
})

describe('a call that revokes a permission', () => {
  const word = `0x${'11'.repeat(32)}`
  const permit2 = getAddress('0x000000000022D473030F116dDEE9F6B43aC78BA3')
  it.each<[string, Asked, RegExp]>([
    ['a zero allowance', approve(thief, 0n), /^Revoke the permission to spend tokens$/],
    [
      'an operator of a collection',
      { to: nfts.postcards, functionName: 'setApprovalForAll', args: [thief, 'false'] },
      /^Revoke .* all NFTs/,
    ],
    [
      'an allowance in Permit2',
      { to: permit2, functionName: 'approve(address,address,uint160,uint48)', args: [tokens.USDC, thief, '0', '0'] },
      /^Revoke .* in Permit2$/,
    ],
    [
      'several in Permit2',
      { to: permit2, functionName: 'lockdown((address,address)[])', args: [`[["${tokens.USDC}","${thief}"]]`] },
      /^Revoke .* in Permit2$/,
    ],
    [
      'a permit of DAI that ends one',
      {
        to: tokens.DAI,
        functionName: 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
        args: [friend, thief, '1', '9', 'false', '27', word, word],
      },
      /^Revoke the permission to spend tokens$/,
    ],
    [
      'a manager of a position',
      { to: lending, functionName: 'setUserPositionManager', args: [thief, 'false'] },
      /^Revoke .* act on your position$/,
    ],
    [
      'a manager elsewhere',
      { to: lending, functionName: 'setAuthorization', args: [thief, 'false'] },
      /^Revoke .* act on your position$/,
    ],
    [
      'a debt in one’s name',
      { to: lending, functionName: 'approveDelegation', args: [thief, '0'] },
      /^Revoke .* borrow/,
    ],
    [
      'a stand-in',
      { to: lending, functionName: 'delegateForAll', args: [thief, 'false'] },
      /^Revoke .* stand in for your account$/,
    ],
    [
      'a zero permit',
      {
        to: tokens.USDC,
        functionName: 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
        args: [friend, thief, '0', '9', '27', word, word],
      },
      /^Revoke the permission to spend tokens$/,
    ],
    [
      'a zero permit in Permit2',
      {
        to: permit2,
        functionName: 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
        args: [friend, `[["${tokens.USDC}","0","0","0"],"${thief}","9"]`, '0x11'],
      },
      /^Revoke .* in Permit2$/,
    ],
    [
      'several zero permits in Permit2',
      {
        to: permit2,
        functionName: 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
        args: [friend, `[[["${tokens.USDC}","0","0","0"],["${tokens.DAI}","0","0","0"]],"${thief}","9"]`, '0x11'],
      },
      /^Revoke .* in Permit2$/,
    ],
    [
      'an operator of tokens by number',
      { to: lending, functionName: 'setOperator', args: [thief, 'false'] },
      /^Revoke /,
    ],
    ['a relayer', { to: lending, functionName: 'setRelayerApproval', args: [friend, thief, 'false'] }, /^Revoke /],
    [
      'an approval of one NFT',
      { to: nfts.postcards, functionName: 'approve', args: ['0x0000000000000000000000000000000000000000', '1'] },
      /^Revoke .* NFT$/,
    ],
  ])('is titled accordingly: %s', async (_, asked, title) => {
    const { details, plan } = await prepare(asked)
    expect(details.call?.known?.intent).toMatch(title)
    expect(plan?.steps[0].title).toMatch(title)
  })

  it.each<[string, Asked]>([
    ['an allowance', approve(thief, 1n)],
    ['an operator', { to: nfts.postcards, functionName: 'setApprovalForAll', args: [thief, 'true'] }],
    ['NFT number 0', { to: nfts.postcards, functionName: 'approve', args: [thief, '0'] }],
    ['an increase by zero', { to: tokens.USDC, functionName: 'increaseAllowance', args: [thief, '0'] }],
    ['a manager', { to: lending, functionName: 'setUserPositionManager', args: [thief, 'true'] }],
    [
      'several permits in Permit2, one of them above zero',
      {
        to: permit2,
        functionName: 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
        args: [friend, `[[["${tokens.USDC}","0","0","0"],["${tokens.DAI}","1","0","0"]],"${thief}","9"]`, '0x11'],
      },
    ],
  ])('unlike any other: %s', async (_, asked) => {
    expect((await prepare(asked)).details.call?.known?.intent ?? '').not.toMatch(/Revoke/)
  })
})

describe('receivers in Uniswap’s newer router', () => {
  const at = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
  const receiver = async (functionName: string, args: readonly string[]) => {
    const { details } = await prepare({ to: router, functionName, args })
    return details.call?.fields.find(({ label }) => label === 'Recipient' || label === 'To')?.value
  }
  const newer = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))'
  const older = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))'
  const along = 'swapExactTokensForTokens(uint256,uint256,address[],address)'
  const swapped = (to: string) => [`["${tokens.USDC}","${tokens.DAI}",500,"${to}",1,1,0]`]

  it('are shown as you and the router', async () => {
    const you = { kind: 'address', address: bench.user.address, name: 'you' }
    const itself = { kind: 'address', address: router, name: 'the router' }
    expect(await receiver(newer, swapped(at(1)))).toEqual(you)
    expect(await receiver(newer, swapped(at(2)))).toEqual(itself)
    const path = JSON.stringify([tokens.USDC, tokens.DAI])
    expect(await receiver(along, ['1', '1', path, at(1)])).toEqual(you)
    expect(await receiver(along, ['1', '1', path, at(2)])).toEqual(itself)
    expect(await receiver('exactOutput((bytes,address,uint256,uint256))', [`["0x",  "${at(1)}",1,1]`])).toEqual(you)
    const exact = 'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))'
    expect(await receiver(exact, swapped(at(2)))).toEqual(itself)
    const exactAlong = 'swapTokensForExactTokens(uint256,uint256,address[],address)'
    expect(await receiver(exactAlong, ['1', '1', path, at(1)])).toEqual(you)
  })

  it('are addresses if they are no such numbers, and in other functions', async () => {
    expect(await receiver(newer, swapped(friend))).toMatchObject({ address: friend, name: null })
    expect(await receiver(older, [`["${tokens.USDC}","${tokens.DAI}",500,"${at(1)}",1,1,1,0]`])).toMatchObject({
      address: getAddress(at(1)),
      name: null,
    })
  })
})

describe('known functions declare what they do', () => {
  it('a transfer: exactly that outflow', async () => {
    const made = await review({ to: tokens.USDC, functionName: 'transfer', args: [friend, '5000000'] })
    expect(made.plan.declares).toEqual({ out: [erc20(tokens.USDC, 5_000_000n)], in: [], allowances: [] })
    expect(levels(made, 'G7')).toEqual(['OK'])
    expect(made.details.call).toMatchObject({
      known: { signature: 'transfer(address,uint256)', standard: 'ERC-20', intent: 'Send tokens' },
      name: { text: 'USDC token', bundled: true },
      fields: [
        { label: 'To', value: { kind: 'address', address: friend } },
        { label: 'Amount', value: { kind: 'tokens', amount: 5_000_000n, decimals: 6, symbol: 'USDC', listed: true } },
      ],
    })
  })

  it('a deposit of WETH, and the way back', async () => {
    const value = parseEther('0.5')
    const wrapped = await review({ to: tokens.WETH, functionName: 'deposit()', value: value.toString() })
    expect(wrapped.plan.declares).toMatchObject({ out: [native(value)], in: [erc20(tokens.WETH, value)] })
    expect(wrapped.review.verdict).toBe('ready')
    expect(wrapped.plan.steps[0].title).toBe('Wrap 0.5 ETH')
    await bench.user.send(bench.devnet.first, { to: tokens.WETH, data: call('deposit()', []), value })
    const unwrapped = await review({ to: tokens.WETH, functionName: 'withdraw(uint256)', args: [value.toString()] })
    expect(unwrapped.plan.declares).toMatchObject({ out: [erc20(tokens.WETH, value)], in: [native(value)] })
    expect(unwrapped.plan.steps[0].title).toBe('Unwrap 0.5 WETH')
    expect(levels(unwrapped, 'G7')).toEqual(['OK'])
    expect(levels(unwrapped, 'G8')).toEqual([])
  })

  it('a protocol’s function on any other contract is only like it', async () => {
    const standardAt = async (to: Address) =>
      (await prepare({ to, functionName: 'deposit()', value: '1' })).details.call?.known?.standard
    expect(await standardAt(tokens.WETH)).toBe('WETH')
    expect(await standardAt(tokens.DAI)).toBe('like WETH')
  })

  it('a deposit into a vault, and every share back', async () => {
    const assets = parseUnits('10', 6)
    await send(tokens.USDC, call('approve(address,uint256)', [vaults.flexibleUsdc, assets]))
    const entered = await review({
      to: vaults.flexibleUsdc,
      functionName: 'deposit',
      args: [assets.toString(), bench.user.address],
    })
    expect(entered.plan.declares.out).toEqual([erc20(tokens.USDC, assets)])
    expect(levels(entered, 'G7')).toEqual(['OK'])
    expect(entered.details.call?.fields[0]).toMatchObject({
      label: 'Deposit',
      value: { symbol: 'USDC', amount: assets },
    })
    await send(vaults.flexibleUsdc, call('deposit(uint256,address)', [assets, bench.user.address]))
    const left = await review({
      to: vaults.flexibleUsdc,
      functionName: 'withdraw',
      args: [(assets / 2n).toString(), bench.user.address, bench.user.address],
      abi: ['function withdraw(uint256,address,address)'],
    })
    expect(blocked(left.review)).toEqual([])
  })

  it('a swap at a router: the most that is given, the least that arrives', async () => {
    await send(tokens.USDC, call('approve(address,uint256)', [router, parseUnits('50', 6)]))
    const made = await review({
      to: router,
      functionName: 'swapExactTokensForTokens',
      args: [
        parseUnits('50', 6).toString(),
        parseEther('45').toString(),
        JSON.stringify([tokens.USDC, tokens.WETH, tokens.DAI]),
        bench.user.address,
        maxUint256.toString(),
      ],
    })
    expect(made.plan.declares).toMatchObject({
      out: [erc20(tokens.USDC, parseUnits('50', 6))],
      in: [erc20(tokens.DAI, parseEther('45'))],
    })
    expect(blocked(made.review)).toEqual([])
  })

  it.each<[string, Asked]>([
    [
      'of a router like Uniswap V2',
      {
        to: router,
        functionName: 'swapExactETHForTokens',
        args: ['1', `["${tokens.WETH}","${tokens.DAI}"]`, friend, '1800000000'],
      },
    ],
    [
      'of one like Uniswap V3, inside its parameters',
      {
        to: router,
        functionName: 'exactInput((bytes,address,uint256,uint256,uint256))',
        args: [`["0x","${friend}","1800000000","1","1"]`],
      },
    ],
    ['of a batch of calls', { to: router, functionName: 'multicall(uint256,bytes[])', args: ['1800000000', '[]'] }],
  ])('the deadline %s is a date', async (_, asked) => {
    const { details } = await prepare(asked)
    expect(details.call?.fields).toContainEqual({
      label: 'Valid until',
      type: 'uint256',
      value: { kind: 'date', seconds: 1_800_000_000n },
    })
  })

  it('the times in an authorisation and in a batch of permits are dates, at any depth', async () => {
    const word = `0x${'11'.repeat(32)}`
    const seconds = 1_800_000_000n
    const date = { kind: 'date', seconds }
    const { details: authorised } = await prepare({
      to: tokens.USDC,
      functionName: 'transferWithAuthorization',
      args: [friend, thief, '5', `${seconds}`, `${seconds}`, word, '27', word, word],
    })
    expect(authorised.call?.fields).toMatchObject(
      expect.arrayContaining([
        { label: 'Valid after', type: 'uint256', value: date },
        { label: 'Valid before', type: 'uint256', value: date },
      ]),
    )
    const details = `[["${tokens.USDC}","5","${seconds}","0"],["${tokens.DAI}","5","0","0"]]`
    const { details: permitted } = await prepare({
      to: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      functionName: 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
      args: [friend, `[${details},"${thief}","${seconds}"]`, '0x11'],
    })
    const [list, , until] = permitted.call?.fields.slice(1) ?? []
    expect(until).toMatchObject({ label: 'Signature valid until', value: date })
    const ends = list?.value.kind === 'list' ? list.value.items : []
    expect(ends.map((each) => each.kind === 'group' && each.fields[2])).toMatchObject([
      { label: 'Until', value: date },
      { label: 'Until', value: { kind: 'message', text: 'Within the same block' } },
    ])
  })

  it('a permit of DAI without an end is no date', async () => {
    const word = `0x${'11'.repeat(32)}`
    const { details } = await prepare({
      to: tokens.DAI,
      functionName: 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      args: [friend, thief, '0', '0', 'true', '27', word, word],
    })
    expect(details.call?.fields).toContainEqual(
      expect.objectContaining({ value: { kind: 'message', text: 'No end date', symbol: '' } }),
    )
  })

  it('an NFT goes through the rules of NFTs', async () => {
    const made = await review({
      to: nfts.postcards,
      functionName: 'transferFrom',
      args: [bench.user.address, friend, card.toString()],
    })
    expect(made.plan.declares.out).toEqual([
      { asset: { kind: 'erc721', chainId: 31337, address: nfts.postcards, tokenId: card }, amount: 1n },
    ])
    expect(made.details.call?.fields[2]).toMatchObject({ label: 'NFT', value: { kind: 'nft', id: card } })
    expect(made.findings.map(({ rule }) => rule)).toContain('nft.unsafe')
    expect(blocked(made.review)).toEqual([])
    const others = await prepare({
      to: nfts.postcards,
      functionName: 'safeTransferFrom(address,address,uint256)',
      args: [bench.user.address, friend, (card + 1n).toString()],
    })
    expect(blocked(others).length).toBeGreaterThan(0)
  })

  it('an increase adds to the existing allowance', async () => {
    await send(tokens.USDC, call('approve(address,uint256)', [lending, 7n]))
    const { plan } = await prepare({ to: tokens.USDC, functionName: 'increaseAllowance', args: [lending, '5'] })
    expect(plan?.declares.allowances).toEqual([{ token: tokens.USDC, spender: lending, amount: 12n }])
  })
})

describe('approvals', () => {
  const adjustment = allowanceAdjustment(tokens.USDC, vaults.flexibleWeth)
  const fixOf = ({ review }: Reviewed) =>
    review.findings.flatMap(({ fix }) => (fix?.kind === 'adjust' ? [fix.adjustments] : []))

  it('without limit are DANGER, and can be rewritten to the balance', async () => {
    const made = await review(approve(vaults.flexibleWeth, maxUint256))
    expect(levels(made, 'G18')).toEqual(['DANGER'])
    const [fix] = fixOf(made)
    const held = made.review.effects && fix?.[adjustment]
    expect(BigInt(String(held))).toBeGreaterThan(0n)
    const exact = await review(approve(vaults.flexibleWeth, maxUint256), fix)
    expect(exact.plan.steps[0].data).toBe(call('approve(address,uint256)', [vaults.flexibleWeth, BigInt(String(held))]))
    expect(exact.plan.declares.allowances).toMatchObject([{ amount: BigInt(String(held)) }])
    expect(levels(exact, 'G18')).toEqual(['WARN'])
    expect(fixOf(exact)).toEqual([])
  })

  it('are rewritten to the figure that the person wrote, if they wrote one', async () => {
    const message = 'let the vault have 20 USDC'
    const made = await review(approve(vaults.flexibleWeth, maxUint256), undefined, message)
    expect(fixOf(made)).toEqual([{ [adjustment]: '20000000' }])
    const two = await review(approve(vaults.flexibleWeth, maxUint256), undefined, '20 USDC or 30 USDC')
    expect(fixOf(two)).not.toEqual([{ [adjustment]: '20000000' }])
  })

  it('for a person are DANGER, at any amount', async () => {
    expect(levels(await review(approve(thief, 1n)), 'G18')).toContain('DANGER')
  })

  it('for another spender keep their bytes', async () => {
    const made = await prepare(approve(vaults.flexibleWeth, 9n), { [allowanceAdjustment(tokens.USDC, thief)]: '1' })
    expect(made.plan?.steps[0].data).toBe(call('approve(address,uint256)', [vaults.flexibleWeth, 9n]))
  })

  it('of one NFT are no amount', async () => {
    const made = await review({ to: nfts.postcards, functionName: 'approve', args: [vaults.flexibleWeth, `${card}`] })
    expect(made.plan.declares.allowances).toEqual([])
    expect(made.details.permissions).toEqual([
      { kind: 'nft', collection: nfts.postcards, id: card, operator: vaults.flexibleWeth },
    ])
    expect(levels(made, 'G19')).toEqual(['DANGER'])
  })
})

describe('unknown functions', () => {
  it('have only the agent’s name, and declare no outflow', async () => {
    const made = await prepare({
      to: tokens.USDC,
      functionName: 'claimReward',
      args: [thief, '5'],
      abi: ['function claimReward(address pool, uint256 amount)'],
    })
    expect(made.details.call).toMatchObject({ known: null, claimed: 'claimReward(address,uint256)' })
    expect(made.findings).toMatchObject([{ rule: 'call.unknown', level: 'UNVERIFIED' }])
    expect(made.plan?.declares).toEqual({ out: [], in: [], allowances: [] })
    expect(made.plan?.steps[0].title).not.toContain('claimReward')
  })

  it('have no dates: an agent could call an amount a deadline', async () => {
    const abi = ['function donate(uint256 deadline)']
    const { details } = await prepare({ to: friend, functionName: 'donate', args: ['1800000000'], abi })
    expect(details.call?.fields).toMatchObject([{ value: { kind: 'number', amount: 1_800_000_000n } }])
  })

  it('need an acknowledgement although nothing seems to move: they may permit what no simulation shows', async () => {
    const abi = ['function setSteward(address steward)']
    await bench.devnet.first.client.setCode({ address: friend, bytecode: '0x63c0f5f46e00' })
    const made = await review({ to: friend, functionName: 'setSteward', args: [thief], abi })
    expect(made.review.effects).toMatchObject({ balances: [], allowances: [], operators: [] })
    expect(levels(made, 'call.unknown')).toEqual(['UNVERIFIED'])
    expect(made.review.verdict).toBe('acknowledge')
  })

  it('of your own account are DANGER, also inside a batch', async () => {
    const abi = ['function addKey(address key)']
    const own = bench.user.address
    const alone = await prepare({ to: own, functionName: 'addKey', args: [thief], abi })
    expect(alone.findings).toMatchObject([{ rule: 'call.unknown', level: 'DANGER', claim: own }])
    const batch = [[own, '0', call('addKey(address)', [thief])]]
    const inside = await prepare({
      to: own,
      functionName: 'execute((address,uint256,bytes)[])',
      args: [JSON.stringify(batch)],
    })
    expect(inside.findings).toMatchObject([{ rule: 'call.unknown', level: 'DANGER', claim: own }])
  })

  it('with coins are DANGER, and the coins are declared', async () => {
    const made = await prepare({ to: router, functionName: 'pay', value: '5', abi: ['function pay() payable'] })
    expect(made.findings).toMatchObject([{ rule: 'call.value', level: 'DANGER' }, { rule: 'call.unknown' }])
    expect(made.plan?.declares.out).toEqual([native(5n)])
  })

  it('that only read are marked', async () => {
    const made = await prepare({ to: router, functionName: 'count', abi: ['function count() view returns (uint256)'] })
    expect(made.findings.map(({ rule }) => rule)).toContain('call.reads')
  })
})

describe('what cannot be signed', () => {
  it.each([
    ['call.function', { functionName: 'stake', args: [] }],
    ['call.abi', { functionName: 'stake', abi: ['{'] }],
    ['call.arguments', { functionName: 'transfer', args: [friend] }],
    ['call.arguments', { functionName: 'transfer', args: [friend, '1e6'] }],
    ['call.ambiguous', { functionName: 'f', args: ['1'], abi: ['function f(uint256)', 'function f(uint8)'] }],
  ])('%s', async (rule, asked) => {
    const made = await prepare({ to: tokens.USDC, ...asked })
    expect(made.plan).toBeNull()
    expect(blocked(made)).toEqual([rule])
  })

  it('coins for a function that takes none', async () => {
    expect(blocked(await prepare({ ...approve(friend, 0n), value: '1' }))).toEqual(['call.value'])
    const unknown = { to: router, functionName: 'f', abi: ['function f()'], value: '1' }
    expect(blocked(await prepare(unknown))).toEqual(['call.value'])
  })

  it('a false name for a known selector (G20)', async () => {
    // Two names that public lists of signatures give for one selector: approve(address,uint256) is the other.
    const abi = ['function watch_tg_invmru_2f69f1b(address account, address pool)']
    const made = await prepare({ to: tokens.USDC, functionName: 'watch_tg_invmru_2f69f1b', args: [thief, thief], abi })
    expect(blocked(made)).toEqual(['G20'])
    expect(made.details.call?.known?.name).toBe('approve')
    expect(made.details.permissions).toMatchObject([{ kind: 'allowance', spender: thief, amount: BigInt(thief) }])
  })

  it('unsupported chains', async () => {
    const { findings, plan } = await prepare({ ...approve(friend, 0n), chainId: 4242 })
    expect([plan, findings.map(({ rule }) => rule)]).toEqual([null, ['G3']])
  })
})

describe('calls inside a call', () => {
  it('by the market itself are the account’s own, and what they take is declared', async () => {
    await send(tokens.USDC, call('approve(address,uint256)', [lending, parseUnits('30', 6)]))
    const abi = parseAbi(['function getReserve(uint256) view returns (address underlying)'])
    const reserves = await Promise.all(
      [0n, 1n, 2n].map((id) =>
        bench.devnet.first.client.readContract({ address: lending, abi, functionName: 'getReserve', args: [id] }),
      ),
    )
    const reserve = BigInt(reserves.indexOf(tokens.USDC))
    const inner = [
      call('supply(uint256,uint256,address)', [reserve, parseUnits('30', 6), bench.user.address]),
      call('setUsingAsCollateral(uint256,bool,address)', [reserve, true, bench.user.address]),
    ]
    const made = await review({ to: lending, functionName: 'multicall(bytes[])', args: [JSON.stringify(inner)] })
    expect(made.plan.declares.out).toEqual([erc20(tokens.USDC, parseUnits('30', 6))])
    expect(made.details.call?.inner[0]?.fields[1]).toMatchObject({ label: 'Supply', value: { symbol: 'USDC' } })
    expect(blocked(made.review)).toEqual([])
  })

  it('by another contract are in its name, and their permissions are shown', async () => {
    const hidden = call('setApprovalForAll(address,bool)', [thief, true])
    const made = await review({
      to: multicall,
      functionName: 'aggregate3',
      args: [JSON.stringify([[nfts.postcards, false, hidden]])],
    })
    expect(levels(made, 'G19')).toEqual(['DANGER'])
    expect(made.details.permissions).toEqual([
      { kind: 'operator', collection: nfts.postcards, isOwn: false, operator: thief, given: true },
    ])
    expect(made.review.verdict).toBe('acknowledge')
  })

  it('are rewritten in place if they are approvals', async () => {
    const inner = call('approve(address,uint256)', [thief, maxUint256])
    const asked = { to: tokens.USDC, functionName: 'multicall(bytes[])', args: [JSON.stringify([inner])] }
    const made = await prepare(asked, { [allowanceAdjustment(tokens.USDC, thief)]: '5' })
    expect(made.plan?.steps[0].data).toBe(call('multicall(bytes[])', [[call('approve(address,uint256)', [thief, 5n])]]))
  })
})
