import { afterAll, beforeAll, expect, it } from 'vitest'
import { friend } from '@/devnet/accounts'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { callsTools, type ModelServer, says, startModelServer } from '@/lib/agents/model/testing/model-server'
import { judge } from './judge'
import type { Phrasing } from './phrasing'
import { hearAll, openRoom } from './talk'
import { fillWallets, owners } from './wallets'

let devnet: TestDevnet
let model: ModelServer

beforeAll(async () => {
  devnet = await startTestDevnet()
  await fillWallets(devnet)
  model = await startModelServer()
})
afterAll(() => Promise.all([devnet.stop(), model.stop()]))

const transfer: Phrasing = {
  ability: 'send',
  world: 'fresh',
  turns: [`send 0.1 eth to ${friend}`],
  expect: [{ calls: [{ does: 'send', leaves: 'ETH', amount: '100000000000000000', chain: 31337, to: friend }] }],
}
const question: Phrasing = {
  ability: 'questions',
  world: 'fresh',
  turns: ['what is gas?'],
  expect: [{ says: ['fee'] }],
}

const send = (value: string) =>
  callsTools(['send_native_gas_token', JSON.stringify({ to: friend, chainId: 31337, value })])

/** Says a phrasing to the model, which gives these replies. */
async function verdictOf(phrasing: Phrasing, replies: ModelServer['replies']) {
  model.reset()
  model.replies.push(...replies)
  const [heard] = await hearAll([phrasing], openRoom(devnet, model.open()))
  return heard && judge(phrasing, heard, owners[phrasing.world])
}

it.each([
  ['a call as it is due', transfer, [send('100000000000000000'), says('Here it is.')], 'right'],
  // The same call again, after it went back with the reason: the model is sure of it.
  ['another sum', transfer, [send('5'), send('5'), says('Here it is.')], 'wrong'],
  ['a question where it was clear', transfer, [says('How much?')], 'question'],
  ['the right words', question, [says('The network fee.')], 'right'],
] as const)('judges what a model answers over the chat-completions API: %s', async (_, phrasing, replies, verdict) => {
  expect(await verdictOf(phrasing, [...replies])).toBe(verdict)
})
