import {
  type Account,
  type Address,
  type Chain,
  createTestClient,
  custom,
  encodeFunctionData,
  type Hash,
  publicActions,
  type Transport,
  type WalletClient,
} from 'viem'
import { readArtifact } from '@/devnet/contracts/artifact'
import type { BatchRequest } from '../signing/wallet'

/** Where the contract stands that accounts lend themselves. Any address would do. */
const executor: Address = '0x0000000000000000000000000000000000007702'

/**
 * Sends calls as one transaction of the account to itself, under code that it lends itself for good (EIP-7702). Real
 * atomicity of the chain: all of them, or none.
 */
export async function sendAtomically(
  signer: WalletClient<Transport, Chain, Account>,
  { calls }: Pick<BatchRequest, 'calls'>,
): Promise<Hash> {
  const { abi, bytecode } = readArtifact('BatchAccount')
  const node = createTestClient({
    mode: 'anvil',
    chain: signer.chain,
    transport: custom({ request: (request) => signer.request(request) }),
  }).extend(publicActions)
  // The creation code, run by a call, gives the code that would be deployed.
  const { data: code } = await node.call({ data: bytecode })
  if (!code) throw new Error('BatchAccount gave no code')
  await node.setCode({ address: executor, bytecode: code })
  const authorization = await signer.signAuthorization({
    account: signer.account,
    contractAddress: executor,
    executor: 'self',
  })
  return signer.sendTransaction({
    account: signer.account,
    chain: signer.chain,
    to: signer.account.address,
    authorizationList: [authorization],
    data: encodeFunctionData({ abi, functionName: 'execute', args: [calls] }),
    // A fixed limit of gas lets what reverts be mined all the same.
    gas: 1_000_000n,
  })
}
