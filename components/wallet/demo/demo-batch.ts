import {
  type Account,
  type Address,
  type Chain,
  createWalletClient,
  encodeFunctionData,
  type Hash,
  type Hex,
  parseAbi,
  type Transport,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { z } from 'zod'
import { gasLimit } from '@/lib/chain/chains/gas-limit'

/** Creation code of `devnet/contracts/test/BatchAccount.sol`. A test compares the two. */
export const batchAccountCode: Hex =
  '0x6080604052348015600e575f5ffd5b506102a58061001c5f395ff3fe608060405260043610610020575f3560e01c80633f707e6b1461002b575f5ffd5b3661002757005b5f5ffd5b61003e61003936600461016f565b610040565b005b33301461006057604051631ff944b960e01b815260040160405180910390fd5b5f5b8181101561016a575f5f84848481811061007e5761007e6101e0565b905060200281019061009091906101f4565b61009e906020810190610212565b6001600160a01b03168585858181106100b9576100b96101e0565b90506020028101906100cb91906101f4565b602001358686868181106100e1576100e16101e0565b90506020028101906100f391906101f4565b61010190604081019061023f565b60405161010f929190610289565b5f6040518083038185875af1925050503d805f8114610149576040519150601f19603f3d011682016040523d82523d5f602084013e61014e565b606091505b50915091508161016057805160208201fd5b5050600101610062565b505050565b5f5f60208385031215610180575f5ffd5b823567ffffffffffffffff811115610196575f5ffd5b8301601f810185136101a6575f5ffd5b803567ffffffffffffffff8111156101bc575f5ffd5b8560208260051b84010111156101d0575f5ffd5b6020919091019590945092505050565b634e487b7160e01b5f52603260045260245ffd5b5f8235605e19833603018112610208575f5ffd5b9190910192915050565b5f60208284031215610222575f5ffd5b81356001600160a01b0381168114610238575f5ffd5b9392505050565b5f5f8335601e19843603018112610254575f5ffd5b83018035915067ffffffffffffffff82111561026e575f5ffd5b602001915036819003821315610282575f5ffd5b9250929050565b818382375f910190815291905056fea164736f6c6343000825000a'

/** Address of that code on the local chains. Any address would do. */
const executor: Address = '0x0000000000000000000000000000000000007702'
const abi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])
const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value))

type DemoCall = { to: Address; data: Hex; value: bigint }

/**
 * Sends calls as one transaction of the account to itself, with code that the account delegates to (EIP-7702): the
 * chain carries out all of them or none. Local chains only, because their nodes put the code in place.
 */
export async function sendAsOne(
  account: PrivateKeyAccount,
  chain: Chain,
  transport: Transport,
  calls: readonly DemoCall[],
): Promise<Hash> {
  const client = createWalletClient<Transport, Chain, Account>({ account, chain, transport })
  const raw = client.request as (call: { method: string; params: readonly unknown[] }) => Promise<unknown>
  const code = hex.parse(await raw({ method: 'eth_call', params: [{ data: batchAccountCode }, 'latest'] }))
  await raw({ method: 'anvil_setCode', params: [executor, code] })
  const authorization = await client.signAuthorization({ account, contractAddress: executor, executor: 'self' })
  const data = encodeFunctionData({ abi, functionName: 'execute', args: [calls] })
  const transaction = { to: account.address, authorizationList: [authorization], data }
  // Calls that would revert fail here, before they are sent, as in real wallets.
  return client.sendTransaction({ ...transaction, gas: await gasLimit(client, transaction) })
}
