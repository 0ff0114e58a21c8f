import { defineConfig } from '@playwright/test'
import { systemChromium } from './scripts/prepare.mjs'

const port = 3301

/** Takes the pictures that need no chain: the gallery's pages, from fixtures (`npm run screenshots:gallery`). */
export default defineConfig({
  testDir: 'e2e/pictures',
  testMatch: 'gallery.spec.ts',
  // Emptied before each run. The pictures are stored beside it.
  outputDir: 'test-results/gallery',
  // A page is compiled when it is first requested.
  timeout: 300_000,
  workers: 1,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: systemChromium() ?? undefined, args: ['--no-sandbox', '--disable-gpu'] },
  },
  webServer: {
    command: `node node_modules/next/dist/bin/next dev --port ${port}`,
    url: `http://localhost:${port}/icon.svg`,
    env: { GALLERY: '1', NEXT_TELEMETRY_DISABLED: '1' },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
