import { createServer } from 'node:http'
import { erc20Abi } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { startTestDevnet } from '@/devnet/testing'
import { buildChains } from '../chains/chains'
import { revertingWithLookup } from '../testing/offchain-lookup'

const contract = '0x00000000000000000000000000000000000c0de0'

it('no contract can make us query an address of its choice, here or at the service (ERC-3668)', async () => {
  const asked: (string | undefined)[] = []
  const listener = createServer((request, response) => {
    asked.push(request.url)
    response.end('{"data":"0x"}')
  })
  const port = await listenLocally(listener)
  onTestFinished(() => void listener.close())
  const devnet = await startTestDevnet()
  onTestFinished(() => devnet.stop())
  const bytecode = revertingWithLookup(contract, `http://127.0.0.1:${port}/{sender}/{data}`)
  await devnet.first.client.setCode({ address: contract, bytecode })
  const chain = buildChains([{ id: 31337, rpcUrl: devnet.first.info.rpcUrl }]).get(31337)
  if (!chain) throw new Error('the chain is missing')
  await expect(chain.client.call({ to: contract, data: '0x' })).rejects.toMatchObject({
    message: expect.stringContaining('revert'),
  })
  const reads = ['name', 'symbol'] as const
  const answers = await Promise.allSettled(
    reads.map((functionName) => chain.client.readContract({ abi: erc20Abi, address: contract, functionName })),
  )
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(asked).toEqual([])
})
