import { erc20Abi, parseAbi, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { deployer } from '../accounts'
import { startTestDevnet, type TestDevnet } from '../testing'
import { inTurn } from './in-turn'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

const { tokens, nfts } = devnetAddresses
const answerSchema = z.object({ given: z.array(z.object({ kind: z.string(), symbol: z.string() })) })
const newAddress = () => privateKeyToAddress(generatePrivateKey())
const ask = (address: string) => devnet.ask('POST', '/faucet', { address })

async function holdings(address: `0x${string}`) {
  const { client } = devnet.first
  const balance = (token: `0x${string}`) =>
    client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  const badges = parseAbi(['function balanceOf(address, uint256) view returns (uint256)'])
  return Promise.all([
    client.getBalance({ address }),
    devnet.second.client.getBalance({ address }),
    ...[tokens.USDC, tokens.DAI, tokens.WBTC, nfts.postcards].map(balance),
    client.readContract({ address: nfts.badges, abi: badges, functionName: 'balanceOf', args: [address, 1n] }),
  ])
}
const everything = [
  parseEther('10'),
  parseEther('10'),
  parseUnits('10000', 6),
  parseEther('5000'),
  parseUnits('0.1', 8),
  1n,
  5n,
]

it('gives everything once and lists it', async () => {
  const address = newAddress()
  const { status, body } = await ask(address.toLowerCase())
  expect(status).toBe(200)
  expect(body).toMatchObject({ address })
  expect(answerSchema.parse(body).given.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual([
    'native ETH',
    'native ETH',
    'erc20 USDC',
    'erc20 DAI',
    'erc20 WBTC',
    'erc721 CARD',
    'erc1155 BADGE',
  ])
  expect(await holdings(address)).toEqual(everything)
  expect((await ask(address)).body).toEqual({ address, given: [] })
  expect(await holdings(address)).toEqual(everything)
})

it('gives everything while somebody else sends from the owner of its tokens', async () => {
  const { client } = devnet.first
  let isDone = false
  const send = () =>
    client.sendTransaction({ account: deployer, chain: null, to: newAddress(), value: 0n, gas: 21_000n })
  async function keepSending(): Promise<void> {
    while (!isDone) await inTurn(send)
  }
  const others = Promise.all(Array.from({ length: 30 }, keepSending))
  const address = newAddress()
  const { status } = await ask(address)
  isDone = true
  await others
  expect(status).toBe(200)
  expect(await holdings(address)).toEqual(everything)
})

it('gives once if asked many times at once, and serves others meanwhile', async () => {
  const [address, other] = [newAddress(), newAddress()]
  const answers = await Promise.all([address, other, address, address, address].map(ask))
  expect(answers.map(({ body }) => answerSchema.parse(body).given.length)).toEqual([7, 7, 0, 0, 0])
  expect(await holdings(address)).toEqual(everything)
  expect(await holdings(other)).toEqual(everything)
})

it('tops up spent native coin, and takes none away', async () => {
  const address = newAddress()
  await ask(address)
  await devnet.first.client.setBalance({ address, value: parseEther('4') })
  await devnet.second.client.setBalance({ address, value: parseEther('12') })
  expect((await ask(address)).body).toMatchObject({ given: [{ chainId: 31337, amount: String(parseEther('6')) }] })
  expect((await holdings(address)).slice(0, 2)).toEqual([parseEther('10'), parseEther('12')])
})

it.each([
  [{}],
  [{ address: 'vitalik.eth' }],
  [{ address: `0x${'0'.repeat(40)}` }],
  [{ address: '0xF18aAAFd261CD95BA0CE660911F1D26934b28b9E' }],
])('refuses %j', async (body) => {
  const answer = await devnet.ask('POST', '/faucet', body)
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('address') } })
})
