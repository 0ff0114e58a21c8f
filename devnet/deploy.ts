import { type Hash, isAddressEqual, parseEther } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { deployer, relayer } from './accounts'
import type { DevnetChain } from './chain'
import { readArtifact } from './contracts/artifact'
import { type DeploymentStep, deploymentSteps } from './deployment'
import { DevnetError } from './failure'

/** Age of the deployment by the chains' clocks, in seconds, so that the vaults have a track record. */
export const pastSeconds = 7 * 86_400

/** Enough for the largest contract; unused gas costs nothing here. */
const gas = 5_000_000n
const maxFeePerGas = 100_000_000_000n

/** Multicall3 has no deployer here: its code is placed at its address on real chains. */
async function etchMulticall({ client }: DevnetChain): Promise<void> {
  const { data: bytecode } = await client.call({ data: readArtifact('Multicall3').bytecode })
  if (!bytecode) throw new DevnetError('deploy-failed', 'The creation code of Multicall3 returned no code.')
  await client.setCode({ address: devnetAddresses.multicall, bytecode })
}

async function assertDone(chain: DevnetChain, step: DeploymentStep, hash: Hash): Promise<void> {
  const receipt = await chain.client.getTransactionReceipt({ hash })
  const misplaced = step.creates && !(receipt.contractAddress && isAddressEqual(receipt.contractAddress, step.creates))
  if (receipt.status === 'success' && !misplaced) return
  const what = misplaced ? `was created at ${receipt.contractAddress}, not at ${step.creates}` : 'reverted'
  throw new DevnetError('deploy-failed', `On chain ${chain.info.id} the step «${step.label}» ${what}.`)
}

/**
 * Deploys everything on a fresh chain without automatic mining, advances its clock by `pastSeconds`, and turns mining
 * on. All transactions are sent at once and share a block or two: nonces, and so addresses, are known in advance.
 */
export async function deploy(chain: DevnetChain, appOrigin: string): Promise<void> {
  const { client } = chain
  const steps = deploymentSteps(appOrigin)
  await Promise.all(
    [deployer, relayer].flatMap((address) => [
      client.impersonateAccount({ address }),
      client.setBalance({ address, value: parseEther('1000000') }),
    ]),
  )
  const hashes = await Promise.all(
    steps.map(({ to, data, value }, nonce) =>
      client.sendTransaction({
        account: deployer,
        chain: null,
        to,
        data,
        value,
        nonce,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas: 1n,
      }),
    ),
  )
  await mineAll(chain, hashes.length)
  await Promise.all([
    ...steps.map((step, index) => assertDone(chain, step, hashes[index] ?? '0x')),
    etchMulticall(chain),
  ])
  await client.increaseTime({ seconds: pastSeconds })
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
}

/** Mines until the deployer's transactions are in, since one block may not have room for all. */
async function mineAll({ client, info }: DevnetChain, count: number): Promise<void> {
  for (let blocks = 0; blocks < 10; blocks++) {
    await client.mine({ blocks: 1 })
    if ((await client.getTransactionCount({ address: deployer })) === count) return
  }
  throw new DevnetError('deploy-failed', `Chain ${info.id} did not take all transactions of the deployment.`)
}
