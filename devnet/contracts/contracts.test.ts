import {
  type Abi,
  type Address,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseEther,
  parseSignature,
  parseUnits,
  type TypedDataDomain,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { badgesAbi, diamondAbi, feedAbi, lendingAbi, mintAbi, postcardsAbi, registryAbi, vaultAbi } from '../abi'
import { deployer, thief } from '../accounts'
import { minedReceipt } from '../receipt'
import { createTestUser, deployArtifact, startTestDevnet, type TestDevnet } from '../testing'
import { artifactSchema, readArtifact } from './artifact'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

const send = async (to: Address, data: `0x${string}`, from: Address = deployer) => {
  const hash = await devnet.first.client.sendTransaction({ account: from, chain: null, to, data })
  return minedReceipt(devnet.first.client, hash)
}
const balance = (token: Address, owner: Address) =>
  devnet.first.client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

/** Returns the selectors of functions with their return types, and of events. */
const selectors = (abi: Abi) =>
  abi.flatMap((item) => {
    if (item.type === 'event') return [toEventSelector(item)]
    return item.type === 'function' ? [`${toFunctionSelector(item)} ${item.outputs.map(({ type }) => type)}`] : []
  })

it.each([
  ['DemoToken', mintAbi],
  ['Postcards', postcardsAbi],
  ['Badges', badgesAbi],
  ['PriceFeed', feedAbi],
  ['LendingMarket', lendingAbi],
  ['AgentRegistry', registryAbi],
  ['YieldVault', vaultAbi],
  ['Diamond', diamondAbi],
] as const)('%s is called with the selectors from the compiler', (contract, abi) => {
  expect(selectors(readArtifact(contract).abi)).toEqual(expect.arrayContaining(selectors(abi)))
})

it('refuses an artifact without bytecode', () => {
  expect(artifactSchema.safeParse({ abi: [], bytecode: 'no' }).success).toBe(false)
})

describe('price feed', () => {
  it('is as fresh as the block, even after the clock was moved', async () => {
    await devnet.ask('POST', '/control', { advanceSeconds: 10 * 86_400 })
    const { client } = devnet.first
    const [, , , updatedAt] = await client.readContract({
      address: devnetAddresses.feeds.ETH,
      abi: feedAbi,
      functionName: 'latestRoundData',
    })
    expect(updatedAt).toBe((await client.getBlock()).timestamp)
  })

  it('keeps its rounds, a week of them from the start', async () => {
    const { client } = devnet.second
    const feed = { address: devnetAddresses.feeds.ETH, abi: feedAbi } as const
    const [latest, answer, , updatedAt] = await client.readContract({ ...feed, functionName: 'latestRoundData' })
    expect([latest, answer]).toEqual([43n, 3_500_00000000n])
    const [first, , , firstAt] = await client.readContract({ ...feed, functionName: 'getRoundData', args: [2n] })
    expect(first).toBe(2n)
    expect(Number(updatedAt - firstAt) / 86_400).toBeGreaterThan(6)
    const beyond = client.readContract({ ...feed, functionName: 'getRoundData', args: [44n] })
    await expect(beyond).rejects.toThrow(/reverted/)
  })

  it('is set only by its owner', async () => {
    const feed = { address: devnetAddresses.feeds.DAI, abi: parseAbi(['function setAnswer(int256 answer)']) }
    const request = { ...feed, functionName: 'setAnswer', args: [99_000_000n] } as const
    await expect(devnet.first.client.simulateContract({ ...request, account: thief })).rejects.toThrow(/reverted/)
    await send(feed.address, encodeFunctionData(request))
    const [round, answer] = await devnet.first.client.readContract({
      address: feed.address,
      abi: feedAbi,
      functionName: 'latestRoundData',
    })
    expect([round, answer]).toEqual([44n, 99_000_000n])
  })
})

it('accepts a permit for its tokens (EIP-2612)', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const token = devnetAddresses.tokens.USDC
  const domain: TypedDataDomain = { name: 'USD Coin', version: '1', chainId: 31337, verifyingContract: token }
  const message = { owner: owner.address, spender: thief, value: 5n, nonce: 0n, deadline: maxUint256 }
  const fields = ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256', 'deadline:uint256']
  const types = {
    Permit: fields.map((field) => ({ name: field.split(':')[0] ?? '', type: field.split(':')[1] ?? '' })),
  }
  const { r, s, yParity } = parseSignature(await owner.signTypedData({ domain, types, primaryType: 'Permit', message }))
  const abi = parseAbi(['function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)'])
  const args = [owner.address, thief, 5n, maxUint256, 27 + yParity, r, s] as const
  await send(token, encodeFunctionData({ abi, functionName: 'permit', args }))
  const allowance = { address: token, abi: erc20Abi, functionName: 'allowance', args: [owner.address, thief] } as const
  expect(await devnet.first.client.readContract(allowance)).toBe(5n)
})

describe('agent registry', () => {
  const abi = parseAbi([
    'function register(string agentURI) returns (uint256)',
    'function tokenURI(uint256) view returns (string)',
    'function ownerOf(uint256) view returns (address)',
    'function getAgentWallet(uint256) view returns (address)',
    'function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes signature)',
    'function setMetadata(uint256, string, bytes)',
    'function transferFrom(address, address, uint256)',
  ])
  const registry = { address: devnetAddresses.registry, abi }
  const read = (functionName: 'getAgentWallet' | 'tokenURI') =>
    devnet.first.client.readContract({ ...registry, functionName, args: [0n] })

  it('has the app’s agent under id 0', async () => {
    expect(await read('tokenURI')).toBe('http://localhost:3000/.well-known/agent-registration.json')
    expect(await read('getAgentWallet')).toBe(deployer)
  })

  it('binds a wallet by its signature, and unbinds it when the agent changes hands', async () => {
    const wallet = privateKeyToAccount(generatePrivateKey())
    const { timestamp } = await devnet.first.client.getBlock()
    const deadline = timestamp + 200n
    const domain: TypedDataDomain = {
      name: 'ERC8004IdentityRegistry',
      version: '1',
      chainId: 31337,
      verifyingContract: registry.address,
    }
    const types = {
      AgentWalletSet: [
        { name: 'agentId', type: 'uint256' },
        { name: 'newWallet', type: 'address' },
        { name: 'owner', type: 'address' },
        { name: 'deadline', type: 'uint256' },
      ],
    }
    const message = { agentId: 0n, newWallet: wallet.address, owner: deployer, deadline }
    const signature = await wallet.signTypedData({ domain, types, primaryType: 'AgentWalletSet', message })
    const set = (newWallet: Address, until: bigint) => ({
      ...registry,
      functionName: 'setAgentWallet' as const,
      args: [0n, newWallet, until, signature] as const,
      account: deployer,
    })
    const { client } = devnet.first
    await expect(client.simulateContract(set(thief, deadline))).rejects.toThrow(/BadSignature|0x5cd5d233/)
    await expect(client.simulateContract(set(wallet.address, deadline + 600n))).rejects.toThrow(/reverted/)
    await send(registry.address, encodeFunctionData(set(wallet.address, deadline)))
    expect(await read('getAgentWallet')).toBe(wallet.address)
    await send(
      registry.address,
      encodeFunctionData({ ...registry, functionName: 'transferFrom', args: [deployer, thief, 0n] }),
    )
    expect(BigInt(await read('getAgentWallet'))).toBe(0n)
  })

  it('reserves the metadata key of the wallet', async () => {
    const args = [0n, 'agentWallet', '0x'] as const
    await expect(
      devnet.first.client.simulateContract({ ...registry, functionName: 'setMetadata', args, account: thief }),
    ).rejects.toThrow(/reverted/)
  })
})

describe('malicious contracts', () => {
  it('FeeOnTransferToken delivers less than was sent', async () => {
    const { address } = await deployArtifact(devnet.first, 'FeeOnTransferToken', [], deployer)
    const { address: receiver } = await createTestUser(devnet)
    await send(address, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 1_000n] }))
    expect(await balance(address, receiver)).toBe(990n)
  })

  it('RevertingToken cannot be sent on', async () => {
    const { address } = await deployArtifact(devnet.first, 'RevertingToken', [], deployer)
    const { client } = devnet.first
    const request = { address, abi: erc20Abi, functionName: 'transfer', args: [thief, 1n] } as const
    await expect(client.simulateContract({ ...request, account: deployer })).rejects.toThrow(/reverted/)
    expect(await client.readContract({ address, abi: erc20Abi, functionName: 'symbol' })).toBe('USDC to vitalik.eth')
  })

  it('PayableRejecter accepts no coin', async () => {
    const { address } = await deployArtifact(devnet.first, 'PayableRejecter', [], deployer)
    const user = await createTestUser(devnet)
    expect((await user.send(devnet.first, { to: address, value: parseEther('1') })).status).toBe('reverted')
  })

  it('BaitToken lets the thief spend the rest after a transfer, and claims what it may', async () => {
    const { address } = await deployArtifact(devnet.first, 'BaitToken', [thief], deployer)
    await send(address, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [deployer, 1n] }))
    const allowance = { address, abi: erc20Abi, functionName: 'allowance', args: [deployer, thief] } as const
    expect(await devnet.first.client.readContract(allowance)).toBe(maxUint256)
    const { USDC } = devnetAddresses.tokens
    const victim = await createTestUser(devnet)
    const amount = parseUnits('10', 6)
    await send(USDC, encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [victim.address, amount] }))
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [address, maxUint256] })
    await victim.send(devnet.first, { to: USDC, data: approval })
    const abi = parseAbi(['function claim(address token)'])
    await victim.send(devnet.first, {
      to: address,
      data: encodeFunctionData({ abi, functionName: 'claim', args: [USDC] }),
    })
    expect([await balance(USDC, victim.address), await balance(USDC, thief)]).toEqual([0n, amount])
  })
})
