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

/** Address of the contract that accounts delegate to. Any address would do. */
const executor: Address = '0x0000000000000000000000000000000000007702'

/**
 * Sends calls as one transaction of the account to itself, under code that it delegates to permanently (EIP-7702). The
 * chain makes it truly atomic: all of them, or none.
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
  // Calling the creation code returns the code that would be deployed.
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
    // With a fixed gas limit, a reverting transaction is still mined.
    gas: 1_000_000n,
  })
}
