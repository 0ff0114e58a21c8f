import { getAddress, type Hex, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Finding } from '@/lib/tools/finding'
import type { Consent, ExecutionPermission, Prepared } from '@/lib/tools/tool'
import { type RebalancePermission, rebalanceDigest, rebalanceTypedData } from '@/lib/wire/consent'
import { plainTermsReview, plainTool, proposed, recipient, untilState } from '../testing/bench'
import type { TermsAnswer } from '../testing/scripted-wallet'
import { anvil, browser, openTab, setUpExecution, tab } from '../testing/setup'

const other = privateKeyToAccount(generatePrivateKey())
const silent: TermsAnswer = () => new Promise<Hex>(() => undefined)
const failing =
  (code: number): TermsAnswer =>
  () =>
    Promise.reject(Object.assign(new Error('No'), { code }))

describe('terms that the wallet signs', () => {
  let permission: RebalancePermission
  let findings: Finding[]
  let execution: ExecutionPermission | undefined

  setUpExecution((browser) => {
    findings = []
    execution = undefined
    permission = {
      chainId: 31337,
      owner: browser.owner,
      agentId: 1,
      token: getAddress(recipient),
      protocol: 'A vault',
      maxAmountPerMove: '1000',
      minYieldIncreaseBps: 50,
      maxLockupDays: 7,
      validAfter: 1,
      validUntil: 2_000_000,
      nonce: `0x${'ab'.repeat(32)}`,
    }
    browser.world.tool = plainTool({
      name: 'request_auto_rebalance_permission',
      kind: 'permission',
      prepare: async (_, __, adjustments): Promise<Prepared<unknown>> => {
        const consent: Consent = {
          permission,
          digest: rebalanceDigest(permission),
          pinned: { pinned: true },
          ...(execution ? { execution } : {}),
        }
        return { plan: null, consent, details: adjustments, findings }
      },
    })
  })

  const asks = () => proposed(tab, browser.propose('a', {}, 'request_auto_rebalance_permission'))
  const entryOf = (key: string) => tab.ledger.get(key)

  it('are requested once, exactly as reviewed, and the signature is reported', async () => {
    const { key, call } = await asks()
    expect(call.getSnapshot()).toMatchObject({ review: { planHash: rebalanceDigest(permission), verdict: 'ready' } })
    await call.approve()
    const entry = await untilState(tab, key, 'confirmed')
    expect(browser.state.terms).toEqual([
      { chainId: 31337, account: browser.owner, typedData: rebalanceTypedData(permission) },
    ])
    expect(entry.outcome).toMatchObject({
      status: 'success',
      granted: true,
      method: 'eip712',
      enforcement: 'advisory',
      permission,
      digest: rebalanceDigest(permission),
      validUntil: permission.validUntil,
    })
    const signature = entry.consent?.signature ?? '0x'
    expect(entry.outcome).toMatchObject({ signature })
    expect(await recoverTypedDataAddress({ ...rebalanceTypedData(permission), signature })).toBe(browser.owner)
    expect(browser.state.asked).toHaveLength(0)
    await call.approve()
    expect(browser.state.terms).toHaveLength(1)
  })

  it('are recorded before the wallet is asked', async () => {
    const { key, call } = await asks()
    browser.state.termsScript.push(async (_, sign) => {
      expect(entryOf(key)).toMatchObject({
        state: 'signing',
        consent: { permission, digest: rebalanceDigest(permission) },
      })
      expect(entryOf(key)?.consent?.signature).toBeUndefined()
      return sign()
    })
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it('are requested on their own chain', async () => {
    browser.state.chainId = 1
    const { key, call } = await asks()
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.chainId).toBe(31337)
    browser.state.chainId = 1
    browser.state.switching = 'rejected'
    const next = await proposed(tab, browser.propose('b', {}, 'request_auto_rebalance_permission'))
    await next.call.approve()
    expect(browser.state.terms).toHaveLength(1)
    expect(entryOf(next.key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/Nothing was signed/) })
  })

  it('count as declined when rejected in the wallet or declined on the card', async () => {
    const one = await asks()
    browser.state.termsScript.push(failing(4001))
    await one.call.approve()
    expect(await untilState(tab, one.key, 'rejected')).toMatchObject({
      outcome: { status: 'rejected', granted: false, error: 'User rejected the action' },
    })
    const two = await proposed(tab, browser.propose('b', {}, 'request_auto_rebalance_permission'))
    await two.call.decline()
    expect(entryOf(two.key)?.outcome).toEqual({ status: 'rejected', error: 'User rejected the action', granted: false })
  })

  it.each<[string, TermsAnswer, RegExp]>([
    ['another key', (request) => other.signTypedData(request.typedData), /does not match/],
    ['nothing', async () => '0x', /does not match/],
    ['something other than hex', async () => 'yes' as Hex, /no signature/],
    ['a failure', failing(-32603), /Nothing was granted/],
  ])('are not granted by a wallet that answers with %s, and can be signed again', async (_, answer, note) => {
    const { key, call } = await asks()
    browser.state.termsScript.push(answer)
    await call.approve()
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
    expect(entryOf(key)?.note).toMatch(note)
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.terms).toHaveLength(2)
  })

  it('depend on the chain for a contract wallet, and are not granted while it cannot be asked', async () => {
    /** ERC-1271: accepts a hash as its own signature. */
    const bytecode = '0x60043560643514601457600060005260206000f35b631626ba7e60e01b60005260206000f3'
    await anvil.test.setCode({ address: browser.owner, bytecode })
    const { key, call } = await asks()
    browser.state.termsScript.push(async () => {
      anvil.node.down = true
      return rebalanceDigest(permission)
    })
    await call.approve()
    expect(entryOf(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/could not be checked/) })
    anvil.node.down = false
    await vi.waitFor(() => expect(call.getSnapshot().busy).toBeNull())
    browser.state.termsScript.push(async () => rebalanceDigest(permission))
    await call.approve()
    expect(await untilState(tab, key, 'confirmed')).toMatchObject({
      outcome: { signature: rebalanceDigest(permission) },
    })
    await anvil.test.setCode({ address: browser.owner, bytecode: '0x' })
  })

  it('go back to the person when anything has changed at the click', async () => {
    const { key, call } = await asks()
    permission = { ...permission, protocol: 'Another vault' }
    await call.approve()
    expect(entryOf(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/Nothing was signed/) })
    findings = [{ rule: 'permission.cap', level: 'DANGER', title: 'More than there is' }]
    await call.approve()
    expect(call.getSnapshot().review?.verdict).toBe('acknowledge')
    await call.approve()
    expect(browser.state.terms).toHaveLength(0)
    call.acknowledge(true)
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.terms).toMatchObject([{ typedData: { message: { protocol: 'Another vault' } } }])
  })

  it('go back to the person when their review finds more at the click', async () => {
    const { key, call } = await asks()
    const unasked: Finding = { rule: 'G35', level: 'DANGER', title: 'You did not ask for this.' }
    browser.world.reviewTerms = (request) =>
      plainTermsReview({ ...request, preparedFindings: [...request.preparedFindings, unasked] })
    await call.approve()
    expect(entryOf(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/Nothing was signed/) })
    expect(call.getSnapshot().review).toMatchObject({ verdict: 'acknowledge', findings: [unasked] })
    await call.approve()
    expect(browser.state.terms).toHaveLength(0)
    call.acknowledge(true)
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it.each([
    ['BLOCK', 'blocked'],
    ['UNVERIFIED', 'ready'],
  ] as const)('are not requested past a finding of level %s', async (level, state) => {
    findings = [{ rule: 'X1', level, title: 'Look' }]
    const { key, call } = await asks()
    await call.approve()
    expect(entryOf(key)?.state).toBe(state)
    expect(browser.state.terms).toHaveLength(0)
    await call.decline()
    expect(entryOf(key)?.outcome).toMatchObject({ status: 'rejected', granted: false })
  })

  it('are not requested if the click finds that nobody waits for them any more', async () => {
    const { key, call } = await asks()
    browser.world.claims.check = async ({ taskId, callId }) => {
      expect([taskId, callId]).toEqual(['task', 'a'])
      return { rule: 'standing', level: 'BLOCK', title: 'Taken back' }
    }
    await call.approve()
    expect(entryOf(key)?.state).toBe('blocked')
    expect(call.getSnapshot().review?.findings).toMatchObject([{ rule: 'standing' }])
    expect(browser.state.terms).toHaveLength(0)
  })

  it('are the person’s decision if that cannot be checked, and it is checked at each click', async () => {
    let asked = 0
    browser.world.claims.check = async () => {
      asked++
      return { rule: 'standing', level: 'UNVERIFIED', title: 'Not checked' }
    }
    const { key, call } = await asks()
    await call.approve()
    expect(browser.state.terms).toHaveLength(0)
    call.acknowledge(true)
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked).toBe(2)
  })

  it('do not reach the wallet if they do not match the digest', async () => {
    const plain = browser.world.tool.prepare
    browser.world.tool = {
      ...browser.world.tool,
      prepare: async (...request) => {
        const prepared = await plain(...request)
        const { consent } = prepared
        return consent
          ? { ...prepared, consent: { ...consent, permission: { ...permission, maxAmountPerMove: '9' } } }
          : prepared
      },
    }
    const { key, call } = await asks()
    await call.approve()
    expect(browser.state.terms).toHaveLength(0)
    expect(entryOf(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/not what was reviewed/) })
  })

  it('are requested by one of two tabs', async () => {
    const second = await browser.tab()
    const a = await asks()
    const b = await proposed(second, browser.propose('a', {}, 'request_auto_rebalance_permission'))
    await Promise.all([a.call.approve(), b.call.approve()])
    await untilState(second, a.key, 'confirmed')
    expect(browser.state.terms).toHaveLength(1)
    second.close()
  })

  it('were not granted if the page went away while the wallet was open, and can be signed again', async () => {
    const { key, call } = await asks()
    browser.state.termsScript.push(silent)
    void call.approve()
    await untilState(tab, key, 'signing')
    tab.close()
    await openTab()
    await untilState(tab, key, 'ready')
    expect(entryOf(key)?.note).toMatch(/Nothing was granted and nothing moved/)
    const again = await asks()
    await again.call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it('can be given up while the wallet is silent; a late signature is discarded', async () => {
    tab.close()
    browser.world.walletPatience = 5
    await openTab()
    const { key, call } = await asks()
    let answer = () => {}
    browser.state.termsScript.push(
      (_, sign) =>
        new Promise((resolve) => {
          answer = () => resolve(sign())
        }),
    )
    const approving = call.approve()
    await vi.waitFor(() => expect(entryOf(key)).toMatchObject({ state: 'signing', interrupted: true }))
    await call.resolveInterrupted('not-sent')
    await approving
    expect(entryOf(key)?.state).not.toBe('signing')
    answer()
    await vi.waitFor(() => expect(entryOf(key)?.note).toMatch(/discarded/))
    expect(entryOf(key)?.outcome).toBeUndefined()
  })

  it('are granted by a wallet that was only slow', async () => {
    tab.close()
    browser.world.walletPatience = 5
    await openTab()
    const { key, call } = await asks()
    browser.state.termsScript.push(async (_, sign) => {
      await vi.waitFor(() => expect(entryOf(key)?.interrupted).toBe(true))
      return sign()
    })
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  describe('with a permission that the wallet enforces', () => {
    const granted = { context: '0xc0ffee', delegationManager: recipient, dependencies: [] }
    const requests: unknown[] = []

    beforeEach(() => {
      requests.length = 0
      execution = {
        chainId: 31337,
        to: other.address,
        token: recipient,
        amount: 1000n,
        from: 1,
        until: 2_000_000,
        type: 'erc20-token-allowance',
      }
    })
    const grants = (answer: () => Promise<unknown>) => {
      browser.wallet.requestExecutionPermission = async (...request) => {
        requests.push(request)
        return answer()
      }
    }

    it('report what it takes to redeem it', async () => {
      grants(async () => [granted])
      const { key, call } = await asks()
      await call.approve()
      expect(await untilState(tab, key, 'confirmed')).toMatchObject({
        outcome: {
          granted: true,
          method: 'erc7715',
          enforcement: 'onchain',
          context: '0xc0ffee',
          sessionAddress: other.address,
        },
      })
      expect(requests).toEqual([[execution, browser.owner]])
    })

    it.each<[string, () => Promise<unknown>, RegExp]>([
      [
        'rejects it',
        () => Promise.reject(Object.assign(new Error('No'), { code: 4001 })),
        /You rejected the on-chain permission/,
      ],
      ['fails', () => Promise.reject(new Error('Out of order')), /Out of order\. .* revoke it there/],
      ['answers unreadably', async () => ({ ok: true }), /cannot be read/],
    ])('stand alone when the wallet %s', async (_, answer, note) => {
      grants(answer)
      const { key, call } = await asks()
      await call.approve()
      expect(await untilState(tab, key, 'confirmed')).toMatchObject({
        outcome: { granted: true, method: 'eip712', enforcement: 'advisory' },
        note: expect.stringMatching(note),
      })
      expect(requests).toHaveLength(1)
    })

    it('warn clearly when the wallet has granted more than was asked', async () => {
      const data = { tokenAddress: recipient, allowanceAmount: '0x3e9' }
      grants(async () => [{ ...granted, to: other.address, permission: { type: 'erc20-token-allowance', data } }])
      const { key, call } = await asks()
      await call.approve()
      expect((await untilState(tab, key, 'confirmed')).note).toMatch(/1,001 base units, more than the 1,000/)
    })

    const expiring = (timestamp: number) => ({ rules: [{ type: 'expiry', data: { timestamp } }] })
    const periodic = (periodDuration: number) => ({
      permission: {
        type: 'erc20-token-periodic',
        data: { tokenAddress: recipient, periodAmount: '0x3e8', periodDuration },
      },
    })

    it.each<[string, object, RegExp]>([
      ['for a second longer', expiring(2_000_001), /for longer than asked/],
      ['without an expiry', { rules: [] }, /for longer than asked/],
      ['the whole amount in each of several periods', periodic(999_999), /again in every period/],
    ])('warn clearly when the wallet has granted them %s', async (_, more, words) => {
      grants(async () => [{ ...granted, ...more }])
      const { key, call } = await asks()
      await call.approve()
      expect((await untilState(tab, key, 'confirmed')).note).toMatch(words)
    })

    it.each<[string, object]>([
      ['exactly the requested time', expiring(2_000_000)],
      ['one period spanning the whole time', periodic(1_999_999)],
    ])('raise no warning when the wallet has granted %s', async (_, more) => {
      grants(async () => [{ ...granted, ...more }])
      const { key, call } = await asks()
      await call.approve()
      expect((await untilState(tab, key, 'confirmed')).note).toBeUndefined()
    })

    it('are not requested again after a crash: the terms stand, the rest is reported as unknown', async () => {
      grants(() => new Promise(() => undefined))
      const { key, call } = await asks()
      void call.approve()
      await vi.waitFor(() => expect(requests).toHaveLength(1))
      tab.close()
      await openTab()
      expect(await untilState(tab, key, 'confirmed')).toMatchObject({
        outcome: { granted: true, enforcement: 'advisory' },
        note: expect.stringMatching(/may have granted one/),
      })
      expect(requests).toHaveLength(1)
      expect(browser.state.terms).toHaveLength(1)
    })
  })
})
