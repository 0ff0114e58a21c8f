import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: ['{lib,components,app,devnet,scripts}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // The JSON is for the summary of `npm test`.
    reporters: ['default', 'json'],
    outputFile: { json: 'node_modules/.cache/unit-tests.json' },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
