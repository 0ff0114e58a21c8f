import { readdir } from 'node:fs/promises'
import { expect, test } from '@playwright/test'

test.describe('where it is deployed', () => {
  test('a connection is kept for longer than a proxy in front of it would use it again', async ({ request }) => {
    const answer = await request.get('/health')
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers()['keep-alive'] ?? '') ?? []
    // Google's load balancers keep theirs for 600 s, nginx and AWS for 60.
    expect(Number(seconds)).toBeGreaterThan(600)
  })

  test('a container holds no tests, no sources, and no settings of the machine that made it', async () => {
    const files = await readdir('test-results/container', { recursive: true })
    expect(files).toContain('dist/server.mjs')
    const own = files.filter((file) => !file.includes('node_modules/'))
    expect(own.filter((file) => /\.tsx?$|\.env|\.git/.test(file))).toEqual([])
  })
})
