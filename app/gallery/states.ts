import { headlineOf } from '@/components/activity/headline'
import type { CallView } from '@/lib/execution/call/controller'
import type { LedgerEntry, StepRecord } from '@/lib/execution/ledger/entry'
import { writePrediction, writeReceipt } from '@/lib/execution/ledger/stored-effects'
import { findTool } from '@/lib/tools/registry'
import { rejectedByUser, takenBackResult } from '@/lib/wire/result'
import { type Example, entryOf, hash, now, reviewOf, stepsOf, viewOf } from './call'

/** One state of a card, with its title and its view. The view is null for tools that have no such state. */
export type State = { title: string; of: (example: Example) => CallView | null }

const kindOf = ({ name }: Example) => findTool(name)?.kind ?? 'transaction'

const transactions = (title: string, of: (example: Example) => CallView): State => ({
  title,
  of: (example) => (example.plan ? of(example) : null),
})
const decided = (title: string, of: (example: Example) => CallView): State => ({
  title,
  of: (example) => (kindOf(example) === 'display' ? null : of(example)),
})

const withEntry = (example: Example, entry: Partial<LedgerEntry>, more: Partial<CallView> = {}) =>
  viewOf(example, { entry: entryOf(example, entry), ...more })

const consentOf = ({ consent }: Example, signed: boolean): Pick<LedgerEntry, 'consent'> =>
  consent
    ? {
        consent: {
          permission: consent.permission,
          digest: consent.digest,
          ...(signed ? { signature: `0x${'ab'.repeat(65)}` as const } : {}),
        },
      }
    : {}

const predicted = (example: Example): LedgerEntry['predicted'] => {
  const { plan, effects } = example
  return plan
    ? {
        ...writePrediction({
          headline: headlineOf(entryOf(example)),
          block: 23_871_204n,
          effects,
          declared: { out: plan.declares.out, in: plan.declares.in, allowances: plan.declares.allowances },
          fee: 672_000_000_000_000n,
        }),
        firstStep: 0,
      }
    : undefined
}

const receipt = ({ effects }: Example): LedgerEntry['receipt'] =>
  writeReceipt({
    method: 'reads',
    effects,
    fee: 402_000_000_000_000n,
    feeByOthers: false,
    others: [],
    fromBlock: 23_871_204n,
    toBlock: 23_871_206n,
  })

const sent = (example: Example, last: Partial<StepRecord> = {}) =>
  stepsOf(example, (index) => ({
    hash: hash(`${example.name} ${index}`),
    ...(index < (example.plan?.steps.length ?? 0) - 1 ? { outcome: 'success' as const } : last),
  }))

const txHash = (example: Example) => hash(`${example.name} ${(example.plan?.steps.length ?? 1) - 1}`)

/** A call under way, with its prediction and its sent steps on record. */
const going = (example: Example, entry: Partial<LedgerEntry>, last: Partial<StepRecord> = {}) => {
  const { plan } = example
  const record = predicted(example)
  return withEntry(example, {
    ...(plan ? { steps: sent(example, last) } : {}),
    ...(record ? { predicted: record } : {}),
    ...entry,
  })
}

const isReadable = (example: Example): Partial<CallView> => ({
  prepared: null,
  review: null,
  entry: entryOf(example, { state: 'reviewing' }),
})

export const states: readonly State[] = [
  { title: 'Being looked at', of: (example) => viewOf(example, isReadable(example)) },
  { title: 'Ready', of: (example) => viewOf(example) },
  {
    title: 'Checking again',
    of: (example) => (example.plan ? viewOf(example, { busy: 'rechecking' }) : null),
  },
  {
    title: 'With what a lie leads to',
    of: (example) =>
      example.lie
        ? viewOf(example, {
            review: reviewOf(example, example.lie),
            entry: entryOf(example, {
              state: example.lie.some(({ level }) => level === 'BLOCK') ? 'blocked' : 'ready',
            }),
          })
        : null,
  },
  {
    title: 'One signature for all steps',
    of: (example) =>
      (example.plan?.steps.length ?? 0) > 1
        ? viewOf(example, { atomicity: { status: 'supported', version: '2.0.0' } })
        : null,
  },
  {
    title: 'Waiting for the network',
    of: (example) =>
      viewOf(example, { ...isReadable(example), waiting: 'Ethereum does not answer. Nothing was sent.' }),
  },
  {
    title: 'A problem',
    of: (example) =>
      viewOf(example, {
        ...isReadable(example),
        problem: 'It could not be prepared just now. Nothing was sent.',
      }),
  },
  {
    title: 'Not readable',
    of: (example) =>
      viewOf(example, {
        ...isReadable(example),
        entry: entryOf(example, { state: 'blocked', parameters: { chainId: 'Ethereum' } }),
        tool: null,
        problem: 'The agent’s proposal is not valid: “to” is missing.',
      }),
  },
  {
    title: 'With something that nobody understands',
    of: (example) =>
      viewOf(example, { entry: entryOf(example, { parameters: { ...example.parameters, memo: 'urgent' } }) }),
  },
  decided('Open in another tab', (example) => viewOf(example, { elsewhere: true })),
  decided('Pending in another browser', (example) =>
    viewOf(example, {
      otherBrowser:
        'Another browser of yours took this over while your wallet was open here. Reject it in this wallet.',
      entry: entryOf(example, { state: 'signing', steps: stepsOf(example), ...consentOf(example, false) }),
    }),
  ),
  decided('In the wallet', (example) =>
    withEntry(example, { state: 'signing', steps: stepsOf(example), ...consentOf(example, false) }),
  ),
  decided('Not known what the wallet did', (example) =>
    withEntry(example, {
      state: 'signing',
      steps: stepsOf(example),
      interrupted: true,
      note: 'The page was closed while your wallet was open. The chain shows no transaction of this kind yet.',
      ...consentOf(example, false),
    }),
  ),
  decided('Refused in the wallet', (example) =>
    withEntry(example, { state: 'ready', note: 'You rejected it in your wallet. Nothing was sent.' }),
  ),
  transactions('Sent', (example) => going(example, { state: 'broadcast' })),
  transactions('Sent, and known to no node', (example) =>
    going(
      example,
      { state: 'broadcast', note: 'No node has heard of this transaction for a while. It may still be sent.' },
      { missing: true },
    ),
  ),
  transactions('Confirming', (example) => going(example, { state: 'confirming' })),
  {
    title: 'On its way to the other chain',
    of: (example) =>
      example.transfer
        ? {
            ...going(example, { state: 'confirming' }, { outcome: 'success' }),
            transfer: 'The bridge has seen the deposit and pays out on Base.',
          }
        : null,
  },
  transactions('Confirmed', (example) =>
    going(
      example,
      {
        state: 'confirmed',
        reported: true,
        receipt: receipt(example),
        outcome: { status: 'success', txHash: txHash(example), chainId: 1 },
      },
      { outcome: 'success' },
    ),
  ),
  transactions('Confirmed, and the agent is still to be told', (example) =>
    going(
      example,
      { state: 'confirmed', outcome: { status: 'success', txHash: txHash(example), chainId: 1 } },
      { outcome: 'success' },
    ),
  ),
  {
    title: 'Granted',
    of: (example) =>
      example.consent
        ? withEntry(example, {
            state: 'confirmed',
            reported: true,
            outcome: { status: 'success', granted: true },
            ...consentOf(example, true),
          })
        : null,
  },
  {
    title: 'Shown',
    of: (example) =>
      kindOf(example) === 'display'
        ? withEntry(example, { state: 'confirmed', reported: true, outcome: { status: 'success', displayed: true } })
        : null,
  },
  transactions('Altered by the wallet', (example) =>
    going(
      example,
      {
        state: 'confirmed',
        reported: true,
        receipt: receipt(example),
        outcome: { status: 'success', txHash: txHash(example), chainId: 1, altered: true },
      },
      { outcome: 'success', altered: true },
    ),
  ),
  transactions('Reverted', (example) =>
    going(
      example,
      {
        state: 'reverted',
        reported: true,
        receipt: writeReceipt({
          method: 'reads',
          effects: { chainId: 1, balances: [], allowances: [], operators: [] },
          fee: 402_000_000_000_000n,
          feeByOthers: false,
          others: [],
          fromBlock: 23_871_204n,
          toBlock: 23_871_206n,
        }),
        outcome: { status: 'error', error: 'The transaction was reverted', code: 'reverted', txHash: txHash(example) },
      },
      { outcome: 'reverted' },
    ),
  ),
  decided('Declined', (example) => withEntry(example, { state: 'rejected', reported: true, outcome: rejectedByUser })),
  decided('Failed', (example) =>
    withEntry(example, {
      state: 'failed',
      reported: true,
      outcome: { status: 'error', error: 'Your wallet could not send it: the account is locked.', code: 'wallet' },
    }),
  ),
  decided('Taken back by the agent', (example) =>
    withEntry(example, { state: 'superseded', reported: true, outcome: takenBackResult }),
  ),
  transactions('Done, by the word of the service', (example) =>
    withEntry(example, {
      state: 'confirmed',
      recorded: true,
      reported: true,
      updatedAt: now,
      outcome: { status: 'success', txHash: txHash(example), chainId: 1 },
    }),
  ),
]
