import { type Address, concatHex, encodePacked, getAddress, type Hex, size, zeroAddress } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { compileContracts } from '@/lib/review/fixtures/compile'
import { call, createCallBench } from './testing/call-bench'

// Compiled before anything listens: it blocks this process for seconds.
const contracts = compileContracts(new URL('./testing/several-owners.sol', import.meta.url))

const bench = createCallBench()
const [one, two, three, four] = [1, 2, 3, 4].map((number) => getAddress(`0x${`0${number}`.repeat(20)}`)) as [
  Address,
  Address,
  Address,
  Address,
]
const callOnly: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const exec = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
let safe: Address

beforeAll(async () => {
  const contract = contracts.get('SeveralOwners')
  if (!contract) throw new Error('several-owners.sol has no SeveralOwners')
  safe = await bench.deployed(contract, [[one, two, three], 2n])
})

const remove = call('removeOwner(address,address,uint256)', [one, two, 1n])
const change = call('changeThreshold(uint256)', [1n])
const add = call('addOwnerWithThreshold(address,uint256)', [four, 3n])
const swap = call('swapOwner(address,address,address)', [one, two, four])

/** Returns the findings about a Safe's owners when it carries out one or several calls of its own. */
async function found(...datas: Hex[]) {
  const packed = concatHex(
    datas.map((data) =>
      encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, safe, 0n, BigInt(size(data)), data]),
    ),
  )
  const [only] = datas
  const inner = datas.length === 1 && only ? [safe, only, 0] : [callOnly, call('multiSend(bytes)', [packed]), 1]
  const [to, data, operation] = inner.map(String)
  const args = [to, '0', data, operation, '0', '0', '0', zeroAddress, zeroAddress, '0x'].map(String)
  const { findings, details } = await bench.prepare({ to: safe, functionName: exec, args })
  return { details, signers: findings.filter(({ rule }) => rule === 'call.signers') }
}

it.each<[string, Hex[], object]>([
  ['an owner removed', [remove], { level: 'WARN', claim: '2 of 3 owners', observed: '1 of 2 owners' }],
  ['fewer signatures', [change], { level: 'WARN', claim: '2 of 3 owners', observed: '1 of 3 owners' }],
  ['an owner added', [add], { level: 'INFO', claim: '2 of 3 owners', observed: '3 of 4 owners' }],
  ['an owner replaced', [swap], { level: 'INFO', claim: '2 of 3 owners', observed: '2 of 3 owners' }],
  ['several at once', [add, remove], { level: 'WARN', claim: '2 of 3 owners', observed: '1 of 3 owners' }],
])('says how many signatures are needed before and after: %s', async (_, datas, finding) => {
  expect((await found(...datas)).signers).toMatchObject([finding])
})

it('covers two owners removed at once, and what a module makes the account do', async () => {
  const both = await found(remove, call('removeOwner(address,address,uint256)', [one, three, 1n]))
  expect(both.signers).toMatchObject([{ level: 'WARN', claim: '2 of 3 owners', observed: '1 of 1 owner' }])
  expect(both.details.permissions).toMatchObject([{ removed: two }, { removed: three }])
  for (const name of ['execTransactionFromModule', 'execTransactionFromModuleReturnData']) {
    const args = [safe, '0', change, '0']
    const asked = { to: safe, functionName: `${name}(address,uint256,bytes,uint8)`, args }
    expect((await bench.prepare(asked)).findings.filter(({ rule }) => rule === 'call.signers')).toMatchObject([
      { level: 'WARN', claim: '2 of 3 owners', observed: '1 of 3 owners' },
    ])
  }
})

it('titles the call inside by its action, and shows who is removed', async () => {
  const { details } = await found(remove)
  expect(details.call?.inner[0]?.known?.intent).toBe('Remove an owner from a smart account')
  expect(details.permissions).toMatchObject([
    { kind: 'power', power: 'signers', over: safe, holder: null, removed: two },
  ])
})

it('is unverified for a contract that names no owners; other calls cause no reads', async () => {
  const asked = { to: devnetAddresses.tokens.USDC, functionName: 'changeThreshold', args: ['1'] }
  expect((await bench.prepare(asked)).findings).toMatchObject([{ rule: 'call.signers', level: 'UNVERIFIED' }])
  expect((await found(call('enableModule(address)', [one]))).signers).toEqual([])
})
