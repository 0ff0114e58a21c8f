import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { InOrder } from './scripts/test-order.mjs'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{lib,components,app,devnet,scripts,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Loading the modules anew for each file costs more than most files' tests. So no file may leave anything behind.
    isolate: false,
    sequence: { sequencer: InOrder },
    // One more than there are cores: many tests wait for chains, servers, other processes.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ['vitest.setup.ts'],
    // The JSON is for the summary of `npm test`.
    reporters: ['default', 'json'],
    outputFile: { json: 'node_modules/.cache/unit-tests.json' },
    // Ample: they stop what hangs, and a slow machine is no failure.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
})
