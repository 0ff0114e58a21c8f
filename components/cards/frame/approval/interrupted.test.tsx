// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { callController, callView } from '@/lib/execution/testing/call-view'
import { Interrupted } from './interrupted'

afterEach(cleanup)

const hash = `0x${'1a'.repeat(32)}`
const wrong = /0x followed by 64 characters/

/** Returns what the controller receives once this text has been pasted and submitted. */
function told(pasted: string): unknown[] {
  const answers: unknown[] = []
  const controller = callController(callView(), { resolveInterrupted: async (answer) => void answers.push(answer) })
  render(<Interrupted note="" controller={controller} />)
  fireEvent.change(screen.getByLabelText(/Transaction hash/), { target: { value: pasted } })
  fireEvent.submit(screen.getByLabelText(/Transaction hash/))
  return answers
}

it('normalises a hash as nodes write it, however it was pasted', () => {
  expect(told(` ${hash.toUpperCase().replace('0X', '0x')} `)).toEqual([{ hash }])
  expect(screen.queryByText(wrong)).toBeNull()
})

it.each([hash.slice(0, -1), `${hash}0`, hash.slice(2), 'yes'])('rejects %s and says that it is no hash', (pasted) => {
  expect(told(pasted)).toEqual([])
  expect(screen.getByText(wrong)).toBeTruthy()
})
