/** Imports allowed in a room, besides itself. A room is a folder, or a single file. */
export type Room = {
  imports: readonly string[]
  /** Additional imports for its tests and fixtures: rooms that they run, not rooms that they depend on. */
  tests?: readonly string[]
  /** Packages banned in the room. */
  without?: { packages: readonly string[]; why: string }
}

const withoutReact = {
  packages: ['react', 'react-dom', 'next', 'wagmi', '@rainbow-me/rainbowkit', '@tanstack/react-query'],
  why: 'nothing under lib knows React',
}

const shared = ['lib/wire', 'lib/chain', 'lib/language', 'lib/tools']
const browser = ['lib/store.ts', 'lib/browser-database.ts', 'lib/missing-parts.ts']
const page = [...shared, ...browser, 'lib/review', 'lib/execution', 'lib/chat', 'lib/public-config.ts']

/**
 * The rooms that each room may import; docs/architecture.md draws them. `lib/agents`, `lib/service` and `lib/config.ts`
 * belong to the server: no room of the page names them, so their code never reaches the browser.
 */
export const rooms: Readonly<Record<string, Room>> = {
  'lib/wire': { imports: [], without: withoutReact },
  'lib/chain': { imports: ['lib/wire'], tests: ['devnet', 'lib/review'], without: withoutReact },
  'lib/language': { imports: ['lib/wire', 'lib/chain'], tests: ['devnet'], without: withoutReact },
  'lib/tools': {
    imports: ['lib/wire', 'lib/chain', 'lib/language', 'lib/missing-parts.ts'],
    tests: ['devnet', 'lib/review'],
    without: withoutReact,
  },
  'lib/review': { imports: shared, tests: ['devnet', 'lib/agents'], without: withoutReact },
  'lib/execution': {
    imports: [...shared, ...browser, 'lib/review'],
    tests: ['devnet', 'lib/chat'],
    without: withoutReact,
  },
  'lib/chat': {
    imports: [...shared, ...browser, 'lib/review', 'lib/execution', 'lib/public-config.ts'],
    tests: ['devnet', 'lib/service'],
    without: withoutReact,
  },
  'lib/agents': { imports: shared, tests: ['devnet'], without: withoutReact },
  'lib/service': {
    imports: [...shared, 'lib/agents', 'lib/config.ts', 'lib/public-config.ts'],
    tests: ['devnet', 'lib/chat', 'lib/review', 'app'],
    without: withoutReact,
  },
  'lib/config.ts': { imports: ['lib/wire', 'lib/chain'], without: withoutReact },
  'lib/store.ts': { imports: [], without: withoutReact },
  'lib/browser-database.ts': { imports: [], without: withoutReact },
  'lib/missing-parts.ts': { imports: ['lib/store.ts'], without: withoutReact },
  'lib/public-config.ts': { imports: ['lib/wire', 'lib/chain'], without: withoutReact },
  components: { imports: page, tests: ['devnet'] },
  app: { imports: [...page, 'components', 'lib/agents', 'lib/service', 'lib/config.ts'], tests: ['proxy.ts'] },
  'proxy.ts': { imports: ['app', 'components', 'lib/config.ts', 'lib/service'] },
  'server.ts': { imports: ['lib/chain', 'lib/config.ts', 'lib/service'] },
  devnet: { imports: ['lib/wire', 'lib/chain', 'lib/config.ts'] },
  e2e: {
    imports: ['lib/wire', 'lib/chain', 'lib/review', 'devnet'],
    tests: ['lib/agents', 'lib/config.ts', 'lib/execution', 'lib/service', 'server.ts'],
  },
  bench: {
    imports: [...shared, 'lib/review', 'lib/execution', 'lib/agents', 'lib/service', 'devnet', 'e2e', 'scripts'],
  },
  scripts: { imports: ['lib/wire', 'lib/chain', 'lib/tools', 'lib/config.ts', 'lib/service', 'devnet'] },
  'playwright.config.ts': { imports: ['e2e', 'scripts'] },
  'playwright.gallery.config.ts': { imports: ['scripts'] },
}
