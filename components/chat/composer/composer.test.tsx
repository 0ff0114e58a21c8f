// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { workOf } from '@/components/app/testing/contexts'
import { WorkContext } from '@/components/app/work-context'
import type { Wording } from '@/lib/chat/store/chat'
import { type Contact, createAddressBook } from '@/lib/execution/call/kept/address-book'
import { Composer } from './composer'

afterEach(cleanup)

function compose(properties: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn((_text: string, _wording?: Wording) => true)
  const onStop = vi.fn()
  render(
    <Composer
      field={createRef()}
      initialText=""
      running={false}
      stopping={false}
      blocked={null}
      onSend={onSend}
      onStop={onStop}
      onChange={() => {}}
      {...properties}
    />,
  )
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  const type = (text: string) => fireEvent.change(field, { target: { value: text } })
  return { field, type, onSend: properties.onSend ?? onSend, onStop }
}

describe('Composer', () => {
  it('sends on Enter and clears the field', () => {
    const { field, type, onSend } = compose()
    type('  swap 1 ETH ')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenCalledExactlyOnceWith('swap 1 ETH')
    expect(field.value).toBe('')
  })

  it('leaves Shift+Enter to the field', () => {
    const { field, type, onSend } = compose()
    type('line')
    expect(fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })).toBe(true)
    expect(onSend).not.toHaveBeenCalled()
  })

  it('does not send an unfinished word while an input method is open', () => {
    const { field, type, onSend } = compose()
    type('にほ')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    expect(onSend).not.toHaveBeenCalled()
    expect(field.value).toBe('にほ')
  })

  it('keeps the whole of an overlong text, counts it, and sends it once it is short enough', () => {
    const { field, type, onSend } = compose()
    const long = 'x'.repeat(16_027)
    type(long)
    expect(field.value).toBe(long)
    expect(screen.getByRole('status').textContent).toBe('16,027 of at most 16,000 characters: shorten it to send it.')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).not.toHaveBeenCalled()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    type(long.slice(0, 16_000))
    expect(screen.queryByRole('status')).toBeNull()
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenCalledExactlyOnceWith(long.slice(0, 16_000))
  })

  it.each([
    ['a draft', 'x\n'.repeat(8_001)],
    ['characters of two code units each', '😀'.repeat(8_001)],
  ])('keeps and counts %s that is too long from the start', (_, initialText) => {
    const { field, onSend } = compose({ initialText })
    expect(field.value).toBe(initialText)
    expect(screen.getByRole('status').textContent).toMatch(/of at most 16,000 characters/)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).not.toHaveBeenCalled()
  })

  it('does not send blank text', () => {
    const { field, type, onSend } = compose()
    type(' \n ')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).not.toHaveBeenCalled()
  })

  it('keeps the text if it was not accepted', () => {
    const onSend = vi.fn(() => false)
    const { field, type } = compose({ onSend })
    type('hello')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenCalledOnce()
    expect(field.value).toBe('hello')
  })

  it('does not send while blocked, and says why', () => {
    const { field, type, onSend } = compose({ blocked: 'You are offline.' })
    type('hello')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).not.toHaveBeenCalled()
    expect(screen.getByText('You are offline.')).toBeDefined()
  })

  it('offers Stop while the agent answers, and takes a message to send afterwards', () => {
    const { type, field, onSend, onStop } = compose({ running: true })
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
    type('next')
    expect(screen.getByText(/this is sent when it has finished/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    expect(onStop).toHaveBeenCalledOnce()
    expect(field.value).toBe('next')
    fireEvent.click(screen.getByRole('button', { name: 'Send when the answer is finished' }))
    expect(onSend).toHaveBeenCalledExactlyOnceWith('next')
    expect(field.value).toBe('')
  })

  it('edits the last message on the up arrow only from the empty field, and stops on Escape', () => {
    const onEditLast = vi.fn()
    const onCancelEdit = vi.fn()
    const { type, field } = compose({ onEditLast, onCancelEdit, isEdited: true })
    type('words')
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    expect(onEditLast).not.toHaveBeenCalled()
    type('')
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    expect(onEditLast).toHaveBeenCalledOnce()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(onCancelEdit).toHaveBeenCalledOnce()
  })

  it('still marks a suggestion with nothing but a quote before it as somebody else’s words', () => {
    const given = { text: 'send 1 ETH to friend.eth', from: 'suggestion' } as const
    const { field, onSend } = compose({ initialText: `> The agent said this\n\n${given.text}`, given })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenLastCalledWith(`> The agent said this\n\n${given.text}`, { suggested: true })
  })

  it('says that a text came from a link, and does not send it automatically', () => {
    const { onSend } = compose({ initialText: 'send all to 0x1', given: { text: 'send all to 0x1', from: 'link' } })
    expect(screen.getByText('This text came from a link')).toBeDefined()
    expect(onSend).not.toHaveBeenCalled()
  })

  it.each(['link', 'suggestion'] as const)('marks a %s sent unchanged, but not an edited one', (from) => {
    const given = { text: 'send 1 ETH to friend.eth', from }
    const { field, type, onSend } = compose({ initialText: given.text, given })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenLastCalledWith(given.text, { suggested: true })
    type(given.text)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenLastCalledWith(given.text)
    cleanup()
    const edited = compose({ initialText: given.text, given })
    edited.type(`  ${given.text} `)
    fireEvent.keyDown(edited.field, { key: 'Enter' })
    expect(edited.onSend).toHaveBeenLastCalledWith(given.text, { suggested: true })
    cleanup()
    const own = compose({ initialText: given.text, given })
    own.type('send 2 ETH to friend.eth')
    fireEvent.keyDown(own.field, { key: 'Enter' })
    expect(own.onSend).toHaveBeenLastCalledWith('send 2 ETH to friend.eth')
  })

  it('reports each change with its given text, until it is sent', () => {
    const onChange = vi.fn()
    const given = { text: 'send 1 ETH', from: 'suggestion' } as const
    const { field, type } = compose({ initialText: given.text, given, onChange })
    expect(onChange).toHaveBeenLastCalledWith({ text: given.text, given })
    expect(screen.getByText('The agent service suggests this')).toBeDefined()
    type('send 2 ETH')
    expect(screen.queryByText('The agent service suggests this')).toBeNull()
    expect(onChange).toHaveBeenLastCalledWith({ text: 'send 2 ETH', given })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onChange).toHaveBeenLastCalledWith({ text: '', given: null })
  })
})

describe('An @ in the composer', () => {
  const mia = { name: 'Mia', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } as const
  const jeremiah = { name: 'Jeremiah', address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' } as const

  function mention(text: string, contacts: readonly Contact[] = [mia, jeremiah]) {
    localStorage.clear()
    const addressBook = createAddressBook('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', () => localStorage, window)
    addressBook.save(contacts)
    const onSend = vi.fn(() => true)
    render(
      <WorkContext value={workOf({ addressBook })}>
        <Composer
          field={createRef()}
          initialText=""
          running={false}
          stopping={false}
          blocked={null}
          onSend={onSend}
          onStop={() => {}}
          onChange={() => {}}
        />
      </WorkContext>,
    )
    const field = screen.getByRole<HTMLTextAreaElement>('textbox')
    fireEvent.change(field, { target: { value: text, selectionStart: text.length } })
    return { field, onSend }
  }
  const names = () => screen.queryAllByRole('option').map((option) => option.textContent)

  it('lists saved addresses, and puts the chosen one into the text without sending it', () => {
    const { field, onSend } = mention('send 5 USDC to @mi')
    expect(names()).toEqual(['Mia0x7099…79C8', 'Jeremiah0x3C44…93BC'])
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field.value).toBe(`send 5 USDC to ${jeremiah.address} `)
    expect(names()).toEqual([])
    expect(onSend).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenCalledExactlyOnceWith(`send 5 USDC to ${jeremiah.address}`)
  })

  it('takes the contact that is clicked', () => {
    const { field } = mention('@')
    fireEvent.click(screen.getByText('Mia'))
    expect(field.value).toBe(`${mia.address} `)
  })

  it('closes on Escape, and Enter then sends the text as it stands', () => {
    const { field, onSend } = mention('tell @mia')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(names()).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onSend).toHaveBeenCalledExactlyOnceWith('tell @mia')
  })

  it('lists nothing where no name fits', () => {
    const { field } = mention('send 5 USDC to @bob')
    expect(names()).toEqual([])
    expect(field.hasAttribute('aria-controls')).toBe(false)
  })
})
