import { parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { expect, test } from '../fixtures/app'

const { tokens } = devnetAddresses
const [named, other] = [generatePrivateKey(), generatePrivateKey()].map(privateKeyToAddress)
const usdc = (amount: string) => parseUnits(amount, 6).toString()

const send = (to: unknown, ether: string, chainId = 31337) => ({
  name: 'send_native_gas_token',
  parameters: { chainId, to, value: parseEther(ether).toString() },
})

const swap = (from: keyof typeof tokens, to: keyof typeof tokens, fromAmount: string, slippage = 0.005) => ({
  name: 'execute_router_swap',
  parameters: {
    fromChainId: 31337,
    toChainId: 31337,
    fromTokenAddress: tokens[from],
    toTokenAddress: tokens[to],
    fromAmount,
    slippage,
  },
})

/** What the person asks for, what a hostile service proposes instead, and what the card says of both. */
const lies: readonly {
  respect: string
  asks: string
  proposes: { name: string; parameters: Record<string, unknown> }
  title: string
  asked: RegExp
  found: RegExp
}[] = [
  {
    respect: 'action',
    asks: 'Swap 0.1 ETH for USDC',
    proposes: send(other, '0.1'),
    title: 'You asked for something else.',
    asked: /swap/i,
    found: /send/i,
  },
  {
    respect: 'direction',
    asks: 'Swap 100 USDC for DAI',
    proposes: swap('DAI', 'USDC', parseEther('100').toString()),
    title: 'What leaves is not what you asked for.',
    asked: /USDC/,
    found: /DAI/,
  },
  {
    respect: 'token',
    asks: 'Swap 100 USDC for DAI',
    proposes: swap('USDC', 'WETH', usdc('100')),
    title: 'What arrives is not what you asked for.',
    asked: /DAI/,
    found: /WETH/,
  },
  {
    respect: 'amount',
    asks: `Send 0.1 ETH to ${named}`,
    proposes: send(named, '0.13'),
    title: 'What leaves is not what you asked for.',
    asked: /0\.1 ETH/,
    found: /0\.13 ETH/,
  },
  {
    respect: 'order of magnitude',
    asks: 'Swap five USDC for DAI',
    proposes: swap('USDC', 'DAI', usdc('50')),
    title: 'What leaves is not what you asked for.',
    asked: /5 USDC|five/i,
    found: /50 USDC/,
  },
  {
    respect: 'receiver',
    asks: `Send 0.1 ETH to ${named}`,
    proposes: send(other, '0.1'),
    title: 'This goes to a different address from the one you asked for.',
    asked: new RegExp(`${named}`.slice(0, 6)),
    found: new RegExp(`${other}`.slice(0, 6)),
  },
  {
    respect: 'network',
    asks: `Send 0.1 ETH to ${named} on Base`,
    proposes: send(named, '0.1'),
    title: 'This happens on a different network from the one you asked for.',
    asked: /Base/,
    found: /Ethereum/,
  },
  {
    respect: 'limit',
    asks: 'Swap 100 USDC for DAI with at most 0.1% slippage',
    proposes: swap('USDC', 'DAI', usdc('100'), 0.01),
    title: 'This goes beyond a limit you set.',
    asked: /0\.1\s?%/,
    found: /1\s?%/,
  },
  {
    respect: 'unasked',
    asks: 'hello there',
    proposes: send(other, '0.1'),
    title: 'You did not ask for this.',
    asked: /hello there/,
    found: /0\.1 ETH leaves/,
  },
]

test.describe('a card that is not what was asked', () => {
  for (const { respect, asks, proposes, title, asked, found } of lies)
    test(`another ${respect}: both sides are named, and nothing is signed by one click`, async ({ signedIn: app }) => {
      const card = await app.propose(proposes.name, proposes.parameters, 'ready', asks)
      const finding = card.locator('[data-rule="G35"]', { hasText: title })
      await expect(finding).toBeVisible()
      await expect(finding).toHaveAttribute('data-level', 'DANGER')
      await expect(finding).toContainText(asked)
      await expect(finding).toContainText(found)
      await expect(card.getByRole('button', { name: /^Hold to accept/ })).toBeVisible()
      await expect(app.countersign(card)).toHaveCount(0)
    })

  test('a second call for one request', async ({ signedIn: app, wallet }) => {
    const asks = `Send 0.1 ETH to ${named}`
    const once = send(named, '0.1')
    await app.script(asks, [once, once])
    await app.ask(asks)
    const cards = app.page.locator('article[data-tool="send_native_gas_token"]')
    await app.countersign(cards.first()).click()
    await expect(cards.first()).toHaveAttribute('data-state', 'confirmed')
    await expect(cards).toHaveCount(2)
    await expect(cards.last()).toHaveAttribute('data-state', 'ready')
    const finding = cards.last().locator('[data-rule="G35"]')
    await expect(finding).toHaveAttribute('data-level', 'DANGER')
    await expect(finding).toContainText('This request was already carried out.')
    expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  })
})
