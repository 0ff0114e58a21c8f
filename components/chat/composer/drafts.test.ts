// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { readDraft, saveDraft } from './drafts'

afterEach(() => localStorage.clear())

it.each(['link', 'suggestion'] as const)('marks a draft as taken from a %s until it is emptied', (from) => {
  const given = { text: 'send 1 ETH to friend.eth', from }
  saveDraft(null, 'c', { text: given.text, given })
  expect(readDraft(null, 'c')).toEqual({ text: given.text, given })
  expect(readDraft(null, 'd')).toEqual({ text: '', given: null })
  saveDraft(null, 'c', { text: '', given })
  expect(readDraft(null, 'c')).toEqual({ text: '', given: null })
})

it('does not mark a typed draft, nor one whose mark cannot be read', () => {
  saveDraft(null, null, { text: 'hi', given: null })
  expect(readDraft(null, null)).toEqual({ text: 'hi', given: null })
  localStorage.setItem('countersign.draft.anyone.new.given', '{"from":"nowhere"}')
  expect(readDraft(null, null)).toEqual({ text: 'hi', given: null })
})
