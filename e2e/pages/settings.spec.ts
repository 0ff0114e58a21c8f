import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'
import { environment } from '../fixtures/environment'

test('a default slippage holds where a request names none, and its card says whose it is', async ({
  signedIn: app,
  page,
}) => {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Swaps' })
  await section.getByLabel('Default slippage').fill('7')
  await expect(section.getByText('At most 5%.')).toBeVisible()
  await section.getByLabel('Default slippage').fill('1')
  await section.getByRole('button', { name: 'Save slippage' }).click()
  await expect(section.getByText('Your default of 1% applies.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto('/')
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await expect(card).toContainText('Slippage up to 1% (your default)')
  const named = await app.askForCard('swap 100 USDC to DAI with 0.3% slippage', 'execute_router_swap')
  await expect(named).toContainText('Slippage up to 0.3%')
  await expect(named).not.toContainText('your default')
})

test('a node of one’s own: checked first, refused with the reason, used, and given up', async ({
  signedIn: _,
  page,
}) => {
  const own = environment.rpcUrl[31337].replace('127.0.0.1', 'localhost')
  const wrong = environment.rpcUrl[31338].replace('127.0.0.1', 'localhost')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Networks' })
  const row = section.getByRole('listitem').first()
  const enter = async (url: string) => {
    await row.getByRole('textbox').fill(url)
    await row.getByRole('button', { name: 'Check and use' }).click()
  }
  await enter('http://rpc.example.org')
  await expect(row.getByRole('alert')).toContainText('must begin with https://')
  await enter(wrong)
  await expect(row.getByRole('alert')).toContainText('It serves chain 31338')
  await expect(row).toContainText('This app’s node, 127.0.0.1')
  expect(await violations(page)).toEqual([])
  await enter(own)
  await expect(row).toContainText('Your node, localhost')

  asked.length = 0
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { name: 'In your wallet' })).toBeVisible()
  expect(asked.some((url) => url.startsWith(own))).toBe(true)
  expect(asked.filter((url) => url.startsWith(environment.rpcUrl[31337]))).toEqual([])

  await page.goto('/settings')
  await row.getByRole('button', { name: /^Use this app’s node/ }).click()
  await expect(row).toContainText('This app’s node')
})

test('in quiet mode nobody else is asked: a swap says why it stops, a send goes on', async ({
  signedIn: app,
  page,
}) => {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Quiet mode' })
  await section.getByText('On', { exact: true }).click()
  await expect(section.getByRole('radio', { name: 'On' })).toBeChecked()
  expect(await violations(page)).toEqual([])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/')
  const swap = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap', 'blocked')
  await expect(swap).toContainText('Quiet mode is on, so no route was requested')
  await app.askForCard('send 0.1 ETH to 0x00000000000000000000000000000000c0ffee62', 'send_native_gas_token')
  expect(asked.filter((url) => /\/api\/(routing|yields|nft-image)/.test(url))).toEqual([])
})

test('figures and times are written as chosen, on every page', async ({ signedIn: app, page }) => {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Theme, figures and times' })
  await section.getByLabel('Number format').click()
  await page.getByRole('option', { name: '1.234,56' }).click()
  await section.getByText('UTC', { exact: true }).click()
  await expect(section.getByRole('radio', { name: 'UTC' })).toBeChecked()
  await expect(section.locator('[data-sample]')).toContainText(/UTC, and a balance \$1\.234,56/)
  expect(await violations(page)).toEqual([])

  await page.goto('/portfolio')
  await expect(page.locator('[data-total]')).toHaveText(/^\$\d{2}\.\d{3},\d{2}$/)
  await page.goto('/')
  const card = await app.askForCard('swap 1000 USDC to DAI', 'execute_router_swap')
  await expect(card).toContainText('Swap 1.000 USDC')
  await expect(card.locator('[data-summary]')).toContainText(/\+\d{3},\d+ DAI/)
  await expect(page.locator('.turn-time').first()).toHaveText(/ UTC$/)
  // Text to the agent, and text that a person types, stay in the one format that is read.
  await expect(page.locator('article[data-role="user"]').last()).toContainText('swap 1000 USDC to DAI')
  expect(JSON.stringify(await app.task())).not.toContain('1.000 USDC')
})

test('the index leads to each section, by keyboard', async ({ signedIn: app, page }) => {
  await expect(app.composer()).toBeEditable()
  await page.goto('/settings')
  const index = page.getByRole('navigation', { name: 'Settings' }).getByRole('button')
  await expect(index).toHaveCount(9)
  for (const section of await index.all()) {
    await section.press('Enter')
    await expect(page.locator('h2:focus')).toBeInViewport()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Delete my data' })).toBeFocused()
})
