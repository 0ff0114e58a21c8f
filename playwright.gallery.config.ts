import { defineConfig } from '@playwright/test'
import { systemChromium } from './scripts/prepare.mjs'

const port = 3301

/** The pictures that need no chain: the gallery's pages, from fixtures. `npm run screenshots:gallery` takes them. */
export default defineConfig({
  testDir: 'e2e/gallery',
  // Emptied before each run; the pictures lie beside it.
  outputDir: 'test-results/gallery',
  // Pages are compiled when they are first asked for.
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
