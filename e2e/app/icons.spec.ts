import { getAddress } from 'viem'
import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'

const stranger = getAddress('0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be')

test('pictures of listed tokens and chains come from here, one by one, and are drawn', async ({
  signedIn: app,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') asked.push(request.url())
  })
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  const effects = card.getByRole('group', { name: 'What this does to your account' })
  const sources = effects.locator('dd img')
  await expect(sources.first()).toHaveAttribute('src', '/icons/tokens/USDC.svg')
  await expect(sources.last()).toHaveAttribute('src', '/icons/tokens/DAI.svg')
  await expect
    .poll(() =>
      effects.locator('img').evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
  const origin = new URL(page.url()).origin
  expect(asked.filter((url) => !url.startsWith('data:') && new URL(url).origin !== origin)).toEqual([])
})

test('what a text names has what the app knows of it beside it, and one that imitates it is marked', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const own = getAddress(wallet.address)
  const lookalike = getAddress(`${own.slice(0, 6)}${'0'.repeat(32)}${own.slice(-4)}`)
  await app.script('whose addresses are these', [], `Yours is ${own}, this is not: ${lookalike}, nor ${stranger}.`)
  await app.ask('whose addresses are these')
  const words = page.locator('[data-author="agent"]').last()
  const chips = words.locator('[data-chip="address"]')
  await expect(chips).toHaveCount(3)
  await expect(chips.nth(0)).toContainText('your account')
  await expect(chips.nth(1)).toContainText('looks like')
  await expect(chips.nth(1)).toHaveAttribute('data-like', own)
  await expect(chips.nth(2)).not.toContainText(/your account|looks like/)
  await expect(chips.nth(2).getByRole('button', { name: 'Copy address' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
