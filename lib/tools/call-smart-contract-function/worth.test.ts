import { getAddress, parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/devnet-addresses'
import { compileContracts } from '@/lib/review/fixtures/compile'
import { call, createCallBench } from './testing/call-bench'

const { tokens, vaults } = devnetAddresses
const friend = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
// Before anything listens: the compiler keeps this process busy for seconds.
const vault = compileContracts(new URL('./testing/burnable.sol', import.meta.url)).get('BlownUpVault')
const bench = createCallBench()
const ten = parseUnits('10', 6)

const levels = ({ review: { findings } }: Awaited<ReturnType<typeof bench.review>>) =>
  findings.filter(({ rule }) => rule === 'staking.worth').map(({ level }) => level)

async function blownUp(part: bigint) {
  if (!vault) throw new Error('there is no vault')
  const to = await bench.deployed(vault, [tokens.USDC, part])
  await bench.send(tokens.USDC, call('approve(address,uint256)', [to, ten]))
  return to
}

const deposit = async (part: bigint) =>
  bench.review({ to: await blownUp(part), functionName: 'deposit', args: [ten.toString(), bench.user.address] })

it('a deposit of which a vault keeps nearly all is DANGER, although the call succeeds and shares arrive', async () => {
  expect(levels(await deposit(1000n))).toEqual(['DANGER'])
  expect(levels(await deposit(1n))).toEqual(['OK'])
})

it('shares that are given up for less than they are worth are DANGER', async () => {
  const leave = async (part: bigint) => {
    const to = await blownUp(part)
    await bench.send(to, call('credit(uint256)', [ten]))
    await bench.send(tokens.USDC, call('transfer(address,uint256)', [to, ten]))
    const { address } = bench.user
    return bench.review({ to, functionName: 'redeem', args: [ten.toString(), address, address] })
  }
  expect(levels(await leave(2n))).toEqual(['DANGER'])
  expect(levels(await leave(1n))).toEqual(['OK'])
})

it('of an honest vault nothing is lost', async () => {
  await bench.send(tokens.USDC, call('approve(address,uint256)', [vaults.flexibleUsdc, ten]))
  const args = [ten.toString(), bench.user.address]
  expect(levels(await bench.review({ to: vaults.flexibleUsdc, functionName: 'deposit', args }))).toEqual(['OK'])
})

it('what is deposited for somebody else is not measured by one’s own shares', async () => {
  const asked = { to: await blownUp(1n), functionName: 'deposit', args: [ten.toString(), friend] }
  const made = await bench.review(asked)
  expect(levels(made)).toEqual([])
  expect(made.review.findings).toContainEqual(
    expect.objectContaining({ rule: 'G10', level: 'DANGER', observed: friend }),
  )
})
