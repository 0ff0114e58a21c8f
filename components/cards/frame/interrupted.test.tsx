// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CallController } from '@/lib/execution/call/controller'
import { Interrupted } from './interrupted'

afterEach(cleanup)

const hash = `0x${'1a'.repeat(32)}`
const wrong = /0x followed by 64 characters/

/** What the controller is told once this has been pasted and sent off. */
function told(pasted: string): unknown[] {
  const answers: unknown[] = []
  const controller = { resolveInterrupted: async (answer: unknown) => void answers.push(answer) }
  render(<Interrupted note="" controller={controller as unknown as CallController} />)
  fireEvent.change(screen.getByLabelText(/Transaction hash/), { target: { value: pasted } })
  fireEvent.submit(screen.getByLabelText(/Transaction hash/))
  return answers
}

it('a hash is taken as nodes write it, however it was pasted', () => {
  expect(told(` ${hash.toUpperCase().replace('0X', '0x')} `)).toEqual([{ hash }])
  expect(screen.queryByText(wrong)).toBeNull()
})

it.each([hash.slice(0, -1), `${hash}0`, hash.slice(2), 'yes'])('%s is none, and said to be', (pasted) => {
  expect(told(pasted)).toEqual([])
  expect(screen.getByText(wrong)).toBeTruthy()
})
