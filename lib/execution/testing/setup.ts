import 'fake-indexeddb/auto'
import type { Address, Hash } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Anvil, startAnvil } from './anvil'
import { type Browser, createBrowser, type Tab } from './bench'

/** The test file's chain, and for each test a browser with one tab. Set once `setUpExecution` has been called. */
export let anvil: Anvil
export let browser: Browser
export let tab: Tab

/** A contract that reverts every call. */
export const reverts: Address = '0x000000000000000000000000000000000000beef'
/** PUSH1 0 PUSH1 0 REVERT */
export const revertsCode = '0x60006000fd'

/**
 * Sets up the tests of one file, and resets its chain after each. `prepare`: configures the browser before its tab
 * opens.
 */
export function setUpExecution(prepare: (browser: Browser) => void = () => undefined): void {
  let start: Hash
  beforeAll(async () => {
    anvil = await startAnvil()
    await anvil.test.setCode({ address: reverts, bytecode: revertsCode })
    start = await anvil.test.snapshot()
  })
  beforeEach(async () => {
    browser = createBrowser(anvil)
    prepare(browser)
    await openTab()
  })
  afterEach(async () => {
    tab.close()
    anvil.mend()
    await anvil.goBackTo(start)
    await anvil.test.setAutomine(true)
    start = await anvil.test.snapshot()
  })
  afterAll(() => anvil.stop())
}

/** Opens a tab of the browser, which becomes `tab`. */
export async function openTab(): Promise<void> {
  tab = await browser.tab()
}
