import { readdir } from 'node:fs/promises'
import { expect, test } from '@playwright/test'

test.describe('deployed', () => {
  test('a connection is kept longer than a proxy in front would reuse it', async ({ request }) => {
    const answer = await request.get('/health')
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers()['keep-alive'] ?? '') ?? []
    // Google's load balancers keep theirs for 600 s, nginx and AWS for 60.
    expect(Number(seconds)).toBeGreaterThan(600)
  })

  for (const path of ['/api/unknown', '/api/a/b/c', '/api/%zz', '/api/auth/unknown'])
    test(`a missing ${path} is reported in JSON`, async ({ request }) => {
      const answer = await request.get(path)
      expect(answer.status()).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    })

  for (const path of ['/_next/unknown', '/_next/a/b', '/unknown', '/%zz', '/'])
    test(`the answer at ${path} has a security policy`, async ({ request }) => {
      const answer = await request.get(path)
      expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
      // Only for visitors over https.
      expect(answer.headers()).not.toHaveProperty('strict-transport-security')
    })

  for (const path of ['/', '/chat/a-link-of-somebody'])
    test(`a visitor at ${path} sees what this is before any script has run`, async ({ browser, baseURL }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
      const page = await context.newPage()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Ask for a swap, a transfer or a yield in plain words.')).toBeVisible()
      await context.close()
    })

  test('a container has no tests, no sources, and no settings of the machine that built it', async () => {
    const files = await readdir('test-results/app/container', { recursive: true })
    expect(files).toContain('dist/server.mjs')
    const own = files.filter((file) => !file.includes('node_modules/'))
    expect(own.filter((file) => /\.tsx?$|\.env|\.git/.test(file))).toEqual([])
  })
})
