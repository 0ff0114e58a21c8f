// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { workOf } from '@/components/app/testing/contexts'
import { wantedCard } from '@/components/app/tray/go-to-card'
import { WorkContext } from '@/components/app/work-context'
import { wantedText } from '@/components/chat/composer/wanted-text'
import { chatOf, conversationOf } from '@/lib/chat/fixtures/chat-of'
import { ledgerEntry, ledgerOf } from '@/lib/execution/testing/ledger-entry'
import PaletteDialog from './palette-dialog'

const { owner } = ledgerEntry()
const actions = { connect: vi.fn(), disconnect: vi.fn(), switchChain: vi.fn(), signOut: vi.fn() }
const onClose = vi.fn()

beforeEach(() => history.replaceState(null, '', '/'))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  wantedText.done()
  wantedCard.done()
})

const conversations = [
  conversationOf({ id: 'c', taskId: 'task', title: 'Rent' }),
  conversationOf({ id: 'd', taskId: 'other', title: 'Savings' }),
]
const parameters = { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '100000000000000000', chainId: 31337 }

function show(isSignedIn = true) {
  const work = workOf({
    owner,
    ledger: ledgerOf({ all: () => [ledgerEntry({ key: 'a', callId: 'a', parameters, state: 'ready' })] }),
    chat: chatOf({
      conversations,
      search: async (query) => (query.includes('vault') ? [{ id: 'd', excerpt: null }] : []),
    }),
  })
  render(
    <WorkContext value={isSignedIn ? work : null}>
      <PaletteDialog
        account={{ address: isSignedIn ? owner : null, chainId: null }}
        chains={new Map()}
        actions={actions}
        onClose={onClose}
      />
    </WorkContext>,
  )
  const field = screen.getByRole('combobox')
  return { type: (value: string) => fireEvent.change(field, { target: { value } }) }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('option', { name }))

it('opens a waiting card in its conversation', () => {
  show()
  press(/^Send 0\.1 ETH.*To countersign$/)
  expect(wantedCard.getSnapshot()).toBe('a')
  expect(location.pathname).toBe('/chat/c')
  expect(onClose).toHaveBeenCalledOnce()
})

it('puts the beginning of a request into the composer, and sends nothing', () => {
  history.replaceState(null, '', '/settings')
  show()
  press('Swap tokens')
  expect(wantedText.getSnapshot()).toEqual({ text: 'Swap ', suggested: false })
  expect(location.pathname).toBe('/')
})

it('finds a conversation by its title at once, and by its messages', async () => {
  const { type } = show()
  type('rent')
  press(/^Rent/)
  expect(location.pathname).toBe('/chat/c')
  type('flexible vault')
  expect(await screen.findByRole('option', { name: /^Savings/ })).toBeDefined()
})

it('offers to write to the agent what it does not find', () => {
  const { type } = show()
  type('hello there')
  press('Write “hello there” to the agent')
  expect(wantedText.getSnapshot()?.text).toBe('hello there')
})

it('offers a visitor to connect, and no requests', () => {
  show(false)
  expect(screen.queryByRole('option', { name: 'Swap tokens' })).toBeNull()
  expect(screen.queryByRole('option', { name: 'Sign out' })).toBeNull()
  press('Connect a wallet')
  expect(actions.connect).toHaveBeenCalledOnce()
})
