import { createServer } from 'node:http'
import { concat, encodeErrorResult, erc20Abi, type Hex, numberToHex, parseAbi, size } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { startTestDevnet } from '@/devnet/testing'
import { buildChains } from './chains'

const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const contract = '0x00000000000000000000000000000000000c0de0'

/** Code that reverts with these bytes whatever it is called for. */
function reverting(data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 })
  // PUSH2 length, PUSH1 13, PUSH0, CODECOPY, PUSH2 length, PUSH0, REVERT, STOP; the bytes begin at 13
  return concat(['0x61', length, '0x600d5f39', '0x61', length, '0x5ffd00', data])
}

it('no contract can have an address of its own choice asked, here or at the service (ERC-3668)', async () => {
  const asked: (string | undefined)[] = []
  const listener = createServer((request, response) => {
    asked.push(request.url)
    response.end('{"data":"0x"}')
  })
  const port = await listenLocally(listener)
  onTestFinished(() => void listener.close())
  const devnet = await startTestDevnet()
  onTestFinished(() => devnet.stop())
  const args = [contract, [`http://127.0.0.1:${port}/{sender}/{data}`], '0x01', '0x12345678', '0x'] as const
  const data = encodeErrorResult({ abi: lookupAbi, errorName: 'OffchainLookup', args })
  await devnet.first.client.setCode({ address: contract, bytecode: reverting(data) })
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
