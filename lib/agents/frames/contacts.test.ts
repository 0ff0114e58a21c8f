import { describe, expect, it } from 'vitest'
import { textPart } from '@/lib/wire/parts'
import type { Message } from '@/lib/wire/task'
import { readTurn } from '../dialogue'
import { lexicon } from '../fixtures/lexicon'
import { contactsIn } from './contacts'
import { understand } from './understand'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const alice = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** What the last of these comes to, each answered by the agent with something that asks nothing. */
async function conversation(...said: readonly string[]) {
  const history = said.flatMap((text, index): Message[] => [
    { kind: 'message', role: 'user', messageId: `u${index}`, parts: [textPart(text)] },
    { kind: 'message', role: 'agent', messageId: `a${index}`, parts: [textPart('Noted.')] },
  ])
  const turn = await readTurn(history.slice(0, -1), lexicon)
  return understand(turn.text ?? '', lexicon, turn.dialogue)
}

const sendTo = (address: string) => ({
  kind: 'request',
  draft: { action: 'send', recipient: { kind: 'address', address } },
})

describe('contacts', () => {
  it.each([
    [`bob is ${bob}, send him 0.1 eth`, bob],
    [`alice = ${alice}. pay alice 20 usdc`, alice],
    [`alice's address is ${alice} and bob's is ${bob}. send 5 usdc to bob`, bob],
    [`i want to send to my mother 0.08 eth, her address is this one: ${bob}`, bob],
    [`${bob} is my landlord. pay my landlord 100 usdc`, bob],
    [`${bob} is my cold wallet. move 4 eth there`, bob],
    [`${bob} is my friend bob. pay bob 20 usdc`, bob],
    [`the address of bob is ${bob}. send 5 usdc to bob`, bob],
  ])('%s', async (text, address) => {
    const understood = await conversation(text)
    expect(understood).toMatchObject(sendTo(address))
    if (understood.kind === 'request') expect(understood.draft.unclear ?? understood.draft.unsure).toBeFalsy()
  })

  it('are known for the rest of the conversation, and only what was typed', async () => {
    expect(await conversation(`bob is ${bob}`)).toEqual({ kind: 'contacts', found: new Map([['bob', bob]]) })
    expect(await conversation(`bob is ${bob}`, 'what is eth worth', 'send bob 0.1 eth')).toMatchObject(sendTo(bob))
    expect(await conversation(`bob is ${bob}`, `bob is ${alice}`, 'send 0.1 eth to bob')).toMatchObject(sendTo(alice))
    expect(await conversation(`bob is ${bob}`, 'send carol 0.1 eth')).toMatchObject({
      draft: { recipient: { kind: 'nobody' } },
    })
    expect(await conversation(`bob is ${bob}`, 'send him 0.1 eth')).toMatchObject(sendTo(bob))
    expect(await conversation(`bob is ${bob} and eve is ${alice}`, 'send him 0.1 eth')).not.toMatchObject({
      draft: { recipient: { kind: 'address' } },
    })
    expect(await conversation('send him 0.1 eth')).not.toMatchObject({ draft: { recipient: { kind: 'address' } } })
  })

  it.each([`bob is now ${alice}`, `bob's new address is ${alice}`, `my bob is actually at ${alice}`])(
    'are who they are by the latest words: %s',
    async (text) => {
      expect(await conversation(`bob is ${bob}`, text, 'send the bob 5 usdc')).toMatchObject(sendTo(alice))
    },
  )

  it.each([
    `use ${alice} for bob from now on`,
    `bob changed his wallet to ${alice}`,
    `bob lost that one, ${alice} it is`,
    "bob's address is wrong",
    'bob has a new wallet',
  ])('are nobody once they may have another address: %s', async (text) => {
    expect(await conversation(`bob is ${bob}`, 'send bob 5 usdc', text, 'send bob 5 usdc')).toMatchObject({
      draft: { recipient: { kind: 'nobody' } },
    })
  })

  it.each([
    'forget bob',
    "please delete bob's address",
    'remove bob from my contacts',
    'swap 1 eth to usdc and forget bob',
  ])('are nobody once they are to be forgotten: %s', async (text) => {
    expect(await conversation(`bob is ${bob}`, text, 'send bob 5 usdc')).toMatchObject({
      draft: { recipient: { kind: 'nobody' } },
    })
  })

  it('are said to be forgotten', async () => {
    expect(await conversation(`bob is ${bob}`, 'forget bob')).toEqual({ kind: 'forgotten', who: 'bob' })
    expect((await conversation(`bob is ${bob}`, 'forget alice')).kind).not.toBe('forgotten')
  })

  it('stay who they are beside somebody else', async () => {
    for (const text of [`send bob 5 usdc and ${alice} 6 usdc`, `to ${alice}, not to bob`])
      expect(await conversation(`bob is ${bob}`, 'send bob 1 usdc', text, 'send bob 7 usdc')).toMatchObject(sendTo(bob))
  })

  it('answer whom something should go to', async () => {
    expect(await conversation('send 0.1 eth to bob', `bob is ${bob}`)).toMatchObject(sendTo(bob))
  })

  it('are none where one name has two addresses, or the name is a word for something else', () => {
    expect(contactsIn(`bob is ${bob}. bob is ${alice}`, lexicon).found.size).toBe(0)
    for (const text of [
      `usdc is ${bob}`,
      `his address is ${bob}`,
      `recipient: ${bob}`,
      `send = ${bob}`,
      `he is ${bob}x`,
    ])
      expect(contactsIn(text, lexicon).found.size).toBe(0)
  })
})
