import type { Locator } from '@playwright/test'
import {
  type Address,
  concatHex,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  parseAbiItem,
  stringToHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { chain, fund, sent } from '../fixtures/chain'
import { environment } from '../fixtures/environment'

const { nfts, tokens } = devnetAddresses
const recipient = getAddress('0x00000000000000000000000000000000c0ffee21')
const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function approve(address to, uint256 id)',
  'function transferFrom(address from, address to, uint256 id)',
])
const received = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)')

/** Finds the postcard that an account was given. */
async function postcardOf(account: Address): Promise<bigint> {
  const logs = await chain().getLogs({
    address: nfts.postcards,
    event: received,
    args: { to: account },
    fromBlock: 0n,
    strict: true,
  })
  const [log] = logs
  if (!log) throw new Error(`${account} was given no postcard`)
  return log.args.tokenId
}

const ownerOf = (tokenId: bigint): Promise<Address> =>
  chain().readContract({ address: nfts.postcards, abi, functionName: 'ownerOf', args: [tokenId] })
const badgesOf = (account: Address): Promise<bigint> =>
  chain().readContract({ address: nfts.badges, abi, functionName: 'balanceOf', args: [account, 1n] })
const asked = (wallet: BrowserWallet) => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length

const postcard = (tokenId: bigint, more: Record<string, unknown> = {}) => ({
  contractAddress: nfts.postcards,
  tokenId: tokenId.toString(),
  toAddress: recipient,
  amount: '1',
  chainId: 31337,
  ...more,
})

async function expectBlocked(app: App, card: Locator, rule: string, wallet: BrowserWallet): Promise<void> {
  await expect(card.locator(`[data-rule="${rule}"][data-level="BLOCK"]`)).toBeVisible()
  await expect(card).toHaveAttribute('data-state', 'blocked')
  await expect(app.countersign(card)).toHaveCount(0)
  await expect(card.getByRole('button', { name: /^Hold/ })).toHaveCount(0)
  expect(asked(wallet)).toBe(0)
}

test('an ERC-721: shown as it is, sent alone, and the agent gets the hash', async ({ signedIn: app, page, wallet }) => {
  const tokenId = await postcardOf(wallet.address)
  const offOrigin: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (!request.url().startsWith('data:') && origin !== new URL(page.url()).origin) offOrigin.push(origin)
  })
  const card = await app.propose('transfer_nft', postcard(tokenId))
  await expect(card).toContainText('Countersign Postcards')
  await expect(card).toContainText(`“Postcard ${tokenId}”`)
  await expect(card.locator(`[data-address="${recipient}"]`)).toBeVisible()
  const picture = card.getByRole('img', { name: 'As the collection draws this token' })
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(card.getByRole('group', { name: 'What this does to your account' })).toContainText(
    new RegExp(`NFT\\s*#${tokenId} of CARD`),
  )
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await ownerOf(tokenId)).toBe(recipient)
  const hash = await app.hashOf(card, 'transfer')
  expect(await app.resultAtService(card)).toEqual({ status: 'success', txHash: hash, chainId: 31337 })
  const nodes: readonly string[] = Object.values(environment.rpcUrl)
  expect(offOrigin.filter((origin) => !nodes.includes(origin))).toEqual([])
})

test('an ERC-1155: as many as requested', async ({ signedIn: app, wallet }) => {
  const before = await badgesOf(recipient)
  const card = await app.propose('transfer_nft', {
    contractAddress: nfts.badges,
    tokenId: '1',
    toAddress: recipient,
    amount: '2',
    chainId: 31337,
  })
  await expect(card).toContainText(/Send 2\s+copies of NFT #\d+/)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  expect(await badgesOf(wallet.address)).toBe(3n)
  expect((await badgesOf(recipient)) - before).toBe(2n)
})

test('declined, and rejected in the wallet: nothing moves', async ({ signedIn: app, wallet }) => {
  const tokenId = await postcardOf(wallet.address)
  const declined = await app.propose('transfer_nft', postcard(tokenId))
  await app.decline(declined).click()
  await expect(declined).toHaveAttribute('data-state', 'rejected')
  expect(asked(wallet)).toBe(0)
  const rejected = await app.propose('transfer_nft', postcard(tokenId))
  wallet.next.push('reject')
  await app.countersign(rejected).click()
  await app.declineRejected(rejected)
  await expect(rejected).toHaveAttribute('data-state', 'rejected')
  await expect(rejected).toHaveAttribute('data-reported', 'true')
  expect(await app.resultAtService(rejected)).toEqual({ status: 'rejected', error: 'User rejected the action' })
  expect(await ownerOf(tokenId)).toBe(wallet.address)
})

test.describe('a token that disappears meanwhile', () => {
  test('before the click: the last check notices, and the wallet is not asked', async ({ signedIn: app, wallet }) => {
    const tokenId = await postcardOf(wallet.address)
    const card = await app.propose('transfer_nft', postcard(tokenId))
    const args = [wallet.address, getAddress('0x00000000000000000000000000000000c0ffee22'), tokenId] as const
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
    await sent(wallet.privateKey, { to: nfts.postcards, data })
    await app.countersign(card).click()
    await expect(card.locator('[data-rule="G5"][data-level="BLOCK"]')).toContainText('may not move this token')
    await expect(card).toContainText('Something has changed since you looked')
    await expect(card).toHaveAttribute('data-state', 'blocked')
    expect(asked(wallet)).toBe(0)
    await card.getByRole('button', { name: 'Check again' }).click()
    await expectBlocked(app, card, 'nft.owner', wallet)
  })

  test('after signing: the transaction reverts, as the card and the agent say', async ({ signedIn: app, wallet }) => {
    const tokenId = await postcardOf(wallet.address)
    const other = generatePrivateKey()
    const { address } = privateKeyToAccount(other)
    await fund(address)
    await sent(wallet.privateKey, {
      to: nfts.postcards,
      data: encodeFunctionData({ abi, functionName: 'approve', args: [address, tokenId] }),
    })
    const card = await app.propose('transfer_nft', postcard(tokenId))
    await expect(card.locator('[data-rule="nft.approval"]')).toContainText(address)
    let signed: Hex | undefined
    wallet.next.push({ withhold: (transaction) => (signed = transaction) })
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', /broadcast|confirming/)
    const args = [wallet.address, address, tokenId] as const
    await sent(other, { to: nfts.postcards, data: encodeFunctionData({ abi, functionName: 'transferFrom', args }) })
    if (!signed) throw new Error('the wallet was not asked')
    const hash = await chain().sendRawTransaction({ serializedTransaction: signed })
    await expect(card).toHaveAttribute('data-state', 'reverted')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await app.resultAtService(card)).toMatchObject({ status: 'error', txHash: hash })
    expect(await ownerOf(tokenId)).toBe(address)
  })
})

test.describe('lies', () => {
  test('another person’s token', async ({ signedIn: app, wallet }) => {
    const { address } = privateKeyToAccount(generatePrivateKey())
    await fund(address)
    const card = await app.propose('transfer_nft', postcard(await postcardOf(address)), 'blocked')
    await expect(card).toContainText('This token is not yours.')
    await expectBlocked(app, card, 'nft.owner', wallet)
    await app.decline(card).click()
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await app.resultAtService(card)).toMatchObject({ status: 'rejected', code: 'nft.owner' })
  })

  test('two of a unique token', async ({ signedIn: app, wallet }) => {
    const card = await app.propose(
      'transfer_nft',
      postcard(await postcardOf(wallet.address), { amount: '2' }),
      'blocked',
    )
    await expectBlocked(app, card, 'nft.amount', wallet)
  })

  test('a contract that is no collection', async ({ signedIn: app, wallet }) => {
    const lie = { ...postcard(1n), contractAddress: tokens.USDC }
    await expectBlocked(app, await app.propose('transfer_nft', lie, 'blocked'), 'nft.kind', wallet)
  })

  test('a recipient that only resembles the written one', async ({ signedIn: app, wallet }) => {
    const meant = '0xabcd1234567890abcdef1234567890abcdef4321'
    const poisoned = '0xabcd999999999999999999999999999999994321'
    const tokenId = await postcardOf(wallet.address)
    const message = `Please send my postcard to ${meant}`
    await app.script(message, [{ name: 'transfer_nft', parameters: postcard(tokenId, { toAddress: poisoned }) }])
    await expectBlocked(app, await app.askForCard(message, 'transfer_nft', 'blocked'), 'G11', wallet)
  })
})

const node = createTestClient({ mode: 'anvil', transport: http(environment.rpcUrl[31337]) })
const mapping = (key: Hex, slot: Hex) => keccak256(concatHex([key, slot]))
const slot = (index: number) => numberToHex(index, { size: 32 })

/** Deploys a contract with the code of a listed one, and nothing in it yet. */
async function copyOf(original: Address): Promise<Address> {
  const { address } = privateKeyToAccount(generatePrivateKey())
  const bytecode = await chain().getCode({ address: original })
  if (!bytecode) throw new Error('there is nothing to copy')
  await node.setCode({ address, bytecode })
  return address
}

/** Deploys a collection that imitates our listed badges, and has its picture on a server. The account holds one. */
async function imitation(holder: Address): Promise<Address> {
  const address = await copyOf(nfts.badges)
  // OpenZeppelin's ERC1155: balances by id and owner in slot 0, the URI in slot 2 (a short string with its length).
  const uri = stringToHex('https://cats.example/{id}')
  const length = (uri.length - 2) / 2
  const short = concatHex([pad(uri, { dir: 'right', size: 31 }), numberToHex(length * 2, { size: 1 })])
  await node.setStorageAt({ address, index: 2, value: short })
  const ofId = mapping(slot(1), slot(0))
  const index = mapping(encodeAbiParameters([{ type: 'address' }], [holder]), ofId)
  await node.setStorageAt({ address, index, value: numberToHex(1, { size: 32 }) })
  return address
}

test('the picture of an unlisted collection is shown when the person agrees', async ({ signedIn: app, wallet }) => {
  const contractAddress = await copyOf(nfts.postcards)
  // OpenZeppelin's ERC721: owners by id in slot 2, balances in slot 3.
  const holder = pad(wallet.address, { size: 32 })
  await node.setStorageAt({ address: contractAddress, index: mapping(slot(1), slot(2)), value: holder })
  await node.setStorageAt({ address: contractAddress, index: mapping(holder, slot(3)), value: slot(1) })
  const card = await app.propose('transfer_nft', postcard(1n, { contractAddress }))
  await expect(card.locator('[data-rule="nft.collection"][data-level="WARN"]')).toBeVisible()
  await expect(card.getByText('drawn by its contract')).toBeVisible()
  await expect(card.getByRole('img', { name: 'As the collection draws this token' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Show picture' }).click()
  await expect(card.getByRole('img', { name: 'As the collection draws this token' })).toBeVisible()
})

test('a picture on a server is fetched when the person agrees, and only by this app', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const contractAddress = await imitation(wallet.address)
  const pictures: string[] = []
  page.on('request', (request) => {
    if (/nft-image|cats\.example/.test(request.url())) pictures.push(new URL(request.url()).pathname)
  })
  const card = await app.propose('transfer_nft', {
    contractAddress,
    tokenId: '1',
    toAddress: recipient,
    amount: '1',
    chainId: 31337,
  })
  await expect(card.locator('[data-rule="nft.collection"][data-level="DANGER"]')).toContainText('Countersign Badges')
  await expect(card.getByText('cats.example')).toBeVisible()
  expect(pictures).toEqual([])
  await card.getByRole('button', { name: 'Show picture' }).click()
  await expect(
    card.getByRole('status').filter({ hasText: 'No picture could be loaded from cats.example' }),
  ).toBeVisible()
  expect(pictures).toEqual(['/api/nft-image'])
})
