import { beforeAll, describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { loadReader, type Reader } from '@/lib/language/reader/reader'
import { textPart } from '@/lib/wire/parts'
import type { Message } from '@/lib/wire/task'
import { understand, type World } from '../intake/intake'
import { newDialogue } from '../meaning/step'
import { keptOf } from './kept'
import { Readings } from './readings'
import { readTurn, understoodIn } from './turn'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const message = (role: 'user' | 'agent', text: string, index: number): Message => ({
  kind: 'message',
  role,
  messageId: `${role}${index}`,
  parts: [textPart(text)],
})

let reader: Reader
beforeAll(async () => {
  reader = await loadReader()
})

/** Chains by whose names nothing has been read yet. None is contacted. */
const unread = (): World => ({ reader, chains: unreachableChains(...localChainIds), here: localChainIds[0] })

const historyOf = (said: readonly string[]): readonly Message[] =>
  said.flatMap((text, index) => [message('user', text, index), message('agent', 'Noted.', index)]).slice(0, -1)

/** Reads each turn of a conversation, from its first message on. */
async function converse(said: readonly string[], words: World) {
  const all = []
  for (const [index] of said.entries()) {
    const turn = await readTurn(historyOf(said.slice(0, index + 1)), words)
    all.push(understoodIn(turn, words))
  }
  return all
}

const families: Readonly<Record<string, readonly string[]>> = {
  'requests and changes to them': ['swap 1 eth for usdc', 'make it 2', 'to dai instead', 'yes'],
  'marks and pieces': ['!'.repeat(1000), 'a/'.repeat(500), 'between 1 and '.repeat(70), '?'.repeat(1000)],
  'questions and answers': ['what do I have?', 'and on base?', 'send 0.1 eth', bob, 'cancel'],
}

describe('a conversation', () => {
  it.each(Object.entries(families))('is read once for each message: %s', async (_, family) => {
    const said = Array.from({ length: 20 }, (_, index) => family[index % family.length] ?? '')
    const words = unread()
    const all = await converse(said, words)
    expect(keptOf(words).understood.made).toBeLessThanOrEqual(20)
    // A fresh world, reading the whole at once, gives the same last turn.
    const anew = unread()
    const turn = await readTurn(historyOf(said), anew)
    expect(understoodIn(turn, anew)).toEqual(all.at(-1))
    expect(understand({ text: turn.text ?? '', before: turn.before }, anew, turn.dialogue)).toEqual(all.at(-1))
  })

  it('is kept apart from one that differs before the same words', async () => {
    const words = unread()
    const [, swap] = await converse(['swap 1 eth for usdc', 'make it 2'], words)
    const [, send] = await converse([`send 1 eth to ${bob}`, 'make it 2'], words)
    expect(swap).toMatchObject({ kind: 'request', draft: { action: 'swap' } })
    expect(send).toMatchObject({ kind: 'request', draft: { action: 'send' } })
  })

  it('lets other work run between its messages', async () => {
    let turns = 0
    let isRead = false
    const other = () => {
      turns += 1
      if (!isRead) setImmediate(other)
    }
    setImmediate(other)
    await readTurn(historyOf(Array.from({ length: 20 }, (_, index) => `swap ${index + 1} eth for usdc`)), unread())
    isRead = true
    expect(turns).toBeGreaterThanOrEqual(19)
  })

  it('is not read on once its turn is over', async () => {
    const words = unread()
    const over = new AbortController()
    const read = readTurn(historyOf(['swap 1 eth for usdc', 'make it 2', 'make it 3']), words, over.signal)
    over.abort()
    await expect(read).rejects.toThrow()
    expect(keptOf(words).understood.made).toBe(0)
  })
})

describe('what has been read', () => {
  it('is bounded in entries and in characters, and keeps what was used last', () => {
    const few = new Readings<{ text: string }>({ entries: 2, characters: 100 })
    for (const text of ['a', 'b']) few.of(text, 1, () => ({ text }))
    few.find('a')
    few.of('c', 1, () => ({ text: 'c' }))
    expect([few.find('a'), few.find('b'), few.find('c')]).toEqual([{ text: 'a' }, undefined, { text: 'c' }])
    few.of('d', 99, () => ({ text: 'd' }))
    expect(few.find('a')).toBeUndefined()
    expect(few.made).toBe(4)
  })
})

describe('a message of too many pieces', () => {
  it.each(['!', '?', '$', '%', 'a/', 'a.', '1,', '0x, ', '🎉a', 'a\n', 'to '])('is not read: %s', (piece) => {
    const text = piece.repeat(1000 / piece.length)
    expect(understand({ text, before: {} }, unread(), newDialogue)).toEqual({
      kind: 'odd',
      oddity: { kind: 'crowded' },
    })
  })
})
