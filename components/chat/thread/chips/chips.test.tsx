// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getAddress } from 'viem'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppContext } from '@/components/app/app-context'
import { appOf, workOf } from '@/components/app/testing/contexts'
import { WorkContext } from '@/components/app/work-context'
import { keepNames } from '@/components/contacts/looked-up-names'
import { LongText } from '@/components/ui/text/long-text'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { shortHex } from '@/lib/chain/tokens/amount'
import { ledgerOf } from '@/lib/execution/testing/ledger-entry'
import { Markdown } from '../text/markdown'
import { richText } from '../text/rich-text-part'
import { WithChips } from './chip'
import { finderOf } from './chip-finder'

beforeAll(richText.load)
afterEach(cleanup)

const owner = getAddress('0x7c1f4d9e0a35b2c86d41fa9e73b05d28c64fe1a2')
const lookalike = getAddress('0x7c1f00000000000000000000000000000000e1a2')
const stranger = getAddress('0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be')
const chains = unreachableChains(1)
const app = appOf({ chains })
const work = workOf({ owner, ledger: ledgerOf({ all: () => [] }) })

function show(text: string, settled = true) {
  const { container } = render(
    <AppContext value={app}>
      <WorkContext value={work}>
        <Markdown text={text} settled={settled} />
      </WorkContext>
    </AppContext>,
  )
  return container
}
const chips = (container: Element) => [...container.querySelectorAll<HTMLElement>('[data-chip]')]

describe('in an agent’s text', () => {
  it('shows an address as written, with its picture and a copy button', async () => {
    const container = show(`It goes to ${stranger} today.`)
    await waitFor(() => expect(chips(container)).toHaveLength(1))
    const [chip] = chips(container)
    expect(chip?.querySelector('[data-icon="avatar"]')).toBeTruthy()
    expect(chip?.querySelector('button')?.getAttribute('aria-label')).toBe('Copy address')
    expect(chip?.querySelector('a')?.getAttribute('href')).toBe(`https://etherscan.io/address/${stranger}`)
    expect(chip?.querySelector('.figures')?.textContent).toBe(stranger)
  })

  it('labels the person’s own address, and marks one that imitates it', async () => {
    const container = show(`From ${owner} to ${lookalike}.`)
    await waitFor(() => expect(chips(container)).toHaveLength(2))
    const [own, other] = chips(container)
    expect(own?.textContent).toContain('your account')
    expect(own?.dataset.like).toBeUndefined()
    expect(other?.dataset.like).toBe(owner)
    expect(other?.textContent).toContain(`looks like ${shortHex(owner)} (your account), and is another`)
  })

  it('shows a chain’s picture but no token’s: a name alone vouches for nothing', async () => {
    const container = show('You have 12.5 USDC on Ethereum.')
    await waitFor(() => expect(chips(container).map(({ dataset }) => dataset.chip)).toEqual(['token', 'chain']))
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      '/icons/networks/ethereum.svg',
    ])
    expect(container.textContent).toBe('You have 12.5 USDC on Ethereum.')
  })

  it('marks an address that stands alone in code', async () => {
    const container = show(`Send it to \`${lookalike}\``)
    await waitFor(() => expect(chips(container)).toHaveLength(1))
    expect(chips(container)[0]?.dataset.like).toBe(owner)
  })

  it('leaves other code, links and streaming text alone', async () => {
    const code = show(`Call \`f(${stranger})\`, [${stranger}](https://example.org), ${owner}`)
    await waitFor(() => expect(chips(code)).toHaveLength(1))
    cleanup()
    expect(chips(show(`It goes to ${stranger}`, false))).toHaveLength(0)
  })
})

it('marks names in the person’s own words, without changing the words', () => {
  const find = finderOf(chains)
  const text = `send 1 ETH to\n${stranger}`
  const { container } = render(
    <AppContext value={app}>
      <LongText text={text} draw={(words) => <WithChips text={words} find={find} />} className="" />
    </AppContext>,
  )
  expect(chips(container).map(({ dataset }) => dataset.chip)).toEqual(['token', 'address'])
  expect(container.querySelector('p')?.firstChild?.textContent).toBe('send ')
})

describe('a name', () => {
  const contacts = [
    { address: stranger, name: 'friend.countersign.eth' },
    { address: owner, name: 'Savings' },
  ]
  const showNames = (text: string) =>
    render(
      <AppContext value={app}>
        <WorkContext
          value={workOf({
            owner,
            ledger: ledgerOf({ all: () => [] }),
            addressBook: {
              read: () => contacts,
              nameOf: (address) => contacts.find((each) => each.address === address)?.name ?? null,
              save: () => true,
              remove: () => true,
              subscribe: () => () => {},
            },
          })}
        >
          <WithChips text={text} find={finderOf(chains)} />
        </WorkContext>
      </AppContext>,
    ).container

  it('has no picture and no address until it is looked up, and says what kept it from that', async () => {
    const [chip] = chips(showNames('pay anna.eth'))
    expect(chip?.dataset.nameIs).toBe('unread')
    expect(chip?.querySelector('[data-icon="avatar"]')).toBeNull()
    expect(chip?.querySelector('a')).toBeNull()
    expect(screen.getByRole('button', { name: 'Copy name' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Look up anna.eth' }))
    expect(chip?.dataset.nameIs).toBe('reading')
    await waitFor(() => expect(chip?.textContent).toContain('not found: the network did not answer'), {
      timeout: 20_000,
    })
    expect(screen.getByRole('button', { name: 'Look up anna.eth' })).toBeDefined()
  }, 30_000)

  it('has them once a card has looked it up', () => {
    const [chip] = chips(showNames('pay bob.eth'))
    act(() => keepNames(new Map([[lookalike, 'bob.eth']]), 1))
    expect(chip?.dataset.nameIs).toBe('known')
    expect(chip?.querySelector('[data-icon="avatar"]')).toBeTruthy()
    expect(chip?.textContent).toContain(shortHex(lookalike))
    expect(chip?.textContent).toContain(`looks like ${shortHex(owner)} (your account), and is another`)
    expect(chip?.querySelector('a')?.getAttribute('href')).toBe(`https://etherscan.io/address/${lookalike}`)
  })

  it('is offered as the name to save its address under', () => {
    showNames('pay cleo.eth')
    act(() => keepNames(new Map([[lookalike, 'cleo.eth']]), 1))
    fireEvent.click(screen.getByRole('button', { name: 'Add to address book' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('cleo.eth')
  })

  it('is marked if it looks like one in the address book', () => {
    const [chip] = chips(showNames('pay frlend.countersign.eth'))
    expect(chip?.dataset.like).toBe(stranger)
    expect(chip?.textContent).toContain('looks like “friend.countersign.eth” in your address book, and is another')
  })

  it('is marked if it points elsewhere than the contact of this name', () => {
    const [chip] = chips(showNames('pay friend.countersign.eth'))
    expect(chip?.dataset.like).toBeUndefined()
    act(() => keepNames(new Map([[lookalike, 'friend.countersign.eth']]), 1))
    expect(chip?.textContent).toContain(`your contact of this name is ${shortHex(stranger)}`)
    act(() => keepNames(new Map([[stranger, 'friend.countersign.eth']]), 1))
    expect(chip?.textContent).not.toContain('your contact of this name')
  })
})
