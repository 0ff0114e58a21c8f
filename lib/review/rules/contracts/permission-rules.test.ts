import {
  type Address,
  concatHex,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { safeBatches } from '@/lib/chain/accounts/safe-batches'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { decodePlan } from '../../facts/decoded-plan'
import { account, friend, thief } from '../../fixtures/local-chain'
import { planOf, step } from '../../fixtures/plans'
import { contextOfPlan } from '../../testing/context'
import type { Rule } from '../rule'
import { runRules } from '../run'
import { encodingRule } from './encoding-rule'
import { permissionRule } from './permission-rules'
import { proxiedRule } from './proxied-rule'

const contract = getAddress('0x5afe00000000000000000000000000000000005a')
const nobody = zeroAddress
const token = getAddress('0x00000000000000000000000000000000000000aa')
const word = `0x${'11'.repeat(32)}` as const

const call = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)

/** Runs rules that need only the bytes, without a chain. */
function find(rules: readonly Rule[], data: Hex, to: Address = contract) {
  // Token metadata needs a chain. This stub stands in for it.
  const token = () => ({ symbol: '', decimals: 0, listed: true })
  return runRules(rules, contextOfPlan(planOf([step(to, data)]), { token }))
}
const levels = (data: Hex) => find([permissionRule], data).map(({ level }) => level)

const permit = 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'
const daiPermit = 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'
const permit2 = 'approve(address,address,uint160,uint48)'
const permit2Signed = 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)'
const exec = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
const execution = (operation: number, data: Hex) => [token, 0n, data, operation, 0n, 0n, 0n, token, token, '0x']

const seaport =
  'validate(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),bytes)[])'

const parameters =
  '(address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)'
const matchOrders = `matchOrders((${parameters},bytes)[],((uint256,uint256)[],(uint256,uint256)[])[])`
const fulfillOrder = `fulfillOrder((${parameters},bytes),bytes32)`
const ordered = (offerer: Address) => [offerer, thief, [], [], 0, 0n, 9n, word, 1n, word, 0n]

/** Each permission of G19: how it is granted, its level, how it is revoked or harmless, and the level of that. */
const permissions = [
  ['setApprovalForAll(address,bool)', [thief, true], 'DANGER', [thief, false], null],
  ['increaseAllowance(address,uint256)', [thief, 1n], 'DANGER', [thief, 0n], null],
  [permit, [account, thief, 1n, 9n, 27, word, word], 'DANGER', [friend, thief, 1n, 9n, 27, word, word], null],
  [
    daiPermit,
    [account, thief, 1n, 9n, true, 27, word, word],
    'DANGER',
    [account, thief, 1n, 9n, false, 27, word, word],
    null,
  ],
  [permit2, [token, thief, 1n, 9], 'DANGER', [token, thief, 0n, 9], null],
  [
    permit2Signed,
    [account, [[token, 1n, 9, 1], thief, 9n], '0x'],
    'DANGER',
    [friend, [[token, 1n, 9, 1], thief, 9n], '0x'],
    null,
  ],
  ['transferOwnership(address)', [thief], 'BLOCK', null, null],
  ['renounceOwnership()', [], 'BLOCK', null, null],
  ['grantRole(bytes32,address)', [word, thief], 'DANGER', null, null],
  ['revokeRole(bytes32,address)', [word, thief], 'INFO', null, null],
  ['upgradeTo(address)', [thief], 'BLOCK', null, null],
  ['upgradeToAndCall(address,bytes)', [thief, '0x'], 'BLOCK', null, null],
  ['diamondCut((address,uint8,bytes4[])[],address,bytes)', [[], thief, '0x'], 'BLOCK', null, null],
  ['enableModule(address)', [thief], 'DANGER', null, null],
  [exec, execution(1, '0x'), 'BLOCK', execution(0, '0x'), null],
  ['setUserPositionManager(address,bool)', [thief, true], 'DANGER', [thief, false], 'INFO'],
  ['approveDelegation(address,uint256)', [thief, 1n], 'DANGER', [thief, 0n], 'INFO'],
  ['authorizeOperator(address)', [thief], 'DANGER', null, null],
  ['setOperator(address,bool)', [thief, true], 'DANGER', [thief, false], 'INFO'],
  ['setAuthorization(address,bool)', [thief, true], 'DANGER', [thief, false], 'INFO'],
  ['approveHash(bytes32)', [word], 'DANGER', null, null],
  ['setAgentWallet(uint256,address,uint256,bytes)', [7n, thief, 9n, '0x'], 'DANGER', [7n, account, 9n, '0x'], null],
  ['setAgentURI(uint256,string)', [7n, 'https://thief.example'], 'WARN', null, null],
  ['setMetadata(uint256,string,bytes)', [7n, 'payTo', thief], 'WARN', null, null],
  ['setOwner(bytes32,address)', [word, thief], 'DANGER', [word, account], null],
  ['setResolver(bytes32,address)', [word, thief], 'DANGER', null, null],
  ['setSubnodeOwner(bytes32,bytes32,address)', [word, word, thief], 'DANGER', [word, word, account], null],
  ['setAddr(bytes32,address)', [word, thief], 'DANGER', [word, account], null],
  ['setAddr(bytes32,uint256,bytes)', [word, 60n, thief], 'DANGER', [word, 60n, account], null],
  ['reclaim(uint256,address)', [7n, thief], 'DANGER', [7n, account], null],
  ['approve(bytes32,address,bool)', [word, thief, true], 'DANGER', [word, thief, false], 'INFO'],
  ['delegate(address)', [thief], 'WARN', [account], null],
  ['delegateAll(address,bytes32,bool)', [thief, word, true], 'DANGER', [thief, word, false], 'INFO'],
  ['delegateForAll(address,bool)', [thief, true], 'DANGER', [thief, false], 'INFO'],
  ['setPreSignature(bytes,bool)', ['0x11', true], 'DANGER', ['0x11', false], 'INFO'],
  [seaport, [[]], 'DANGER', null, null],
  ['approve(address,uint256,uint256)', [thief, 7n, 1n], 'DANGER', [thief, 7n, 0n], 'INFO'],
  ['installModule(uint256,address,bytes)', [1n, thief, '0x'], 'DANGER', null, null],
  ['setAdmin(address)', [thief], 'BLOCK', null, null],
  ['setPendingOwner(address)', [thief], 'BLOCK', null, null],
  ['addOwnerWithThreshold(address,uint256)', [thief, 1n], 'BLOCK', null, null],
  ['swapOwner(address,address,address)', [nobody, friend, thief], 'BLOCK', null, null],
  ['removeOwner(address,address,uint256)', [nobody, friend, 1n], 'BLOCK', null, null],
  ['changeThreshold(uint256)', [1n], 'BLOCK', null, null],
  // Nobody holds what the zero address is given.
  ['setGuard(address)', [thief], 'DANGER', [nobody], 'INFO'],
  ['setModuleGuard(address)', [thief], 'DANGER', [nobody], 'INFO'],
  ['setFallbackHandler(address)', [thief], 'DANGER', [nobody], 'INFO'],
  ['delegate(address)', [friend], 'WARN', [nobody], 'INFO'],
  ['delegateAll(address,bytes32,bool)', [thief, word, true], 'DANGER', [nobody, word, true], 'INFO'],
  ['setOperator(address,bool)', [thief, true], 'DANGER', [nobody, true], 'INFO'],
  ['approveDelegation(address,uint256)', [thief, 1n], 'DANGER', [nobody, 1n], 'INFO'],
  ['setAddr(bytes32,address)', [word, thief], 'DANGER', [word, nobody], 'INFO'],
  ['setApprovalForAll(address,bool)', [thief, true], 'DANGER', [nobody, true], null],
  ['setUserPositionManager(address,bool)', [thief, true], 'DANGER', [nobody, true], 'INFO'],
  ['setRelayerApproval(address,address,bool)', [account, thief, true], 'DANGER', [account, nobody, true], 'INFO'],
  ['approve(bytes32,address,bool)', [word, thief, true], 'DANGER', [word, nobody, true], 'INFO'],
  ['setResolver(bytes32,address)', [word, thief], 'DANGER', [word, nobody], 'INFO'],
  ['signalTransfer(address)', [thief], 'DANGER', [nobody], 'INFO'],
  ['setPendingOwner(address)', [thief], 'BLOCK', [nobody], 'INFO'],
  ['setPendingAdmin(address)', [thief], 'BLOCK', [nobody], 'INFO'],
  ['addOwner(address)', [thief], 'BLOCK', null, null],
  ['removeOwner(address)', [friend], 'BLOCK', null, null],
  ['replaceOwner(address,address)', [friend, thief], 'BLOCK', null, null],
  ['changeRequirement(uint256)', [1n], 'BLOCK', null, null],
  ['addMinter(address)', [thief], 'DANGER', null, null],
  ['removeMinter(address)', [friend], 'INFO', null, null],
  ['addPauser(address)', [thief], 'DANGER', null, null],
  ['setOperators(address[],bool)', [[thief], true], 'DANGER', [[thief], false], 'INFO'],
  ['setOperators(address[],bool[])', [[thief], [true]], 'DANGER', [[thief], [false]], 'INFO'],
  [
    'delegateTo(address,(bytes,uint256),bytes32)',
    [thief, ['0x', 9n], word],
    'DANGER',
    [account, ['0x', 9n], word],
    null,
  ],
  // Powers that show in no balance.
  [
    'delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    [account, thief, 1n, 9n, 27, word, word],
    'DANGER',
    [account, thief, 0n, 9n, 27, word, word],
    'INFO',
  ],
  [
    'allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)',
    [account, thief, true, 1n, 9n, 27, word, word],
    'DANGER',
    [friend, thief, true, 1n, 9n, 27, word, word],
    null,
  ],
  [
    'setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))',
    [
      [account, thief, true, 1n, 9n],
      [27, word, word],
    ],
    'DANGER',
    [
      [account, thief, false, 1n, 9n],
      [27, word, word],
    ],
    'INFO',
  ],
  ['signalTransfer(address)', [thief], 'DANGER', null, null],
  ['hope(address)', [thief], 'DANGER', [account], null],
  ['nope(address)', [thief], 'INFO', null, null],
  ['cdpAllow(uint256,address,uint256)', [7n, thief, 1n], 'DANGER', [7n, thief, 0n], 'INFO'],
  ['urnAllow(address,uint256)', [thief, 1n], 'DANGER', [thief, 0n], 'INFO'],
  ['give(uint256,address)', [7n, thief], 'DANGER', [7n, account], null],
  ['changeMasterCopy(address)', [thief], 'BLOCK', null, null],
  ['setDelegate(address)', [thief], 'DANGER', [nobody], 'INFO'],
  ['setDelegate(bytes32,address)', [word, thief], 'WARN', [word, nobody], 'INFO'],
  ['delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)', [thief, 1n, 9n, 27, word, word], 'WARN', null, null],
  [
    'queueWithdrawals((address[],uint256[],address)[])',
    [[[[token], [1n], thief]]],
    'DANGER',
    [[[[token], [1n], account]]],
    null,
  ],
  ['setClaimerFor(address)', [thief], 'DANGER', [account], null],
  [
    'permit(address,uint256,uint256,uint8,bytes32,bytes32)',
    [thief, 7n, 9n, 27, word, word],
    'DANGER',
    [nobody, 7n, 9n, 27, word, word],
    'INFO',
  ],
  ['permit(address,uint256,uint256,uint256,bytes)', [thief, 7n, 9n, 1n, '0x'], 'DANGER', null, null],
  [
    'permitForAll(address,address,bool,uint256,uint256,bytes)',
    [account, thief, true, 9n, 1n, '0x'],
    'DANGER',
    [friend, thief, true, 9n, 1n, '0x'],
    null,
  ],
  ['setRelayerApproval(address,address,bool)', [account, thief, true], 'DANGER', [account, thief, false], 'INFO'],
  ['increaseApproval(address,uint256)', [thief, 1n], 'DANGER', [thief, 0n], null],
  ['offerPunkForSaleToAddress(uint256,uint256,address)', [7n, 0n, thief], 'DANGER', null, null],
  ['offerPunkForSale(uint256,uint256)', [7n, 0n], 'DANGER', null, null],
  ['transferPunk(address,uint256)', [thief, 7n], 'DANGER', [account, 7n], null],
  [matchOrders, [[[ordered(account), '0x']], []], 'DANGER', [[[ordered(friend), '0x']], []], null],
  [fulfillOrder, [[ordered(account), '0x'], word], 'DANGER', [[ordered(friend), '0x'], word], null],
  ['allow(address,bool)', [thief, true], 'DANGER', [thief, false], 'INFO'],
  [
    'permit(address,address,uint256,uint256,bytes)',
    [account, thief, 1n, 9n, '0x'],
    'DANGER',
    [account, thief, 0n, 9n, '0x'],
    null,
  ],
  ['setAccountOperator(address,address,bool)', [account, thief, true], 'DANGER', [account, thief, false], 'INFO'],
  ['delegateByType(address,uint8)', [thief, 1], 'WARN', [account, 1], null],
  ['addOwnerPublicKey(bytes32,bytes32)', [word, word], 'BLOCK', null, null],
  ['execTransactionFromModuleReturnData(address,uint256,bytes,uint8)', [thief, 0n, '0x', 1], 'BLOCK', null, null],
] as const

describe('G19: permissions', () => {
  test.each(permissions)('%s', (signature, given, level, taken, whenTaken) => {
    expect(levels(call(signature, given))).toEqual([level])
    if (taken) expect(levels(call(signature, taken))).toEqual(whenTaken ? [whenTaken] : [])
  })

  test.each(permissions)('%s, hidden in nested calls', (signature, given, level) => {
    const inner = call(signature, given)
    const batch = call('aggregate3((address,bool,bytes)[])', [[[contract, false, inner]]])
    expect(levels(call('multicall(bytes[])', [[call('multicall(bytes[])', [[inner]])]]))).toEqual([level])
    expect(levels(batch)).toEqual([level])
    expect(levels(call(exec, execution(0, batch)))).toEqual([level])
  })

  test('says which owners of a Safe are removed and added, and how many must sign then', () => {
    const said = (signature: string, args: readonly unknown[]) =>
      find([permissionRule], call(signature, args))[0]?.observed
    expect(said('removeOwner(address,address,uint256)', [nobody, friend, 1n])).toBe(
      `${friend} is removed; one signature is needed then`,
    )
    expect(said('addOwnerWithThreshold(address,uint256)', [thief, 2n])).toBe(
      `${thief} is added; 2 signatures are needed then`,
    )
    expect(said('swapOwner(address,address,address)', [nobody, friend, thief])).toBe(
      `${thief} takes the place of ${friend}`,
    )
    expect(said('changeThreshold(uint256)', [3n])).toBe('3 signatures are needed then')
  })

  test('reports the owner and the resolver of a subname', () => {
    const record = 'setSubnodeRecord(bytes32,bytes32,address,address,uint64)'
    expect(levels(call(record, [word, word, thief, thief, 0n]))).toEqual(['DANGER', 'DANGER'])
    expect(levels(call(record, [word, word, account, thief, 0n]))).toEqual(['DANGER'])
    expect(levels(call(record, [word, word, account, account, 0n]))).toEqual([])
  })

  test('the receiver of an order’s proceeds is a recipient', () => {
    const fulfil = `fulfillAdvancedOrder((${parameters},uint120,uint120,bytes,bytes),(uint256,uint8,uint256,uint256,bytes32[])[],bytes32,address)`
    const to = (receiver: Address) =>
      decodePlan(
        planOf([step(contract, call(fulfil, [[ordered(friend), 1n, 1n, '0x', '0x'], [], word, receiver]))]),
      ).recipients.map(({ address, earned }) => [address, earned])
    expect(to(thief)).toEqual([[thief, true]])
    expect(to(account)).toEqual([])
    expect(to(nobody)).toEqual([])
  })

  test('approveAndCall is an approval', () => {
    const given = (signature: string, args: readonly unknown[]) =>
      decodePlan(planOf([step(token, call(signature, args))])).approvals.map(({ spender, amount }) => [spender, amount])
    expect(given('approveAndCall(address,uint256,bytes)', [thief, 5n, '0x'])).toEqual([[thief, 5n]])
    expect(given('approveAndCall(address,uint256)', [thief, 5n])).toEqual([[thief, 5n]])
  })

  test('other calls pass', () => {
    expect(levels(call('transfer(address,uint256)', [friend, 1n]))).toEqual([])
    expect(levels(call('approve(address,uint256)', [friend, 1n]))).toEqual([])
    expect(levels('0x12345678')).toEqual([])
  })

  test('says who, how much and until when', () => {
    const until = BigInt(Date.UTC(2027, 2, 3, 4, 5)) / 1000n
    const [found] = find([permissionRule], call(permit2, [token, thief, 100n, Number(until)]))
    expect(found).toMatchObject({ claim: thief, observed: expect.stringMatching(/100 .*until 2027-03-03 04:05 UTC/) })
    const [unlimited] = find([permissionRule], call(permit2, [token, thief, 2n ** 160n - 1n, 0]))
    expect(unlimited?.observed).toContain('any amount')
    expect(unlimited?.observed).toContain('within this block')
    const [endless] = find([permissionRule], call(permit2, [token, thief, 1n, 2 ** 48 - 1]))
    expect(endless?.observed).toContain('with no end date')
  })
})

describe('G19: lost rights', () => {
  const found = (data: Hex) => find([permissionRule], data).map(({ level, title }) => [level, title])
  const own = ['DANGER', 'You give up a right of your own.']
  const revoked = ['INFO', 'A permission is revoked.']
  const admin = `0x${'00'.repeat(32)}`

  test.each([
    ['renounceRole(bytes32,address)', [admin, account]],
    ['renounceRole(uint64,address)', [0n, account]],
    ['renounceRoles(uint256)', [1n]],
    ['renounceMinter()', []],
    ['renouncePositionManagerRole(address)', [friend]],
    ['renouncePauser()', []],
  ] as const)('%s is DANGER', (signature, args) => {
    expect(found(call(signature, args))).toEqual([own])
    expect(found(call('multicall(bytes[])', [[call(signature, args)]]))).toEqual([own])
  })

  test.each([
    ['revokeRole(bytes32,address)', (who: Address) => [word, who]],
    ['revokeRole(uint64,address)', (who: Address) => [7n, who]],
    ['revokeRoles(address,uint256)', (who: Address) => [who, 1n]],
    ['deny(address)', (who: Address) => [who]],
    ['setUserPositionManager(address,bool)', (who: Address) => [who, false]],
    ['revokeOperator(address)', (who: Address) => [who]],
  ])('%s is DANGER for your own right, and a revocation for someone else’s', (signature, args) => {
    expect(found(call(signature, args(account)))).toEqual([own])
    expect(found(call(signature, args(thief)))).toEqual([revoked])
  })

  test('rights of a Safe that acts for you count as your own', () => {
    const inner = call('revokeRole(bytes32,address)', [word, contract])
    expect(found(call(exec, execution(0, inner)))).toEqual([own])
  })

  test.each([
    ['disableModule(address,address)', [friend, thief]],
    ['uninstallModule(uint256,address,bytes)', [1n, thief, '0x']],
  ] as const)('%s is DANGER, because the module may protect the smart account', (signature, args) => {
    expect(found(call(signature, args))).toEqual([['DANGER', 'A smart account loses a module.']])
  })

  test.each(['pause()', 'emergencyPause()', 'shutdown()', 'stop()', 'freeze()', 'kill()', 'kill_me()'])(
    '%s is DANGER',
    (signature) => {
      expect(found(call(signature, []))).toEqual([['DANGER', 'This stops a contract.']])
      expect(found(call(exec, execution(0, call(signature, []))))).toEqual([['DANGER', 'This stops a contract.']])
      expect(found(call('unpause()', []))).toEqual([])
    },
  )

  test('setPaused(bool) is DANGER if it stops a contract, and passes if it resumes it', () => {
    expect(found(call('setPaused(bool)', [true]))).toEqual([['DANGER', 'This stops a contract.']])
    expect(found(call('setPaused(bool)', [false]))).toEqual([])
  })
})

describe('G30: outflows of another account', () => {
  const send = call('transfer(address,uint256)', [thief, 100n])
  const found = (data: Hex) => find([proxiedRule], data).map(({ level, claim, observed }) => [level, claim, observed])

  test('are reported for a Safe, as DANGER if they go to a stranger', () => {
    expect(found(call(exec, execution(0, send)))).toEqual([['DANGER', contract, `100  to ${thief}`]])
    const back = call('transfer(address,uint256)', [account, 100n])
    expect(found(call(exec, execution(0, back)))).toMatchObject([['WARN', contract, `100  to ${account}`]])
    const nothing = call('approve(address,uint256)', [thief, 100n])
    expect(found(call(exec, execution(0, nothing)))).toMatchObject([
      ['WARN', contract, expect.stringContaining('Nothing outright')],
    ])
    const coins = call('execute(address,uint256,bytes)', [thief, 5n, '0x'])
    expect(found(coins)).toEqual([['DANGER', contract, `5  to ${thief}`]])
  })

  test('do not occur if the account calls for itself or its calls are only forwarded', () => {
    expect(found(send)).toEqual([])
    expect(found(call('multicall(bytes[])', [[send]]))).toEqual([])
    const { multicall } = devnetAddresses
    const passed = call('aggregate3((address,bool,bytes)[])', [[[token, false, send]]])
    expect(find([proxiedRule], passed, multicall)).toEqual([])
  })
})

describe('a Safe’s own batches', () => {
  const packed = (...calls: [Address, Hex, number?][]) =>
    call('multiSend(bytes)', [
      concatHex(
        calls.map(([to, data, operation = 0]) =>
          encodePacked(
            ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
            [operation, to, 0n, BigInt(size(data)), data],
          ),
        ),
      ),
    ])
  const run = (by: Address, data: Hex) => call(exec, [by, 0n, data, 1, 0n, 0n, 0n, nobody, nobody, '0x'])
  const toFriend = call('transfer(address,uint256)', [friend, 100n])
  const toThief = call('setApprovalForAll(address,bool)', [thief, true])

  test.each(safeBatches.map(({ name, address }) => [name, address] as const))('%s at %s is decoded', (_, at) => {
    expect(levels(run(at, packed([token, toFriend])))).toEqual([])
    expect(levels(run(at, packed([token, toFriend], [token, toThief])))).toEqual(['DANGER'])
    expect(find([proxiedRule], run(at, packed([token, toFriend])))).toMatchObject([{ observed: `100  to ${friend}` }])
    // A delegatecall to foreign code blocks inside a batch too.
    expect(levels(run(at, packed([token, toFriend], [thief, toFriend, 1])))).toEqual(['BLOCK'])
    // Malformed batches and other functions are not trusted.
    expect(levels(run(at, call('multiSend(bytes)', ['0x0011'])))).toEqual(['BLOCK'])
    expect(levels(run(at, toFriend))).toEqual(['BLOCK'])
  })

  test('block at any other address', () => {
    expect(levels(run(thief, packed([token, toFriend])))).toEqual(['BLOCK'])
    expect(levels(run(token, packed([token, toFriend])))).toEqual(['BLOCK'])
  })

  test('pass in the other ways of running code too', () => {
    const [, , callOnly] = safeBatches
    if (!callOnly) throw new Error('no batch is pinned')
    const data = packed([token, toFriend])
    const module = 'execTransactionFromModule(address,uint256,bytes,uint8)'
    expect(levels(call(module, [callOnly.address, 0n, data, 1]))).toEqual([])
    const mode = `0xff${'00'.repeat(31)}`
    expect(levels(call('execute(bytes32,bytes)', [mode, concatHex([callOnly.address, data])]))).toEqual([])
    expect(levels(call('execute(bytes32,bytes)', [mode, concatHex([thief, data])]))).toEqual(['BLOCK'])
  })

  test('pass when nested in each other and when run by a module that gets the return data', () => {
    const [both] = safeBatches
    if (!both) throw new Error('no batch is pinned')
    const within = (data: Hex) => packed([token, toFriend], [both.address, packed([token, data]), 1])
    expect(levels(run(both.address, within(toFriend)))).toEqual([])
    expect(levels(run(both.address, within(toThief)))).toEqual(['DANGER'])
    const module = 'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)'
    expect(levels(call(module, [both.address, 0n, packed([token, toFriend]), 1]))).toEqual([])
    expect(levels(call(module, [both.address, 0n, packed([token, toThief]), 1]))).toEqual(['DANGER'])
  })

  test('since 1.5.0 a call to the zero address goes to the Safe itself', () => {
    const own = call('enableModule(address)', [thief])
    for (const { address, zeroIsSelf } of safeBatches) {
      const [power] = find([permissionRule], run(address, packed([nobody, own])))
      expect(power).toMatchObject({ level: 'DANGER', claim: zeroIsSelf ? contract : nobody })
    }
  })
})

describe('G21: calls that cannot be shown', () => {
  const hidden = (data: Hex) => find([encodingRule], data).map(({ level, rule }) => `${rule} ${level}`)
  const wrap = (data: Hex) => call('multicall(bytes[])', [[data]])
  const plain = call('transfer(address,uint256)', [friend, 1n])

  test('four deep are shown, five are DANGER', () => {
    const four = wrap(wrap(wrap(wrap(plain))))
    expect(hidden(four)).toEqual([])
    expect(hidden(wrap(four))).toEqual(['G21 DANGER'])
  })

  test('bytes that are not calls are DANGER, commands in another form UNVERIFIED', () => {
    expect(hidden(call('multiSend(bytes)', ['0x0011']))).toEqual(['G21 DANGER'])
    expect(hidden(call('execute(bytes,bytes[],uint256)', ['0x00', ['0x'], 1n]))).toEqual(['G21 UNVERIFIED'])
  })

  test('unread bytes after the arguments are an INFO, also in nested calls', () => {
    expect(hidden(wrap(plain))).toEqual([])
    const batch = (data: Hex) => call('aggregate3((address,bool,bytes)[])', [[[token, false, data]]])
    for (const suffix of ['00', 'd00dfeeddeadbeef', '8021'.repeat(20)]) {
      expect(hidden(`${plain}${suffix}` as Hex)).toEqual(['G21 INFO'])
      expect(hidden(wrap(`${plain}${suffix}` as Hex))).toEqual(['G21 INFO'])
      expect(hidden(batch(`${plain}${suffix}` as Hex))).toEqual(['G21 INFO'])
      expect(hidden(`${batch(plain)}${suffix}` as Hex)).toEqual(['G21 INFO'])
    }
    expect(hidden(`${call('pause()', [])}00` as Hex)).toEqual(['G21 INFO'])
    const [found] = find([encodingRule], `${plain}d00dfeed` as Hex)
    expect(found?.observed).toBe('0xd00dfeed')
  })

  test('so are bytes after a call in a batch of a Safe or an account, and in a redemption', () => {
    const suffixed = concatHex([plain, '0x62635f6e6b6461'])
    const [, , callOnly] = safeBatches
    if (!callOnly) throw new Error('no batch is pinned')
    const packed = encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, token, 0n, BigInt(size(suffixed)), suffixed],
    )
    const bySafe = [callOnly.address, 0n, call('multiSend(bytes)', [packed]), 1, 0n, 0n, 0n, nobody, nobody, '0x']
    expect(hidden(call(exec, bySafe))).toEqual(['G21 INFO'])
    const single = encodePacked(['address', 'uint256', 'bytes'], [token, 0n, suffixed])
    expect(hidden(call('execute(bytes32,bytes)', [`0x${'00'.repeat(32)}`, single]))).toEqual(['G21 INFO'])
    const redeemed = [['0x'], [`0x${'00'.repeat(32)}`], [single]]
    expect(hidden(call('redeemDelegations(bytes[],bytes32[],bytes[])', redeemed))).toEqual(['G21 INFO'])
  })

  test('a bool other than 0 or 1 and non-zero padding are DANGER', () => {
    const operator = call('setApprovalForAll(address,bool)', [friend, true])
    const truth = operator.replace(/1$/, '2') as Hex
    const note = call('safeTransferFrom(address,address,uint256,bytes)', [account, friend, 7n, '0x11'])
    const padded = note.replace(/00$/, '22') as Hex
    for (const data of [truth, padded]) {
      expect(hidden(data)).toContain('G21 DANGER')
      expect(hidden(wrap(data))).toContain('G21 DANGER')
    }
  })

  test('dirty words and offsets that overlap or leave a gap are DANGER, alone and nested', () => {
    const dirty = plain.replace(plain.slice(10, 12), 'ff') as Hex
    const toSelf = call('multicall(bytes[])', [[plain, plain]])
    // The second call is read from the position of the first.
    const overlapping = toSelf.replace(/(0{62}40)(0{61}[\da-f]{3})/, '$1$1') as Hex
    expect(overlapping).not.toBe(toSelf)
    const gap = wrap(plain)
      .replace(`${'0'.repeat(62)}20`, `${'0'.repeat(62)}40`)
      .replace(/^(0x.{72})/, `$1${'0'.repeat(64)}`) as Hex
    for (const data of [dirty, overlapping, gap]) {
      expect(hidden(data)).toContain('G21 DANGER')
      expect(hidden(wrap(data))).toContain('G21 DANGER')
      expect(hidden(`${data}00` as Hex)).toContain('G21 DANGER')
    }
  })

  test('an approval built by this app must not have a suffix', () => {
    const data = `${call('approve(address,uint256)', [friend, 1n])}00` as Hex
    const plan = planOf([step(token, data, 0n, { purpose: 'approval' })])
    expect(runRules([encodingRule], contextOfPlan(plan))).toMatchObject([{ rule: 'G21', level: 'BLOCK' }])
  })
})
