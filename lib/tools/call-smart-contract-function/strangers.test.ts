import { type Address, concatHex, getAddress, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeCall } from '@/lib/chain/calldata/decode-call'
import { chainInfo } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readVariableDebt } from '@/lib/chain/tokens/aave-v3'
import { compileContracts } from '@/lib/review/fixtures/compile'
import { declaredBy } from './declare'
import { type Asked, call, createCallBench, erc20, native } from './testing/call-bench'

const { tokens, nfts, vaults, lending } = devnetAddresses
const friend = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
// Compiled before anything listens: it blocks this process for seconds.
const contracts = compileContracts(new URL('./testing/strangers.sol', import.meta.url))
const bench = createCallBench()
const { prepare, review, send } = bench

const deployed = (name: string, args: readonly unknown[] = []): Promise<Address> => {
  const contract = contracts.get(name)
  if (!contract) throw new Error(`there is no ${name}`)
  return bench.deployed(contract, args)
}
type Reviewed = Awaited<ReturnType<typeof review>>
const found = ({ review: { findings } }: Reviewed, level: string) =>
  findings.filter((each) => each.level === level).map(({ rule }) => rule)
const approve = (token: Address, spender: Address, amount: bigint) =>
  send(token, call('approve(address,uint256)', [spender, amount]))

describe('coins sent with a function that many contracts have', () => {
  const minting: readonly [string, () => readonly string[]][] = [
    ['mint(address)', () => [bench.user.address]],
    ['mint(address,uint256)', () => [bench.user.address, '1']],
    ['safeMint(address)', () => [bench.user.address]],
    ['mint(uint256,address)', () => ['1', bench.user.address]],
  ]
  it.each(minting)('%s is not blocked if the contract takes them', async (functionName, args) => {
    const made = await review({ to: await deployed('PaidMint'), functionName, args: args(), value: '5' })
    expect(found(made, 'BLOCK')).toEqual([])
    expect(made.review.effects?.balances.map(({ asset, after }) => [asset.kind, after])).toContainEqual(['erc721', 1n])
  })
  it.each(minting)('%s is blocked by the simulation if it does not', async (functionName, args) => {
    const made = await review({ to: await deployed('FreeMint'), functionName, args: args(), value: '5' })
    expect(found(made, 'BLOCK')).toEqual(['G5'])
  })
})

describe('coins sent with a function that takes none according to a standard', () => {
  const paying: readonly [string, () => readonly string[]][] = [
    ['deposit(uint256,address)', () => ['1', bench.user.address]],
    ['withdraw(uint256)', () => ['1']],
    ['claim()', () => []],
    ['safeMint(address,uint256)', () => [bench.user.address, '1']],
  ]
  it.each(paying)('%s is not blocked if the contract takes them', async (functionName, args) => {
    const made = await review({ to: await deployed('PaidAnything'), functionName, args: args(), value: '5' })
    expect(found(made, 'BLOCK')).toEqual([])
  })
  it.each(paying)('%s is blocked by the simulation if it does not', async (functionName, args) => {
    const made = await review({ to: await deployed('FreeAnything'), functionName, args: args(), value: '5' })
    expect(found(made, 'BLOCK')).toEqual(['G5'])
  })
})

describe('a function of a standard', () => {
  const shown = async (asked: Asked) => {
    const { details, plan } = await prepare(asked)
    const { known, fields = [] } = details.call ?? {}
    return [known?.standard, plan?.steps[0].title, fields.map(({ label }) => label)]
  }
  const bare = (name: string, count: number) => [
    null,
    `Call ${name}`,
    Array.from({ length: count }, (_, index) => `Argument ${index + 1}`),
  ]
  const own = () => bench.user.address

  it('has no more than its name if the contract does not answer like one of the standard', async () => {
    const [kitties, bridge, mint] = [await deployed('Kitties'), await deployed('Bridge'), await deployed('PaidMint')]
    const two = ['745', own()]
    expect(await shown({ to: kitties, functionName: 'transfer(address,uint256)', args: [friend, '745'] })).toEqual(
      bare('transfer', 2),
    )
    expect(await shown({ to: kitties, functionName: 'approve(address,uint256)', args: [friend, '745'] })).toEqual(
      bare('approve', 2),
    )
    expect(await shown({ to: bridge, functionName: 'deposit(uint256,address)', args: two })).toEqual(bare('deposit', 2))
    expect(await shown({ to: bridge, functionName: 'withdraw(uint256,uint256,address)', args: ['1', ...two] })).toEqual(
      bare('withdraw', 3),
    )
    expect(
      await shown({ to: bridge, functionName: 'setApprovalForAll(address,bool)', args: [friend, 'true'] }),
    ).toEqual(bare('setApprovalForAll', 2))
    expect(await shown({ to: mint, functionName: 'mint(uint256,address)', args: two })).toEqual(bare('mint', 2))
    const three = ['1', own(), own()]
    expect(await shown({ to: bridge, functionName: 'redeem(uint256,address,address)', args: three })).toEqual(
      bare('redeem', 3),
    )
    expect(
      await shown({ to: kitties, functionName: 'transferFrom(address,address,uint256)', args: [own(), friend, '745'] }),
    ).toEqual(bare('transferFrom', 3))
    const several = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
    expect(await shown({ to: bridge, functionName: several, args: [own(), friend, '7', '1', '0x'] })).toEqual(
      bare('safeTransferFrom', 5),
    )
    expect(await shown({ to: bridge, functionName: 'pause()' })).toEqual(['like Pausable', 'Call pause', []])
  })

  it('is named after it if the contract does', async () => {
    const mint = await deployed('PaidMint')
    const approving = (to: Address) => shown({ to, functionName: 'approve(address,uint256)', args: [friend, '1'] })
    expect((await approving(tokens.USDC))[0]).toBe('ERC-20')
    expect((await approving(nfts.postcards)).slice(0, 2)).toEqual(['ERC-721', 'Let someone move an NFT'])
    expect(
      await shown({ to: vaults.flexibleUsdc, functionName: 'deposit(uint256,address)', args: ['5', own()] }),
    ).toEqual(['ERC-4626', 'Deposit into a vault', ['Deposit', 'Shares go to']])
    expect(
      (await shown({ to: mint, functionName: 'setApprovalForAll(address,bool)', args: [friend, 'true'] }))[0],
    ).toBe('ERC-721')
    expect(
      (await shown({ to: lending, functionName: 'withdraw(uint256,uint256,address)', args: ['0', '1', own()] })).slice(
        0,
        2,
      ),
    ).toEqual(['Aave V4', 'Withdraw from a lending market'])
  })
})

describe('an amount that means all', () => {
  const all = maxUint256.toString()
  const most = (2n ** 128n - 1n).toString()
  const usdc = parseUnits('20', 6)
  const own = () => bench.user.address

  it.each<[string, () => readonly string[]]>([
    ['repay(address,uint256,uint256,address)', () => [tokens.USDC, all, '2', own()]],
    ['repay(address,uint256,uint256,address)', () => [tokens.USDC, most, '2', own()]],
    ['supply(address,uint256,address,uint16)', () => [tokens.USDC, all, own(), '0']],
    ['deposit(uint256,address)', () => [all, own()]],
    ['repay(uint256,uint256,address)', () => ['0', all, own()]],
    ['mint(uint256,address)', () => [all, own()]],
    [
      'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
      () => ['1', all, JSON.stringify([tokens.USDC, tokens.DAI]), own(), all],
    ],
  ])('%s of a stranger declares nothing: whatever it takes is blocked', async (functionName, args) => {
    const to = await deployed('Bait', [tokens.USDC, tokens.DAI])
    await approve(tokens.USDC, to, usdc)
    const made = await review({ to, functionName, args: args() })
    expect(made.plan.declares.out).toEqual([])
    expect(found(made, 'BLOCK')).toEqual(['G7'])
    await approve(tokens.USDC, to, 0n)
  })

  it('declares what is owed if a known market says so', async () => {
    const client = bench.devnet.first.client
    const abi = parseAbi(['function getReserve(uint256) view returns (address underlying)'])
    const reserves = await Promise.all(
      [0n, 1n, 2n].map((id) => client.readContract({ address: lending, abi, functionName: 'getReserve', args: [id] })),
    )
    const [pledge, loan] = [BigInt(reserves.indexOf(tokens.WETH)), BigInt(reserves.indexOf(tokens.USDC))]
    const ether = parseEther('1')
    await bench.user.send(bench.devnet.first, { to: tokens.WETH, data: call('deposit()', []), value: ether })
    await approve(tokens.WETH, lending, ether)
    await send(lending, call('supply(uint256,uint256,address)', [pledge, ether, own()]))
    await send(lending, call('setUsingAsCollateral(uint256,bool,address)', [pledge, true, own()]))
    await send(lending, call('borrow(uint256,uint256,address)', [loan, usdc, own()]))
    const repaying = async (amount: string) =>
      (await prepare({ to: lending, functionName: 'repay(uint256,uint256,address)', args: [`${loan}`, amount, own()] }))
        .plan?.declares.out[0]
    const whole = await repaying(all)
    expect(whole?.asset).toEqual(erc20(tokens.USDC, 0n).asset)
    expect(whole?.amount).toBeGreaterThanOrEqual(usdc)
    expect(whole?.amount).toBeLessThan((usdc * 102n) / 100n)
    expect((await repaying('5'))?.amount).toBe(5n)
    await approve(tokens.USDC, lending, usdc * 2n)
    const made = await review({
      to: lending,
      functionName: 'repay(uint256,uint256,address)',
      args: [`${loan}`, all, own()],
    })
    expect(found(made, 'BLOCK')).toEqual([])
  })

  it('does so for an older market as well', () => {
    const chain = chainInfo({ id: 1, rpcUrl: 'http://127.0.0.1:1' })
    const pool = getAddress('0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2')
    const data = call('repay(address,uint256,uint256,address)', [tokens.USDC, maxUint256, 2n, friend])
    const none = new Map<never, never>()
    const facts = {
      tokens: none,
      collections: new Set<Address>(),
      interfaces: none,
      assets: none,
      reserves: none,
      aTokens: none,
      allowances: none,
      refusesApproval: false,
      previews: none,
      debts: new Map<string, bigint>([[data, 1_000n]]),
      ownName: null,
    }
    const decoded = decodeCall({ caller: friend, to: pool, value: 0n, data, delegate: false })
    expect(declaredBy(decoded, { chain, account: friend, facts }).out).toEqual([
      { asset: { kind: 'erc20', chainId: 1, address: tokens.USDC }, amount: 1_005n },
    ])
  })
})

describe('the debt at an older market', () => {
  it('is what its own debt token records, and nothing if there is none', async () => {
    const { client } = bench.devnet.first
    const owed = (pool: Address) => readVariableDebt(client, pool, tokens.USDC, bench.user.address)
    expect(await owed(await deployed('DebtPool'))).toBe(77n)
    expect(await owed(await deployed('Bridge'))).toBeNull()
    expect(await owed(friend)).toBeNull()
  })
})

describe('a stranger that pays from what it holds', () => {
  const forever = maxUint256.toString()
  const usdc = parseUnits('20', 6)
  const coin = parseEther('0.01')
  const own = () => bench.user.address
  /** Deploys a contract that holds this much of a token, and may take as much of another. */
  const bait = async (taken: Address, given: Address, amount: bigint) => {
    const to = await deployed('Bait', [taken, given])
    await send(given, call('transfer(address,uint256)', [to, amount]))
    await approve(taken, to, amount)
    return to
  }
  const judged = ({ review: { findings } }: Reviewed) =>
    findings.filter(({ rule }) => rule === 'G28').map(({ level, observed }) => [level, observed])

  it.each<[string, () => readonly string[], bigint]>([
    [
      'swapExactETHForTokens(uint256,address[],address,uint256)',
      () => ['1', JSON.stringify([tokens.WETH, tokens.USDC]), own(), forever],
      coin,
    ],
    ['deposit()', () => [], coin],
    [
      'exactInput((bytes,address,uint256,uint256))',
      () => [JSON.stringify([concatHex([tokens.WETH, '0x0001f4', tokens.USDC]), own(), `${coin}`, '1'])],
      coin,
    ],
    [
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      () => [`${usdc}`, '1', JSON.stringify([tokens.DAI, tokens.USDC]), own(), forever],
      0n,
    ],
    ['deposit(uint256,address)', () => [`${usdc}`, own()], 0n],
    [
      'swapETHForExactTokens(uint256,address[],address,uint256)',
      () => ['1', JSON.stringify([tokens.WETH, tokens.USDC]), own(), forever],
      coin,
    ],
    ['submit(address)', () => [own()], coin],
    [
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      () => [JSON.stringify([tokens.WETH, tokens.USDC, '500', own(), `${coin}`, '1', '0'])],
      coin,
    ],
    [
      'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
      () => ['1', `${usdc}`, JSON.stringify([tokens.DAI, tokens.USDC]), own(), forever],
      0n,
    ],
  ])('is DANGER by %s', async (functionName, args, value) => {
    const to = await bait(tokens.DAI, tokens.USDC, usdc)
    const made = await review({ to, functionName, args: args(), value: `${value}` })
    expect(judged(made)).toEqual([['DANGER', to]])
    expect(made.plan.declares.out).toContainEqual(value > 0n ? native(coin) : erc20(tokens.DAI, usdc))
  })

  it('is none if the contract is known', async () => {
    await approve(tokens.USDC, vaults.flexibleUsdc, usdc)
    const args = [`${usdc}`, own()]
    expect(judged(await review({ to: vaults.flexibleUsdc, functionName: 'deposit', args }))).toEqual([])
  })
})
