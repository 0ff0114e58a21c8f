import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { appOrigin, environment, isLying, results } from './e2e/fixtures/environment'
import { systemChromium } from './scripts/prepare.mjs'
import { serverCommand } from './scripts/server-command.mjs'

const flags = serverCommand().slice(0, -1)

/**
 * The line that a server prints once it has its port. If the server cannot get it, it exits, and the run ends. An
 * answer at the port would prove nothing: another run on this machine may have been faster.
 */
const appReady = /^Countersign is ready at /m

/** For a server to start, all of them at once: milliseconds, ample for a busy machine. */
const startPatience = 240_000

const server = { timeout: startPatience, gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 } }

const devnet = {
  command: 'node --import tsx devnet/main.ts',
  wait: { stdout: /^devnet ready: /m },
  env: environment.variables,
  ...server,
}

const foreignService = {
  command: 'node --import tsx e2e/fixtures/foreign-server.ts',
  wait: { stdout: /^The foreign service is ready/m },
  env: environment.variables,
  ...server,
}

const remoteApp = {
  command: ['node', ...serverCommand()].join(' '),
  wait: { stdout: appReady },
  env: {
    ...environment.variables,
    NODE_ENV: 'production',
    PORT: new URL(environment.remote.origin).port,
    AGENT_SERVICE_URL: environment.remote.serviceOrigin,
    SIWE_LAYOUT: 'eip4361',
  },
  ...server,
}

const planner = {
  command: `node --import ./e2e/fixtures/turned-clock.mjs ${flags.join(' ')} e2e/fixtures/container.mjs`,
  wait: { stdout: appReady },
  env: {
    ...environment.variables,
    NODE_ENV: 'production',
    PORT: new URL(environment.planner.origin).port,
    DATA_DIR: resolve(results, 'planner-data'),
    CRON_SECRET: environment.planner.cronSecret,
    CLOCK_PORT: String(environment.planner.clockPort),
  },
  ...server,
}

const app = {
  command: 'node --import tsx e2e/fixtures/app-server.ts',
  wait: { stdout: appReady },
  env: { ...environment.variables, NODE_ENV: 'production' },
  ...server,
}

/**
 * Browser tests: real Chromium, the production build, real local chains. `npm test` builds before it runs them, and runs
 * those of lying services beside the others.
 */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    isLying
      ? { name: 'lying services', testMatch: '**/e2e/lying/**' }
      : {
          name: 'app',
          // The pictures assert nothing: `npm run screenshots`. Those of the gallery have a configuration of their own.
          testIgnore: ['**/e2e/lying/**', process.env.SCREENSHOTS ? '**/e2e/pictures/gallery.*' : '**/e2e/pictures/**'],
        },
  ],
  outputDir: results,
  fullyParallel: true,
  // Three on two cores: a test waits for a third of its time, for blocks, polls and pauses of the page. Those that turn
  // the knobs of the one devnet run one at a time.
  workers: isLying ? 1 : 3,
  // One that passes only at the second try is named as flaky at the end: look into it.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Ample, as for the unit tests: they stop what hangs, and a slow machine is no failure.
  timeout: 180_000,
  expect: { timeout: 45_000, toPass: { timeout: 45_000 } },
  reporter: [['list']],
  use: {
    baseURL: appOrigin,
    // Costs a fifth of the time: TRACE=1 when there is something to find out.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: systemChromium() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // A machine without a graphics card would draw with a slow imitation of one.
        '--disable-software-rasterizer',
        '--disable-gpu-rasterization',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
      ],
    },
  },
  webServer: isLying ? [devnet, app] : [devnet, foreignService, remoteApp, planner, app],
})
