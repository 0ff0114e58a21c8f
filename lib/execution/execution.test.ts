import { type Address, concat, type Hash, parseGwei, zeroAddress } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Finding } from '@/lib/tools/finding'
import { rpcSilent } from './context'
import { openLedger } from './ledger/ledger'
import { oneEther, proposed, recipient, untilState } from './testing/bench'
import { fails, late, neverAnswers, signs } from './testing/scripted-wallet'
import { anvil, browser, openTab, reverts, revertsCode, setUpExecution, tab } from './testing/setup'

describe('a call, from approval to its end on a real chain', () => {
  setUpExecution()

  const sentBy = (address: Hash | string) => anvil.test.getTransactionCount({ address: address as `0x${string}` })
  const outcomeOf = (key: string) => tab.ledger.get(key)?.outcome

  it('is sent once, confirmed, and reported in the wire format', async () => {
    const before = await anvil.test.getBalance({ address: recipient })
    const { key, call } = await proposed(tab, browser.propose('a'))
    expect(call.getSnapshot().entry.state).toBe('ready')
    await call.approve()
    const entry = await untilState(tab, key, 'confirmed')
    const [step] = entry.steps
    expect(step).toMatchObject({ outcome: 'success', nonce: 0, value: oneEther.toString() })
    expect(entry.outcome).toEqual({ status: 'success', txHash: step?.hash, chainId: 31337 })
    expect((await anvil.test.getBalance({ address: recipient })) - before).toBe(oneEther)
    expect(entry).toMatchObject({ reported: false })
    expect(entry.note).toBeUndefined()

    await call.approve()
    call.refresh()
    await call.decline()
    expect(browser.state.asked).toHaveLength(1)
    expect(tab.ledger.get(key)?.state).toBe('confirmed')
  })

  it('records owner, nonce and bytes before it asks the wallet, and the hash before the block', async () => {
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a'))
    let onDisk: unknown
    browser.state.script.push(async (request, send) => {
      const other = await browser.tab()
      onDisk = other.ledger.get(key)
      other.close()
      return send(request)
    })
    const approved = call.approve()
    const entry = await untilState(tab, key, 'confirming')
    expect(onDisk).toMatchObject({ state: 'signing', owner: browser.owner })
    expect(onDisk).toHaveProperty('steps.0.nonce', 0)
    expect(onDisk).toHaveProperty('steps.0.fromBlock')
    expect(onDisk).toHaveProperty('steps.0.bytesHash', entry.steps[0]?.bytesHash)
    expect(onDisk).not.toHaveProperty('steps.0.hash')
    await anvil.test.mine({ blocks: 1 })
    await approved
    await untilState(tab, key, 'confirmed')
  })

  it('signs each step after the previous one is mined, and reports all hashes in order', async () => {
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 3 }))
    await call.approve()
    const { outcome, steps } = await untilState(tab, key, 'confirmed')
    const hashes = steps.map(({ hash }) => hash)
    expect(new Set(hashes).size).toBe(3)
    expect(outcome).toEqual({ status: 'success', txHash: hashes[2], chainId: 31337, txHashes: hashes })
    expect(browser.state.asked.map(({ nonce }) => nonce)).toEqual([0, 1, 2])
  })

  it('does not ask for a next step that would do something else by now, and lets the person review again', async () => {
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    const plain = browser.world.review
    const worse: Finding = { rule: 'G28', level: 'WARN', title: 'Nothing comes back any more' }
    browser.state.script.push(async (request, send) => {
      browser.world.review = async (request) => {
        const review = await plain(request)
        return { ...review, findings: [...review.findings, worse] }
      }
      return send(request)
    })
    await call.approve()
    await untilState(tab, key, 'ready')
    expect(browser.state.asked).toHaveLength(1)
    expect(tab.ledger.get(key)).toMatchObject({
      steps: [{ outcome: 'success' }, {}],
      note: expect.stringMatching(/changed/),
    })
    expect(call.getSnapshot().review?.findings).toContainEqual(worse)
  })

  it('asks for the next step as soon as the node has seen the previous one', async () => {
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    const plain = browser.world.review
    browser.state.script.push(async (request, send) => {
      browser.world.review = async (request) => {
        browser.world.review = plain
        const review = await plain(request)
        return { ...review, findings: [{ rule: 'G5', level: 'BLOCK', title: 'This would fail.' }], verdict: 'blocked' }
      }
      return send(request)
    })
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.asked).toHaveLength(2)
  })

  it('is ready again after a rejection in the wallet; is closed and reported when the person declines', async () => {
    browser.state.script.push(fails(4001))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    expect((await untilState(tab, key, 'ready')).note).toMatch(/rejected the request in your wallet/)
    expect(tab.ledger.unreported(browser.owner)).toEqual([])
    await call.decline()
    expect(tab.ledger.get(key)).toMatchObject({
      state: 'rejected',
      outcome: { status: 'rejected', error: 'User rejected the action' },
    })
    await call.approve()
    expect(browser.state.asked).toHaveLength(1)
    expect(await sentBy(browser.owner)).toBe(0)
  })

  it('is ready again and keeps the approval’s hash when only the second step is rejected', async () => {
    browser.state.script.push(signs, fails(4001))
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    await untilState(tab, key, 'ready')
    await call.decline()
    const entry = await untilState(tab, key, 'rejected')
    expect(entry.outcome).toEqual({ status: 'rejected', error: 'User rejected the action' })
    expect(entry.steps[0]).toMatchObject({ outcome: 'success', hash: expect.stringMatching(/^0x/) })
    expect(entry.steps[1]?.hash).toBeUndefined()
    expect(browser.state.asked).toHaveLength(2)
  })

  it('is reverted, not confirmed, when the transaction reverts, and keeps its hash', async () => {
    const { key, call } = await proposed(tab, browser.propose('a', { to: reverts, value: '0' }))
    await call.approve()
    const { outcome, steps } = await untilState(tab, key, 'reverted')
    expect(outcome).toMatchObject({ status: 'error', code: 'reverted', txHash: steps[0]?.hash })
  })

  it('never signs the second step after the first has reverted', async () => {
    const { key, call } = await proposed(tab, browser.propose('a', { to: reverts, value: '0', steps: 2 }))
    await call.approve()
    await untilState(tab, key, 'reverted')
    expect(browser.state.asked).toHaveLength(1)
  })

  const resend = (change: { to?: `0x${string}`; value?: bigint; nonce?: number }) =>
    anvil.signer(1).sendTransaction({
      to: recipient,
      value: oneEther,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: parseGwei('500'),
      maxPriorityFeePerGas: parseGwei('50'),
      ...change,
    })

  it('follows a transaction that was sped up', async () => {
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    const { steps } = await untilState(tab, key, 'confirming')
    const faster = await resend({})
    await anvil.test.mine({ blocks: 1 })
    await approved
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry.steps[0]).toMatchObject({ hash: steps[0]?.hash, replacedBy: faster, outcome: 'success' })
    expect(entry.outcome).toEqual({ status: 'success', txHash: faster, chainId: 31337 })
  })

  it.each([
    ['cancelled in the wallet', { to: undefined, value: 0n }],
    ['dropped for another transaction', { to: zeroAddress, value: 7n }],
  ])('fails and says that nothing moved when it was %s', async (_, change) => {
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    const { steps } = await untilState(tab, key, 'confirming')
    const other = await resend({ ...change, to: change.to ?? browser.owner })
    await anvil.test.mine({ blocks: 1 })
    await approved
    const entry = await untilState(tab, key, 'failed')
    expect(entry.outcome).toMatchObject({ status: 'error', code: 'cancelled' })
    expect(entry.outcome).not.toHaveProperty('txHash')
    expect(entry.steps[0]).toMatchObject({ hash: steps[0]?.hash, replacedBy: other, outcome: 'cancelled' })
  })

  it('is not called off while it waits in private and another transaction takes the requested nonce', async () => {
    browser.world.privateFor = 60
    // Fixed, because the same transaction is signed twice and the base fee changes between.
    const second = { nonce: 1, maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: 1n }
    browser.state.script.push(async (request, send) => {
      await send({ ...request, to: zeroAddress, value: 7n })
      await anvil.test.setAutomine(false)
      const hash = await send({ ...request, ...second })
      await anvil.test.dropTransaction({ hash })
      return hash
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toMatch(/may have sent it privately/), 10_000)
    expect(tab.ledger.get(key)?.state).toBe('broadcast')
    await anvil.test.setAutomine(true)
    const hash = await browser.send({ ...browser.state.asked[0], ...second } as never)
    expect(hash).toBe(tab.ledger.get(key)?.steps[0]?.hash)
    await approved
    await untilState(tab, key, 'confirmed')
  })

  it('is called off once another transaction has held its nonce for long enough', async () => {
    browser.world.privateFor = 60
    browser.state.script.push(async (request, send) => {
      await send({ ...request, to: zeroAddress, value: 7n })
      return `0x${'ab'.repeat(32)}`
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toMatch(/may have sent it privately/), 10_000)
    await anvil.test.increaseTime({ seconds: 61 })
    await anvil.test.mine({ blocks: 1 })
    await approved
    expect((await untilState(tab, key, 'failed')).outcome).toMatchObject({ code: 'cancelled' })
  })

  it('keeps waiting while the node is down, says so, and continues when it is back', async () => {
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await untilState(tab, key, 'confirming')
    anvil.node.down = true
    await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toBe(rpcSilent))
    await anvil.test.mine({ blocks: 1 })
    expect(tab.ledger.get(key)?.state).toBe('confirming')
    anvil.node.down = false
    await approved
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry.note).toBeUndefined()
  })

  it('reports a transaction that the node dropped, sends nothing, and follows what the wallet does', async () => {
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    const { steps } = await untilState(tab, key, 'confirming')
    await anvil.test.dropTransaction({ hash: steps[0]?.hash ?? '0x' })
    await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toMatch(/does not know this transaction/), 10_000)
    expect(tab.ledger.get(key)?.state).toBe('confirming')
    const again = await resend({})
    await anvil.test.mine({ blocks: 1 })
    await approved
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry).toMatchObject({ outcome: { txHash: again } })
    expect(entry.note).toBeUndefined()
    expect(browser.state.asked).toHaveLength(1)
  })

  it('retracts that report once the node knows the transaction again', async () => {
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    const { steps } = await untilState(tab, key, 'confirming')
    const hash = steps[0]?.hash ?? '0x'
    anvil.node.forgets = hash
    await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toMatch(/does not know this transaction/), 10_000)
    anvil.node.forgets = null
    await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toBeUndefined(), 10_000)
    await anvil.test.mine({ blocks: 1 })
    await approved
    await untilState(tab, key, 'confirmed')
  })

  it('stays accurate through a reorganisation: reports the new result if mined differently', async () => {
    browser.world.confirmations = 2
    await anvil.test.setAutomine(false)
    let raw: Hash = '0x'
    browser.state.script.push(async ({ to, value, nonce }) => {
      const fees = { gas: 100_000n, maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: 1n }
      raw = await anvil
        .signer(1)
        .account.signTransaction({ to, value, nonce, chainId: 31337, type: 'eip1559', ...fees })
      return anvil.signer(1).sendRawTransaction({ serializedTransaction: raw })
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    const beforeBlock = await anvil.test.snapshot()
    const approved = call.approve()
    await untilState(tab, key, 'confirming')
    await anvil.test.mine({ blocks: 1 })
    const { hash } = tab.ledger.get(key)?.steps[0] ?? {}
    expect(await anvil.test.getTransactionReceipt({ hash: hash ?? '0x' })).toMatchObject({ status: 'success' })
    expect(tab.ledger.get(key)?.state).toBe('confirming')

    await anvil.test.revert({ id: beforeBlock })
    await anvil.test.setCode({ address: recipient, bytecode: revertsCode })
    await anvil.signer(1).sendRawTransaction({ serializedTransaction: raw })
    await anvil.test.mine({ blocks: 2 })
    await approved
    const entry = await untilState(tab, key, 'reverted')
    expect(entry.outcome).toMatchObject({ code: 'reverted', txHash: hash })
  })

  it('reports a replacement as late as the original: a reorganisation may bring the original back', async () => {
    browser.world.confirmations = 2
    await anvil.test.setAutomine(false)
    let raw: Hash = '0x'
    browser.state.script.push(async ({ to, value, nonce }) => {
      const fees = { gas: 100_000n, maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: 1n }
      const { account } = anvil.signer(1)
      raw = await account.signTransaction({ to, value, nonce, chainId: 31337, type: 'eip1559', ...fees })
      return anvil.signer(1).sendRawTransaction({ serializedTransaction: raw })
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    const beforeBlock = await anvil.test.snapshot()
    const approved = call.approve()
    await untilState(tab, key, 'confirming')
    await resend({ to: browser.owner, value: 0n })
    await anvil.test.mine({ blocks: 1 })
    let looks = 0
    anvil.node.refuses = (method) => {
      if (method === 'eth_getTransactionReceipt') looks += 1
      return false
    }
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2))
    expect(tab.ledger.get(key)?.state).toBe('confirming')

    await anvil.test.revert({ id: beforeBlock })
    await anvil.signer(1).sendRawTransaction({ serializedTransaction: raw })
    await anvil.test.mine({ blocks: 2 })
    await approved
    expect((await untilState(tab, key, 'confirmed')).outcome).toMatchObject({ status: 'success' })
  })

  it('follows the hash it learned at the moment the wallet refused', async () => {
    let key = ''
    browser.state.script.push(async (request, send) => {
      const hash = await send(request)
      const [attempt, ...rest] = tab.ledger.get(key)?.steps ?? []
      if (attempt) void tab.ledger.apply(key, { type: 'hash', attempt, rest, hash })
      throw Object.assign(new Error('No'), { code: 4001 })
    })
    const { key: entered, call } = await proposed(tab, browser.propose('a'))
    key = entered
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it.each([
    [
      'another call comes first',
      () => {
        const delayed = late(signs)
        browser.state.script.push(delayed.answer)
        return { first: 'b', goOn: delayed.letGo }
      },
    ],
    [
      'the person takes long to switch chains',
      () => {
        browser.state.chainId = 1
        let goOn = () => {}
        const switched = new Promise<void>((resolve) => (goOn = resolve))
        vi.spyOn(browser.wallet, 'switchChain').mockImplementation(async (chainId) => {
          await switched
          browser.state.chainId = chainId
        })
        return { first: null, goOn }
      },
    ],
  ])('is checked again if the wallet could be asked only long after the click: %s', async (_, delay) => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    const { first, goOn } = delay()
    const before = first ? await proposed(tab, browser.propose(first, { value: '7' })) : null
    void before?.call.approve()
    if (before) await untilState(tab, before.key, 'signing')
    const approved = call.approve()
    await vi.waitFor(() =>
      expect(tab.ledger.get(key)?.note).toMatch(before ? /busy with another/ : /is asking to switch/),
    )
    browser.world.now += 60_001
    goOn()
    await approved
    if (before) await untilState(tab, before.key, 'confirmed')
    const entry = await untilState(tab, key, 'ready')
    expect(entry.note).toMatch(/Nothing was sent/)
    expect(browser.state.asked).toHaveLength(before ? 1 : 0)
    await vi.waitFor(() => expect(call.getSnapshot().busy).toBeNull())
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it('warns clearly when the wallet sent something else, and still follows it', async () => {
    browser.state.script.push((request, send) => send({ ...request, value: 5n }))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    const entry = await untilState(tab, key, 'failed')
    expect(entry.steps[0]).toMatchObject({ altered: true, outcome: 'success' })
    expect(entry.outcome).toMatchObject({ status: 'error', code: 'altered', txHash: entry.steps[0]?.hash })
  })

  it('does not continue to the next step once the same id has come with other parameters, and says so', async () => {
    browser.state.script.push(async (request, send) => {
      await tab.ledger.propose(browser.propose('a', { steps: 2, value: '2' }))
      return send(request)
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    const entry = await untilState(tab, key, 'blocked')
    expect(entry.steps[0]).toMatchObject({ outcome: 'success', hash: expect.stringMatching(/^0x/) })
    expect(entry.note).toMatch(/The rest was not signed/)
    expect(call.getSnapshot().problem).toMatch(/twice with different parameters/)
    expect(browser.state.asked).toHaveLength(1)
    await call.decline()
    expect(tab.ledger.get(key)).toMatchObject({ state: 'rejected', outcome: { code: 'conflicting-call' } })
  })

  it('gives the rest back if that happens just before the wallet is asked for it', async () => {
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    const chainId = vi.spyOn(browser.wallet, 'chainId').mockImplementation(async () => {
      if (tab.ledger.get(key)?.steps[0]?.outcome) await tab.ledger.propose(browser.propose('a', { value: '2' }))
      return 31337
    })
    await call.approve()
    chainId.mockRestore()
    const entry = await untilState(tab, key, 'blocked')
    expect(entry.steps[0]).toMatchObject({ outcome: 'success', hash: expect.stringMatching(/^0x/) })
    expect(entry.note).toMatch(/Nothing more was sent/)
    expect(browser.state.asked).toHaveLength(1)
  })

  it('does not continue to the next step after the wallet altered one', async () => {
    browser.state.script.push((request, send) => send({ ...request, data: '0xffff' }))
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    const entry = await untilState(tab, key, 'ready')
    expect(entry.note).toMatch(/something other than what was reviewed/)
    expect(browser.state.asked).toHaveLength(1)
  })

  it.each([
    ['the wallet does not know the chain', 'unsupported' as const, /does not know this chain/],
    ['the person does not switch', 'rejected' as const, /did not switch/],
  ])('goes back to ready with nothing sent when %s', async (_, switching, note) => {
    Object.assign(browser.state, { chainId: 1, switching })
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    expect(tab.ledger.get(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(note) })
    expect(browser.state.asked).toHaveLength(0)

    Object.assign(browser.state, { switching: 'allowed' })
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.asked).toHaveLength(1)
  })

  it('goes back to ready when the node is down before the wallet is asked', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    anvil.node.down = true
    await call.approve()
    expect(tab.ledger.get(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/Nothing was sent/) })
    expect(browser.state.asked).toHaveLength(0)
  })

  it('accepts a late answer from the wallet', async () => {
    browser.world.walletPatience = 1
    tab.close()
    await openTab()
    const { answer, letGo } = late(signs)
    browser.state.script.push(answer)
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }))
    letGo()
    await approved
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry).not.toHaveProperty('interrupted')
    expect(browser.state.asked).toHaveLength(1)
  })

  it('accepts an answer from the wallet after sign-out', async () => {
    const { answer, letGo } = late(signs)
    browser.state.script.push(answer)
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await vi.waitFor(() => expect(browser.state.asked).toHaveLength(1))
    tab.close()
    await approved
    // Nobody reads the chain here, so this ledger learned its content from the wallet alone.
    const ledger = await openLedger({ now: () => 0, name: browser.name })
    expect(ledger.get(key)?.state).toBe('signing')
    letGo()
    await vi.waitFor(() => expect(ledger.get(key)).toMatchObject({ owner: browser.owner, state: 'broadcast' }))
    ledger.close()
    await openTab()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.asked).toHaveLength(1)
  })

  it('finds the transaction of a wallet that sent it without answering', async () => {
    browser.world.walletPatience = 1
    tab.close()
    await openTab()
    browser.state.script.push(async (request, send) => {
      await send(request)
      return neverAnswers(request, send)
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(await sentBy(browser.owner)).toBe(1)
  })

  it('lets the person answer for a silent wallet, and keeps a hash that comes later', async () => {
    browser.world.walletPatience = 1
    tab.close()
    await openTab()
    let send: () => void = () => undefined
    browser.state.script.push(async (request, sends) => {
      await new Promise<void>((resolve) => {
        send = resolve
      })
      return sends(request)
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ interrupted: true }))
    await call.resolveInterrupted('not-sent')
    await approved
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))

    send()
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry.steps).toHaveLength(1)
    await call.approve()
    expect(await sentBy(browser.owner)).toBe(1)
  })

  it('follows both when the wallet sent twice after all, and says so', async () => {
    browser.world.walletPatience = 1
    tab.close()
    await openTab()
    let send: () => void = () => undefined
    browser.state.script.push(async (request, sends) => {
      await new Promise<void>((resolve) => {
        send = resolve
      })
      return sends({ ...request, nonce: (request.nonce ?? 0) + 1 })
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    const first = call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ interrupted: true }))
    await call.resolveInterrupted('not-sent')
    await first
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
    await anvil.test.setAutomine(false)
    const second = call.approve()
    await untilState(tab, key, 'confirming')
    send()
    await vi.waitFor(() => expect(tab.ledger.get(key)?.steps).toHaveLength(2))
    expect(tab.ledger.get(key)?.note).toMatch(/sent this transaction twice: it was asked again/)
    await anvil.test.mine({ blocks: 1 })
    await second
    const { outcome, steps } = await untilState(tab, key, 'confirmed')
    expect(outcome).toMatchObject({ txHashes: steps.map(({ hash }) => hash) })
  })

  it('asks the person when the wallet fails in a way that may have sent', async () => {
    browser.state.script.push(fails(-32603, 'Internal error'))
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }))
    expect(tab.ledger.get(key)?.note).toMatch(/Internal error.*Nothing is sent again automatically/)
    await call.approve()
    expect(browser.state.asked).toHaveLength(1)
    await call.resolveInterrupted('not-sent')
    await approved
    await untilState(tab, key, 'ready')
    expect(outcomeOf(key)).toBeUndefined()
  })

  it('treats an answer that is no hash as unknown', async () => {
    browser.state.script.push(async () => '0x' as Hash)
    const { key, call } = await proposed(tab, browser.propose('a'))
    void call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }))
  })

  it.each([
    ['', false],
    [', even if the node has not heard of the first', true],
  ])('gives two calls of one account different nonces%s', async (_, lags) => {
    anvil.node.lags = lags
    await anvil.test.setAutomine(false)
    const a = await proposed(tab, browser.propose('a'))
    const b = await proposed(tab, browser.propose('b'))
    const both = Promise.all([a.call.approve(), b.call.approve()])
    await untilState(tab, a.key, 'confirming')
    await untilState(tab, b.key, 'confirming')
    expect(browser.state.asked.map(({ nonce }) => nonce)).toEqual([0, 1])
    await anvil.test.mine({ blocks: 1 })
    await both
    await untilState(tab, a.key, 'confirmed')
    await untilState(tab, b.key, 'confirmed')
  })

  describe('of an account with code, whose wallet answers with the hash of its user operation (ERC-4337)', () => {
    const entryPoint: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
    const elsewhere: Address = '0x00000000000000000000000000000000000e3337'
    const operation: Hash = `0x${'0b'.repeat(32)}`
    /** Emits UserOperationEvent, with the three topics and the data that it is called with. */
    const says = concat([
      '0x60806060600037604035602035600035',
      '0x7f49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
      '0x60806000a400',
    ])
    const word = (value: Address | Hash | bigint | boolean) =>
      (typeof value === 'string' ? value.slice(2) : Number(value).toString(16)).toLowerCase().padStart(64, '0')
    /** Sends what a bundler sends to an EntryPoint. */
    const carry = (success: boolean, at = entryPoint) =>
      anvil.signer(2).sendTransaction({
        to: at,
        data: `0x${word(operation)}${word(browser.owner)}${word(0n)}${word(0n)}${word(success)}${word(1n)}${word(1n)}`,
        gas: 100_000n,
      })

    beforeEach(async () => {
      for (const address of [entryPoint, elsewhere]) await anvil.test.setCode({ address, bytecode: says })
    })

    it.each<[string, Hash]>([
      ['is a contract', '0x00'],
      ['has delegated to code', `0xef0100${elsewhere.slice(2)}`],
    ])('is found by that hash if the account %s, and reported as it ended', async (_, bytecode) => {
      await anvil.test.setCode({ address: browser.owner, bytecode })
      browser.state.script.push(async () => operation)
      const { key, call } = await proposed(tab, browser.propose('a'))
      const approved = call.approve()
      await untilState(tab, key, 'broadcast')
      // Anyone may emit the same event.
      await carry(true, elsewhere)
      const hash = await carry(true)
      await approved
      expect((await untilState(tab, key, 'confirmed')).outcome).toMatchObject({ status: 'success', txHash: hash })
    })

    it('is found thousands of blocks later, on a node that returns logs for a thousand blocks at a time', async () => {
      await anvil.test.setCode({ address: browser.owner, bytecode: '0x00' })
      anvil.node.refuses = (method, params) => {
        const [range] = method === 'eth_getLogs' && Array.isArray(params) ? params : []
        return range && BigInt(range.toBlock === 'latest' ? 1e9 : range.toBlock) - BigInt(range.fromBlock) >= 1_000n
      }
      browser.state.script.push(async () => operation)
      const { key, call } = await proposed(tab, browser.propose('a'))
      const approved = call.approve()
      await untilState(tab, key, 'broadcast')
      await anvil.test.mine({ blocks: 1_100 })
      const hash = await carry(true)
      await approved
      expect((await untilState(tab, key, 'confirmed')).outcome).toMatchObject({ status: 'success', txHash: hash })
    })

    it('has failed if its EntryPoint says so, but not because the called contract says so', async () => {
      await anvil.test.setCode({ address: browser.owner, bytecode: '0x00' })
      for (const [at, state] of [
        [elsewhere, 'confirmed'],
        [entryPoint, 'reverted'],
      ] as const) {
        browser.state.script.push(() => carry(false, at))
        const { key, call } = await proposed(tab, browser.propose(state))
        await call.approve()
        await untilState(tab, key, state)
      }
    })
  })
})
