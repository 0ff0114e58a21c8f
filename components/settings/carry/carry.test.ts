// @vitest-environment happy-dom
import { getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createNotifySettings } from '@/components/notifications/notify-settings'
import { chooseTheme, readTheme } from '@/components/ui/page/theme'
import { createReading } from '@/lib/chat/page/reading'
import { createAddressBook } from '@/lib/execution/call/kept/address-book'
import { createLimitsStore } from '@/lib/execution/call/kept/limits-store'
import { createOwnSlippage } from '@/lib/execution/call/kept/own-slippage'
import { createQuietMode } from '../quiet-mode'
import { createOwnRpc } from '../rpc/own-rpc'
import { type Carried, readCarried, readCarriedFile, writeCarried } from './carried-file'
import { changesOf, isTicked, type Kept } from './changes'

const owner = getAddress('0xacc0000000000000000000000000000000000acc')
const [ana, ben] = [generatePrivateKey(), generatePrivateKey()].map(privateKeyToAddress) as [
  `0x${string}`,
  `0x${string}`,
]
const usd = (dollars: number) => BigInt(dollars) * 100_000_000n

const storage = () => localStorage

function browser(): Kept {
  return {
    owner,
    limits: createLimitsStore(owner, storage, window),
    slippage: createOwnSlippage(owner, storage, window),
    addressBook: createAddressBook(owner, storage, window),
    reading: createReading(storage, window),
    theme: { read: readTheme, choose: chooseTheme },
    quiet: createQuietMode(storage, window),
    notify: createNotifySettings(storage, window),
    ownRpc: createOwnRpc(storage, window),
    chainIds: [1, 10],
    familiar: [{ address: owner, label: 'your account' }],
  }
}

const chosen: Carried = {
  account: owner,
  limits: { perProposal: usd(100), perDay: usd(500) },
  slippage: 0.01,
  contacts: [
    { address: ana, name: 'Ana' },
    { address: ben, name: 'Ben' },
  ],
  reading: { figures: 'comma', zone: 'utc' },
  theme: 'dark',
  quiet: true,
  notifyDetails: true,
  nodes: { 1: 'https://rpc.example/key', 999: 'https://rpc.example/other' },
}
const nothing: Carried = {
  ...chosen,
  limits: { perProposal: null, perDay: null },
  slippage: null,
  contacts: [],
  reading: { figures: 'browser', zone: 'local' },
  theme: 'system',
  quiet: false,
  notifyDetails: false,
  nodes: null,
}

const fileOf = (carried: Carried) => {
  const read = readCarried(writeCarried(carried, 0))
  if ('problem' in read) throw new Error(read.problem)
  return read.file
}
const offered = (carried: Carried, kept: Kept) => changesOf(fileOf(carried), kept)

beforeEach(() => localStorage.clear())

describe('the file', () => {
  it('is read as it was written, and holds nodes only if they were asked for', () => {
    expect(fileOf(chosen)).toEqual({
      ...chosen,
      format: 'countersign-settings',
      version: 1,
      savedAt: '1970-01-01T00:00:00.000Z',
    })
    expect(writeCarried({ ...chosen, nodes: null }, 0)).not.toContain('rpc.example')
  })

  const json = (change: object) => JSON.stringify({ ...JSON.parse(writeCarried(chosen, 0)), ...change })
  it.each([
    ['no JSON', 'address,name', 'is not one that Countersign’s settings were saved in'],
    ['another’s', '{"format":"other"}', 'is not one that Countersign’s settings were saved in'],
    ['a newer one', json({ version: 2, more: 1 }), 'A newer version of Countersign saved this file.'],
    ['damaged', json({ limits: { perProposal: '-1', perDay: null } }), 'damaged at “limits.perProposal”'],
    ['with a node to be reached in the clear', json({ nodes: { 1: 'http://rpc.example' } }), 'damaged at “nodes.1”'],
    ['with more than it may have', json({ session: 'secret' }), 'This file is damaged'],
    ['of a slippage above the highest', json({ slippage: 0.5 }), 'damaged at “slippage”'],
  ])('is refused as a whole: %s', (_, text, words) => {
    const read = readCarried(text)
    expect(read).toMatchObject({ problem: expect.stringContaining(words) })
    expect(read).toMatchObject({ problem: expect.stringMatching(/Nothing was imported\.$/) })
  })

  it('is refused if it is too large to be one', async () => {
    const read = await readCarriedFile(new File(['x'.repeat(1_000_001)], 'a.json'))
    expect(read).toMatchObject({ problem: expect.stringContaining('too large') })
  })
})

describe('an import', () => {
  it('into a new browser makes every choice, and only tries nodes that are ticked', () => {
    const kept = browser()
    const { changes, leftOut } = offered(chosen, kept)
    expect(changes.filter((change) => !isTicked(change)).map(({ id }) => id)).toEqual(['node-1'])
    expect(changes.every((change) => change.apply())).toBe(true)
    expect(kept.limits.read()).toEqual(chosen.limits)
    expect(kept.slippage.read()).toBe(0.01)
    expect(kept.addressBook.read()).toEqual(chosen.contacts)
    expect(kept.reading.read()).toEqual(chosen.reading)
    expect([kept.theme.read(), kept.quiet.read(), kept.notify.read()]).toEqual([
      'dark',
      true,
      { system: false, details: true },
    ])
    expect(kept.ownRpc.read()).toEqual({})
    expect(changes.at(-1)?.trial).toEqual({ chainId: 1, url: 'https://rpc.example/key' })
    expect(leftOut).toEqual(['The node for chain 999: this app does not serve that chain.'])
    expect(offered({ ...chosen, nodes: null }, browser()).changes).toEqual([])
  })

  it('takes nothing away that was chosen here and not there', () => {
    for (const { apply } of offered(chosen, browser()).changes) apply()
    expect(offered(nothing, browser())).toEqual({ changes: [], leftOut: [] })
  })

  it('ticks nothing that replaces a choice, says what it replaces, and warns of a higher limit', () => {
    const kept = browser()
    kept.limits.write({ perProposal: usd(50), perDay: usd(900) })
    kept.slippage.write(0.02)
    kept.addressBook.save([{ address: ana, name: 'Anna' }])
    kept.theme.choose('light')
    const { changes } = offered({ ...nothing, ...chosen, nodes: null }, kept)
    const replacing = changes.filter(({ before }) => before !== null)
    expect(replacing.map(({ what, before, after }) => [what, before, after])).toEqual([
      ['Limit per proposal', '$50.00', '$100.00'],
      ['Limit per 24 hours', '$900.00', '$500.00'],
      ['Default slippage', '2%', '1%'],
      ['Name of a contact', '“Anna”', '“Ana”'],
      ['Theme', 'Light', 'Dark'],
    ])
    expect(replacing.some(isTicked)).toBe(false)
    expect(replacing.map(({ caution }) => caution)).toEqual([
      'It lets more leave your account than now.',
      ...[undefined, undefined, undefined, undefined],
    ])
  })

  it('leaves one limit alone while it changes the other', () => {
    const kept = browser()
    kept.limits.write({ perProposal: null, perDay: usd(900) })
    const [first] = offered(chosen, kept).changes
    expect(first?.apply()).toBe(true)
    expect(kept.limits.read()).toEqual({ perProposal: usd(100), perDay: usd(900) })
  })

  it('leaves out contacts that could be taken for others, by name', () => {
    const like = getAddress(`${ana.slice(0, 8)}${'0'.repeat(28)}${ana.slice(-6)}`.toLowerCase() as `0x${string}`)
    const contacts = [
      { address: ana, name: 'Ana' },
      { address: like, name: 'Ana’s other' },
      { address: owner, name: 'Me' },
      { address: '0x12' as `0x${string}`, name: 'Cut off' },
    ]
    const { changes, leftOut } = offered({ ...nothing, contacts }, browser())
    expect(changes).toMatchObject([{ id: 'contacts', after: 'one more contact, “Ana”', contacts: [{ name: 'Ana' }] }])
    expect(leftOut).toEqual([
      'The contact “Cut off”: its name or address is not valid.',
      'The contact “Me”: your own account.',
      'The contact “Ana’s other”: the address looks like another one that you know.',
    ])
  })

  it('says what this browser did not store', () => {
    const kept = browser()
    const full = () => ({
      getItem: () => null,
      setItem: () => {
        throw new Error('full')
      },
    })
    const { changes } = offered({ ...chosen, nodes: null }, { ...kept, limits: createLimitsStore(owner, full, window) })
    expect(changes[0]?.apply()).toBe(false)
  })
})
