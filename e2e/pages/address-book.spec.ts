import type { Locator } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'

const ana = privateKeyToAddress(generatePrivateKey())

test('a saved name is on the card and in messages, in settings it is exported, imported and removed', async ({
  signedIn: app,
  page,
}) => {
  const card = await app.askForCard(`send 0.1 ETH to ${ana}`, 'send_native_gas_token')
  await card.getByRole('button', { name: 'Add to address book' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to your address book' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Give it a name.')
  await dialog.getByLabel('Name').fill('Ana')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(card).toContainText('Ana')
  await expect(page.locator('article[data-role="user"] [data-chip="address"]')).toContainText('Ana')
  await expect(card.getByRole('button', { name: 'Add to address book' })).toHaveCount(0)

  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Address book' })
  await expect(section.getByRole('listitem')).toContainText('Ana')
  const exporting = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Export' }).click()
  const file = await (await exporting).path()
  await section.getByRole('button', { name: 'Remove Ana' }).click()
  await page.getByRole('dialog', { name: 'Remove Ana?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await section.getByLabel('Address book to import').setInputFiles(file)
  await expect(section.getByText('One contact added.')).toBeVisible()
  await section.getByRole('button', { name: 'Rename Ana' }).click()
  await page.getByRole('dialog', { name: 'Rename contact' }).getByLabel('Name').fill('Ana Maria')
  await page.keyboard.press('Enter')
  await page.reload()
  await expect(section.getByRole('listitem')).toContainText('Ana Maria')
  expect(await violations(page)).toEqual([])
})

test('a contact that could be taken for another is refused, asked about, or left out of an import', async ({
  signedIn: _,
  page,
}) => {
  const like = `${ana.slice(0, 8)}${'0'.repeat(28)}${ana.slice(-6)}`.toLowerCase()
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Address book' })
  const dialog = page.getByRole('dialog', { name: 'Add to your address book' })
  const enter = async (address: string, name: string) => {
    if ((await dialog.count()) === 0) await section.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByLabel('Address or ENS name').fill(address)
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await page.keyboard.press('Enter')
  }
  await enter(ana, 'Ana')
  await expect(section.getByRole('listitem')).toHaveCount(1)

  await enter(like, 'Anа')
  await expect(dialog).toContainText('It looks like the name of another contact, “Ana”.')
  await enter(like, 'Ben')
  await expect(dialog.getByRole('alert')).toContainText('This address looks like another one that you know.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const lines = [`${like},Ben`, `${privateKeyToAddress(generatePrivateKey())},ANA`, `${ana},Ana Maria`].join('\n')
  await section
    .getByLabel('Address book to import')
    .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  await expect(section.getByText(/^One contact renamed: “Ana” is now “Ana Maria”\./)).toContainText(
    'Left out: line 2 (another contact has that name, or one that looks like it); line 1 (the address looks like',
  )
  await expect(section.getByRole('listitem')).toHaveCount(1)
})

test('a contact is entered by an ENS name, whose address the person sees before it is saved', async ({
  signedIn: _,
  page,
}) => {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Address book' })
  await section.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to your address book' })
  const address = dialog.getByLabel('Address or ENS name')
  await address.fill('nobody.countersign.eth')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Nobody has this name.')
  await address.fill('friend.countersign.eth')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('friend.countersign.eth points to this address now.')
  await expect(address).toHaveValue(/^0x[0-9a-fA-F]{40}$/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByRole('listitem')).toContainText('friend.countersign.eth')
})

test('a name in Hebrew keeps its direction in the list and on the card', async ({ signedIn: app, page }) => {
  const name = 'אנה כהן'
  const card = await app.askForCard(`send 0.1 ETH to ${ana}`, 'send_native_gas_token')
  await card.getByRole('button', { name: 'Add to address book' }).click()
  await page.getByRole('dialog', { name: 'Add to your address book' }).getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  const directionOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).direction)
  await expect(card.locator('bdi', { hasText: name })).toBeVisible()
  expect(await directionOf(card.locator('bdi', { hasText: name }))).toBe('rtl')
  await app.composer().fill(`שלח 0.1 ETH ל-${name}`)
  expect(await directionOf(app.composer())).toBe('rtl')
  await page.keyboard.press('Enter')
  const title = page.getByRole('navigation', { name: 'Conversations' }).locator('.conversation-title').first()
  expect(await directionOf(title)).toBe('ltr')
  await page.goto('/settings')
  const entry = page.getByRole('region', { name: 'Address book' }).locator('bdi', { hasText: name })
  await expect(entry).toBeVisible()
  expect(await directionOf(entry)).toBe('rtl')
})

test('an @ puts a saved address into the message, and the card names its owner', async ({ signedIn: app, page }) => {
  const first = await app.askForCard(`send 0.1 ETH to ${ana}`, 'send_native_gas_token')
  await first.getByRole('button', { name: 'Add to address book' }).click()
  await page.getByRole('dialog', { name: 'Add to your address book' }).getByLabel('Name').fill('Ana')
  await page.keyboard.press('Enter')
  await app.composer().fill('')
  await app.composer().pressSequentially('send 0.2 ETH to @an')
  await expect(page.getByRole('listbox', { name: 'Addresses you saved' })).toBeInViewport({ ratio: 1 })
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(app.composer()).toHaveValue(`send 0.2 ETH to ${ana} `)
  await page.keyboard.press('Enter')
  const second = page.locator('article[data-tool="send_native_gas_token"]').last()
  await expect(second).toContainText('0.2 ETH')
  await expect(second).toContainText('Ana')
})
