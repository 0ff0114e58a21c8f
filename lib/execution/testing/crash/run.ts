import { type Hash, zeroAddress } from 'viem'
import { noRouting } from '@/lib/chain/routing/testing/no-routing'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import type { Tool } from '@/lib/tools/tool'
import type { ToolResult } from '@/lib/wire/result'
import { entryKey } from '../../ledger/entry-key'
import { openStore } from '../../ledger/ledger-store'
import { isInFlight } from '../../ledger/machine'
import type { Anvil } from '../anvil'
import { oneEther, recipient } from '../bench'
import { memoryLocks } from '../memory-locks'
import { nothing, scriptedWallet } from '../scripted-wallet'
import { approvals, approvingTool } from './approving-tool'
import { createPerson, type Person, stuck } from './person'
import { brokenPromises, carriedOut } from './promises'
import { type Browser, type CrashTab, createTab, type Prompt } from './tab'
import { createWorld, type Trouble } from './world'

/** Action of the wallet once the person has looked at a request. */
type WalletDoes = 'signs' | 'rejects' | 'sends, then fails' | 'fails'

/**
 * Ways in which the wallet of any scenario may answer one of its requests, whatever it really does: its answer proves
 * nothing. `ours`: the request is sent anyway.
 */
export const lies = [
  'rejects after sending',
  'names another transaction',
  'names another transaction, ours sent',
  'names nothing',
  'names nothing, ours sent',
] as const
export type Lie = { nth: number; as: (typeof lies)[number] }

export type Scenario = {
  name: string
  /** Parameters that the agent proposes in addition to the recipient and one ether. */
  parameters?: Record<string, unknown>
  /** Makes the agent propose the same twice, as two calls. */
  twice?: true
  tool?: Tool
  status?: Browser['status']
  declines?: true
  /** `nth` counts the requests from 0. */
  wallet?: (nth: number, request: Prompt['request']) => WalletDoes
  /** Opens another tab at the start, next to the one in which the person clicks. */
  beside?: true
  /** Runs before the tabs open. */
  prepare?: (run: Run) => Promise<void>
  /** Sends in the wallet's own way, if not as a transaction that is mined next. Returns its answer. */
  send?: (run: Run, request: Prompt['request']) => Promise<string>
  /**
   * No nonce of the account prevents both of two requests from being carried out, so none is left open in the wallet.
   */
  unnumbered?: true
  /** Reads the wallet's activity; null: nothing yet. By default it shows that nothing was sent. */
  activity?: (run: Run) => { hash: Hash } | 'not-sent' | null
}

/** One run of a scenario: the browser, and what happens around it. */
export type Run = {
  browser: Browser
  anvil: Anvil
  /** Next events of the chain itself, in order. */
  next: (() => Promise<void>)[]
  mine: () => Promise<void>
  /** Wei that the recipient received from other accounts. */
  fromOthers: bigint
  /** The transaction that brought it. */
  sentByOthers?: Hash
}

/**
 * Consecutive looks at an unchanged world before it counts as at rest: more than any wait for the next blocks takes.
 */
const looksAtRest = 14

/** Runs a scenario until it is at rest, and returns every promise that was broken on the way. */
export async function runScenario(anvil: Anvil, scenario: Scenario, person: Person, trouble: Trouble, lie?: Lie) {
  const start = await anvil.test.snapshot()
  const world = createWorld(trouble)
  const signer = anvil.signer(1)
  const owner = signer.account.address
  const problems: string[] = []
  const told = new Map<string, ToolResult[]>()
  let asked = 0
  let isSignedOut = false
  let isDeleted = false
  const browser: Browser = {
    name: `crash-${crypto.randomUUID()}`,
    world,
    anvil,
    owner,
    locks: memoryLocks(),
    channels: new Set(),
    tool: scenario.tool ?? approvingTool(),
    wallet: scriptedWallet(signer),
    prompts: [],
    askedFor: () => asked++,
    status: scenario.status ?? noRouting.status,
    take: ({ callId, result }) => {
      if (isSignedOut) {
        isSignedOut = false
        throw new Error('Signed out')
      }
      told.set(callId, [...(told.get(callId) ?? []), result])
      world.effect('agent told')
      return { taken: true }
    },
  }
  const { prompts } = browser
  const mine = async () => {
    await anvil.test.mine({ blocks: 1 })
    world.effect('mined')
  }
  const run: Run = { browser, anvil, next: [], mine, fromOthers: 0n }
  await anvil.test.setCode(approvals)
  await scenario.prepare?.(run)
  const from = await anvil.test.getBlockNumber({ cacheTime: 0 })
  const before = await anvil.test.getBalance({ address: recipient })

  const parameters = { to: recipient, value: oneEther.toString(), ...scenario.parameters }
  const proposals = (scenario.twice ? ['call', 'twin'] : ['call']).map((callId) => ({
    ...{ taskId: 'task', callId, toolName: 'send_native_gas_token' },
    owner,
    parameters,
  }))
  const steps = await stepsOf(browser, parameters)

  let tabs: CrashTab[] = []
  const page = () => tabs[0]?.page() ?? null
  const open = () => {
    const tab = createTab(browser)
    tabs.push(tab)
    if (tabs.length === 1) world.dies(die)
    // A person who comes back late gets the conversation from the service, with the outcome that it holds.
    const answered = (callId: string) => (person === 'waits' ? told.get(callId)?.[0] : undefined)
    tab
      .open(
        proposals.map((proposal) => ({ proposal, answered: answered(proposal.callId) })),
        isDeleted,
      )
      .catch((error: unknown) => problems.push(String(error)))
  }
  world.talks(() => {
    isSignedOut = true
    for (const tab of tabs) tab.page()?.letGo()
  })
  world.deletes(() => {
    const shown = tabs.flatMap((tab) => tab.page()?.calls ?? [])
    // The service refuses this while a call is under way.
    if (shown.some((call) => isInFlight(call.getSnapshot().entry.state))) return
    isDeleted = true
    for (const tab of tabs) tab.page()?.hide()
  })
  let orphans = 0
  const die = () => {
    const [tab] = tabs
    tabs = tabs.slice(1)
    tab?.die()
    if (tabs.length > 0) world.dies(die)
    const left = prompts.filter(({ by }) => !by.isAlive())
    orphans += left.length
    const isRejected = scenario.unnumbered || person === 'waits' || person === 'gives up'
    if (isRejected) for (const each of left) prompts.splice(prompts.indexOf(each), 1)
    if (trouble.nodeDown) anvil.node.down = true
  }

  const answerFirst = async (isMeant: (prompt: Prompt) => boolean): Promise<boolean> => {
    const prompt = prompts.find(isMeant)
    if (!prompt) return false
    prompts.splice(prompts.indexOf(prompt), 1)
    await (lie?.nth === prompt.nth ? tellLie(run, scenario, lie, prompt) : answer(run, scenario, prompt))
    return true
  }
  const confirmLeft = () => answerFirst(({ by }) => !by.isAlive())
  const activity = () => (scenario.activity ? scenario.activity(run) : 'not-sent')
  const isNodeUp = () => !anvil.node.down
  const somebody = createPerson(person, { declines: scenario.declines === true, activity, isNodeUp, confirmLeft })

  const wallet = () => answerFirst(({ by }) => by.isAlive())
  const chain = async () => {
    const event = run.next.shift()
    await event?.()
    return event !== undefined
  }
  const comesBack = async () => {
    if (tabs.length === 0) open()
    else return false
    return true
  }
  const clicks = async () => {
    for (const tab of tabs) for (const call of tab.page()?.calls ?? []) if (await somebody.clickOn(call)) return true
    return false
  }
  /** The first actor with something to do acts. */
  const actors = person === 'waits' ? [wallet, chain, comesBack, clicks] : [comesBack, clicks, wallet, chain]
  const act = async (): Promise<boolean> => {
    for (const actor of actors) if (await actor()) return true
    return false
  }
  /** Runs until nobody acts, and several looks in a row find the world unchanged. */
  const untilNothingIsNew = async () => {
    for (let idle = 0, rounds = 0; idle < looksAtRest; rounds += 1) {
      await world.quiet()
      if (rounds > 800) return void problems.push('It never comes to rest.')
      const count = world.effects.length
      const acted = await act()
      if (!acted && !world.tick()) break
      await world.quiet()
      idle = acted || world.effects.length > count ? 0 : idle + 1
    }
  }
  const toRest = async () => {
    await untilNothingIsNew()
    if (isDeleted) {
      isDeleted = false
      for (const tab of tabs)
        tab
          .page()
          ?.show()
          .catch((error: unknown) => problems.push(String(error)))
      await untilNothingIsNew()
    }
    const words = stuck(page(), isNodeUp())
    if (words) problems.push(words)
  }

  open()
  if (scenario.beside) {
    await world.quiet()
    open()
  }
  await toRest()
  if (!isNodeUp()) {
    anvil.node.down = false
    await toRest()
  }
  while (await confirmLeft()) await toRest()
  if (trouble.writes) {
    // The page takes with it what was kept in memory, and there is room on the disk again.
    world.mendDisk()
    for (const tab of tabs.splice(0)) tab.page()?.close()
    await toRest()
  }
  for (let turn = 0; person === 'waits' && turn < 4; turn += 1) {
    for (const call of page()?.calls ?? []) somebody.endWith(call)
    await toRest()
  }

  const store = openStore(browser.name)
  const onChain = await carriedOut(anvil, owner, steps, from)
  const calls = await Promise.all(
    proposals.map(async (proposal, index) => ({
      shown: page()?.calls[index]?.getSnapshot().entry,
      stored: await store.read(entryKey(proposal)),
      told: told.get(proposal.callId) ?? [],
    })),
  )
  const arrived = (await anvil.test.getBalance({ address: recipient })) - before - run.fromOthers
  const broken = brokenPromises({ calls, onChain, arrived, asked, approvals: somebody.approvals() })
  store.close()
  for (const tab of tabs) tab.page()?.close()
  await anvil.goBackTo(start)
  return { broken: [...new Set([...problems, ...broken])], orphans, effects: world.effects, asked, ...world.counts() }
}

/** Sends an unrelated transaction: a stranger's. */
async function another({ anvil }: Run): Promise<Hash> {
  const hash = await anvil.signer(4).sendTransaction({ to: zeroAddress, value: 1n, gas: 21_000n })
  await anvil.test.mine({ blocks: 1 })
  return hash
}

async function tellLie(run: Run, { send = sendAndMine }: Scenario, { as }: Lie, prompt: Prompt): Promise<void> {
  const { effect } = run.browser.world
  const other = as.startsWith('names another') ? await another(run) : nothing
  try {
    if (as === 'rejects after sending' || as.endsWith('ours sent')) await send(run, prompt.request)
  } catch (error) {
    return prompt.reject(error instanceof Error ? error : new Error('It cannot be sent'))
  }
  effect('wallet lies')
  if (as === 'rejects after sending') prompt.reject(Object.assign(new Error('No'), { code: 4001 }))
  // A batch is named by an id; what the wallet says about it is separate.
  else if ('calls' in prompt.request) {
    if (as.startsWith('names another'))
      run.browser.wallet.state.says.set(prompt.request.id, { status: 200, hashes: [other] })
    prompt.resolve(as.startsWith('names another') ? prompt.request.id : nothing)
  } else prompt.resolve(other)
}

async function answer(run: Run, { wallet, send = sendAndMine }: Scenario, prompt: Prompt): Promise<void> {
  const does = wallet?.(prompt.nth, prompt.request) ?? 'signs'
  if (does === 'rejects') return prompt.reject(Object.assign(new Error('No'), { code: 4001 }))
  const failure = Object.assign(new Error('Internal error'), { code: -32603 })
  if (does === 'fails') return prompt.reject(failure)
  try {
    const given = await send(run, prompt.request)
    run.browser.world.effect(does === 'signs' ? 'wallet answers' : 'wallet fails')
    if (does === 'signs') prompt.resolve(given)
    else prompt.reject(failure)
  } catch (error) {
    // Its nonce may be used, for example.
    prompt.reject(error instanceof Error ? error : failure)
  }
}

/** Sends as most wallets do; the next block includes it. */
async function sendAndMine({ browser: { wallet }, next, mine }: Run, request: Prompt['request']): Promise<string> {
  const sent = 'calls' in request ? await wallet.wallet.sendBatch?.(request) : await wallet.send(request)
  next.push(mine)
  return sent ?? ''
}

/** Returns the steps of the initial plan. */
async function stepsOf({ owner, tool, anvil: { chains }, world }: Browser, parameters: unknown) {
  const signal = new AbortController().signal
  const context = { account: owner, chains, routing: noRouting, yields: noYields, now: world.now, signal }
  const { plan } = await tool.prepare(tool.schema.parse(parameters), context)
  return plan?.steps ?? []
}
