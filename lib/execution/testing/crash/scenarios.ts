import { encodeFunctionData, type Hash, parseGwei, zeroAddress } from 'viem'
import { readArtifact } from '@/devnet/contracts/artifact'
import { oneEther, plainTool, recipient } from '../bench'
import { reverts, revertsCode } from '../setup'
import type { Run, Scenario } from './run'
import type { Prompt } from './tab'

const twoSteps = { steps: 2 }

/** Sends a transaction that waits in the pool, and gives its nonce to `instead` before it is mined. */
const replacedBy =
  (instead: { to?: `0x${string}`; value?: bigint }): NonNullable<Scenario['send']> =>
  async ({ browser: { wallet, owner }, anvil, next, mine }, request) => {
    if ('calls' in request) throw new Error('Not for batches')
    const hash = await wallet.send(request)
    const faster = { gas: 100_000n, maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('50') }
    const { to, data, value, nonce } = request
    const replacement = { to, data, value, ...instead, ...(nonce === undefined ? {} : { nonce }), ...faster }
    next.push(async () => {
      await anvil.signer(1).sendTransaction({ ...replacement, to: instead.to ?? to ?? owner })
    }, mine)
    return hash
  }

/** A contract account like a Safe: its wallet knows an operation, which another owner's key carries later. */
function contractAccount(): Scenario {
  const { abi, bytecode } = readArtifact('OwnedWallet')
  const openAndHash = new Map<Run, { open: number; hash: Hash | null }>()
  const of = (run: Run) => {
    const known = openAndHash.get(run) ?? { open: 0, hash: null }
    openAndHash.set(run, known)
    return known
  }
  return {
    name: 'by a contract account, whose operation somebody else carries',
    unnumbered: true,
    prepare: async ({ anvil, browser, mine }) => {
      const hash = await anvil.signer(2).deployContract({ abi, bytecode, args: [anvil.signer(2).account.address] })
      await mine()
      const { contractAddress } = await anvil.test.getTransactionReceipt({ hash })
      const code = contractAddress && (await anvil.test.getCode({ address: contractAddress }))
      if (code) await anvil.test.setCode({ address: browser.owner, bytecode: code })
    },
    send: async (run, request) => {
      if ('calls' in request) throw new Error('Not for batches')
      const { browser, anvil, next, mine } = run
      const operation: Hash = `0x${(0x0b0b + next.length).toString(16).padStart(64, '0')}`
      const account = of(run)
      account.open += 1
      next.push(async () => {
        const { to, value, data } = request
        const hash = await anvil.signer(2).sendTransaction({
          to: browser.owner,
          data: encodeFunctionData({ abi, functionName: 'execute', args: [to, value, data, operation] }),
          gas: 200_000n,
        })
        await mine()
        account.open -= 1
        account.hash = hash
      })
      return operation
    },
    activity: (run) => {
      const { open, hash } = of(run)
      return open > 0 ? null : hash ? { hash } : 'not-sent'
    },
  }
}

function bridge(): Scenario {
  const plain = plainTool()
  const arrived = new Set<string>()
  const transfer = { fromChainId: 31337, toChainId: 31338, tool: 'across' }
  return {
    name: 'over a bridge, whose transfer is followed',
    tool: { ...plain, prepare: async (...request) => ({ ...(await plain.prepare(...request)), transfer }) },
    send: async ({ browser: { wallet, world }, next, mine }, request) => {
      if ('calls' in request) throw new Error('Not for batches')
      const hash = await wallet.send(request)
      next.push(mine, async () => {
        arrived.add(hash)
        world.effect('arrived')
      })
      return hash
    },
    status: async ({ hash }) =>
      arrived.has(hash)
        ? { state: 'done', destinationHash: `0x${'d'.repeat(64)}` }
        : { state: 'pending', message: 'Waiting for the source' },
  }
}

/** Another account sends the same under the same nonce, once the call is recorded as being signed. */
const stranger = async (run: Run): Promise<void> => {
  const { anvil, browser, next, mine } = run
  const twin = { to: recipient, value: oneEther, nonce: 0, gas: 100_000n }
  browser.world.once('written: signing', () =>
    next.unshift(async () => {
      run.sentByOthers = await anvil.signer(3).sendTransaction(twin)
      run.fromOthers = oneEther
      await mine()
    }),
  )
}

/**
 * A person searching the chain takes the stranger's transaction for their own, and looks into the wallet when that is
 * refused.
 */
function strangersFirst(): Scenario['activity'] {
  const refused = new Set<Run>()
  return (run) => {
    if (!run.sentByOthers || refused.has(run)) return 'not-sent'
    refused.add(run)
    return { hash: run.sentByOthers }
  }
}

const isAction = (request: Prompt['request']) => 'data' in request && request.data === '0x'

/** The scenarios of the sweep. */
export const scenarios: readonly Scenario[] = [
  { name: 'in one step' },
  { name: 'after an approval', parameters: twoSteps },
  {
    name: 'as one batch (EIP-5792)',
    parameters: twoSteps,
    unnumbered: true,
    prepare: async ({ browser }) => {
      browser.wallet.state.atomicity = { status: 'supported', version: '2.0.0' }
    },
  },
  contractAccount(),
  bridge(),
  { name: 'declined', declines: true },
  { name: 'rejected in the wallet', wallet: () => 'rejects' },
  {
    name: 'rejected in the wallet after the approval',
    parameters: twoSteps,
    wallet: (_, request) => (isAction(request) ? 'rejects' : 'signs'),
  },
  {
    name: 'reverted',
    parameters: { to: reverts, value: '0' },
    prepare: ({ anvil }) => anvil.test.setCode({ address: reverts, bytecode: revertsCode }),
  },
  { name: 'sped up in the wallet', send: replacedBy({}) },
  { name: 'cancelled in the wallet', send: replacedBy({ to: zeroAddress, value: 0n }) },
  { name: 'sent by a wallet that then reports a failure', wallet: () => 'sends, then fails' },
  { name: 'at a wallet that fails at first', wallet: (nth) => (nth === 0 ? 'fails' : 'signs') },
  { name: 'at a wallet that always fails', wallet: () => 'fails' },
  {
    name: 'under another nonce than was asked for',
    send: async ({ browser: { wallet }, next, mine }, request) => {
      if ('calls' in request) throw new Error('Not for batches')
      const { nonce = 0 } = request
      await wallet.send({ ...request, to: zeroAddress, value: 7n })
      const hash = await wallet.send({ ...request, nonce: nonce + 1 })
      next.push(mine)
      return hash
    },
  },
  { name: 'while a stranger sends the same', prepare: stranger, activity: strangersFirst() },
  { name: 'twice, as two calls that are the same', twice: true },
  {
    name: 'twice, at a wallet that answers late',
    twice: true,
    send: async ({ browser: { wallet, world }, mine }, request) => {
      if ('calls' in request) throw new Error('Not for batches')
      const hash = await wallet.send(request)
      await mine()
      for (let look = 0; look < 4; look += 1) {
        world.tick()
        await world.quiet()
      }
      return hash
    },
    activity: ({ browser: { world } }) =>
      world.effects.some((effect) => /^wallet (answers|lies)$/.test(effect)) ? 'not-sent' : null,
  },
  { name: 'in one of two tabs', beside: true },
]
