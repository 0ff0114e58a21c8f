import { type Address, type Hash, parseEther, parseEventLogs, parseUnits, type TransactionReceipt } from 'viem'
import { z } from 'zod'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { badgesAbi, mintAbi, postcardsAbi } from '../abi'
import { deployer } from '../accounts'
import { addressField } from '../api/fields'
import { HttpError } from '../api/http-error'
import type { Routes } from '../api/server'
import type { DevnetChain } from '../chain'
import { minedReceipt } from '../receipt'
import { inTurn } from './in-turn'

/** A gift of the faucet. Amounts in base units. */
type Gift =
  | { chainId: number; kind: 'native'; symbol: string; address: Address; amount: string }
  | { chainId: number; kind: 'erc20'; symbol: string; address: Address; amount: string; hash: Hash }
  | { chainId: number; kind: 'erc721'; symbol: string; address: Address; tokenId: string; hash: Hash }
  | { chainId: number; kind: 'erc1155'; symbol: string; address: Address; tokenId: string; amount: string; hash: Hash }

type Sent = Pick<TransactionReceipt, 'logs'> & { hash: Hash }

/** A thing that each address gets once. */
type Item = {
  symbol: string
  send: (chain: DevnetChain, to: Address) => Promise<Hash>
  gift: (chainId: number, sent: Sent) => Gift
}

const coins = parseEther('10')
const { tokens, nfts } = devnetAddresses

function erc20(symbol: keyof typeof tokens, amount: bigint): Item {
  const address = tokens[symbol]
  return {
    symbol,
    send: ({ client }, to) =>
      client.writeContract({
        address,
        abi: mintAbi,
        functionName: 'mint',
        args: [to, amount],
        account: deployer,
        chain: null,
      }),
    gift: (chainId, { hash }) => ({ chainId, kind: 'erc20', symbol, address, amount: String(amount), hash }),
  }
}

const postcard: Item = {
  symbol: 'CARD',
  send: ({ client }, to) =>
    client.writeContract({
      address: nfts.postcards,
      abi: postcardsAbi,
      functionName: 'mint',
      args: [to],
      account: deployer,
      chain: null,
    }),
  gift: (chainId, { hash, logs }) => {
    const [transfer] = parseEventLogs({ abi: postcardsAbi, eventName: 'Transfer', logs })
    if (!transfer) throw new HttpError(500, 'The postcard was minted without a trace.')
    const tokenId = String(transfer.args.tokenId)
    return { chainId, kind: 'erc721', symbol: 'CARD', address: nfts.postcards, tokenId, hash }
  },
}

const badgeId = 1n
const badgeAmount = 5n
const badges: Item = {
  symbol: 'BADGE',
  send: ({ client }, to) =>
    client.writeContract({
      address: nfts.badges,
      abi: badgesAbi,
      functionName: 'mint',
      args: [to, badgeId, badgeAmount],
      account: deployer,
      chain: null,
    }),
  gift: (chainId, { hash }) => ({
    chainId,
    kind: 'erc1155',
    symbol: 'BADGE',
    address: nfts.badges,
    tokenId: String(badgeId),
    amount: String(badgeAmount),
    hash,
  }),
}

const items = [
  erc20('USDC', parseUnits('10000', 6)),
  erc20('DAI', parseUnits('5000', 18)),
  erc20('WBTC', parseUnits('0.1', 8)),
  postcard,
  badges,
]

async function topUp({ info, client }: DevnetChain, address: Address): Promise<Gift[]> {
  const balance = await client.getBalance({ address })
  if (balance >= coins) return []
  await client.setBalance({ address, value: coins })
  const { symbol } = info.viemChain.nativeCurrency
  return [{ chainId: info.id, kind: 'native', symbol, address: nativeAddress, amount: String(coins - balance) }]
}

const requestSchema = z.object({
  address: addressField.refine((address) => address !== nativeAddress, 'must not be the zero address'),
})

/**
 * POST /faucet: tops up the native coin on every chain; tokens and collectibles come once, on the first chain. Requests
 * run one after the other, so that two identical ones at once give once.
 */
export function faucetRoutes(chains: readonly DevnetChain[]): Routes {
  const given = new Map<Address, Set<string>>()
  let queue: Promise<unknown> = Promise.resolve()

  async function giveOnce(chain: DevnetChain, item: Item, to: Address): Promise<Gift[]> {
    const had = given.get(to) ?? new Set()
    given.set(to, had)
    if (had.has(item.symbol)) return []
    const hash = await inTurn(() => item.send(chain, to))
    const { status, logs } = await minedReceipt(chain.client, hash)
    if (status !== 'success') throw new HttpError(500, `${to} could not be given ${item.symbol}.`)
    had.add(item.symbol)
    return [item.gift(chain.info.id, { hash, logs })]
  }

  async function give(address: Address) {
    const native = await Promise.all(chains.map((chain) => topUp(chain, address)))
    const [first] = chains
    const once: Gift[] = []
    if (first) for (const item of items) once.push(...(await giveOnce(first, item, address)))
    return { address, given: [...native.flat(), ...once] }
  }

  return {
    'POST /faucet': ({ body }) => {
      const { address } = requestSchema.parse(body)
      const gift = queue.then(() => give(address))
      queue = gift.catch(() => undefined) // The caller is told; the next one is served all the same.
      return gift
    },
  }
}
