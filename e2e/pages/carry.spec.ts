import { readFile } from 'node:fs/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'

const ana = privateKeyToAddress(generatePrivateKey())

test('what a browser keeps is saved as a file, and each change that the file makes is shown before', async ({
  signedIn: _,
  page,
}) => {
  await page.goto('/settings')
  await page.getByLabel('Per proposal').fill('100')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('These limits are in force.')).toBeVisible()
  const section = page.getByRole('region', { name: 'Another device' })
  await section.getByLabel('Settings to import').setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":"something else"}'),
  })
  await expect(section.getByRole('status')).toContainText('Nothing was imported.')

  const saving = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Save as a file' }).click()
  const file = JSON.parse(await readFile(await (await saving).path(), 'utf8'))
  expect(file).toMatchObject({ version: 1, limits: { perProposal: '10000000000', perDay: null }, contacts: [] })
  expect(file).not.toHaveProperty('nodes')

  // The same file as another browser would have saved it.
  const carried = {
    ...file,
    limits: { perProposal: '25000000000', perDay: '90000000000' },
    contacts: [{ address: ana, name: 'José' }],
    theme: 'dark',
  }
  await section.getByLabel('Settings to import').setInputFiles({
    name: 'countersign-settings.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(carried)),
  })
  const dialog = page.getByRole('dialog', { name: 'Import settings' })
  const replacing = dialog.getByRole('checkbox', { name: 'Limit per proposal: $250.00, in place of $100.00' })
  await expect(replacing).not.toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Limit per 24 hours: $900.00' })).toBeChecked()
  await dialog.getByText('Show the contact').click()
  await expect(dialog).toContainText(ana)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import' }).click()

  const done = page.getByRole('dialog', { name: 'Imported' })
  await expect(done).toContainText('Limit per 24 hours: $900.00')
  await expect(done).toContainText('Left as it was')
  expect(await violations(page)).toEqual([])
  await done.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Per proposal')).toHaveValue('100')
  await expect(page.getByLabel('Per 24 hours')).toHaveValue('900')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('region', { name: 'Address book' }).getByRole('listitem')).toContainText('José')
})
