// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { workOf } from '@/components/app/testing/contexts'
import { wantedCard } from '@/components/app/tray/go-to-card'
import { WorkContext } from '@/components/app/work-context'
import { wantedText } from '@/components/chat/composer/wanted-text'
import { chatOf, conversationOf } from '@/lib/chat/fixtures/chat-of'
import { PlanItem } from './plan-item'
import type { ListedPlan } from './plans-client'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const plan: ListedPlan = {
  number: 3,
  state: 'active',
  chainId: 1,
  sells: 'USDC',
  what: '$50 of ETH',
  rhythm: 'every Friday',
  next: [],
  left: 10,
}

function List() {
  const [shown, setShown] = useState(plan)
  return <PlanItem plan={shown} onChanged={setShown} words={(_, otherwise) => otherwise} />
}

/** Renders the plan in a list. The service cancels it, or answers with this status. */
function show(status = 200) {
  const asked = vi.fn(async (_path: string, _init?: RequestInit) =>
    Response.json({ plan: { ...plan, state: 'canceled' } }, { status }),
  )
  vi.stubGlobal('fetch', asked)
  render(<List />)
  return asked
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog', { name: 'Cancel plan 3?' }))

it('asks again before it cancels a plan, which is final', async () => {
  const asked = show()
  press('Cancel plan')
  fireEvent.click(dialog().getByRole('button', { name: 'Keep it' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked).not.toHaveBeenCalled()
  press('Cancel plan')
  const yes = dialog().getByRole('button', { name: 'Cancel plan' })
  yes.focus()
  fireEvent.click(yes)
  await screen.findByText('Canceled')
  expect(asked).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement, 'a keyboard keeps its place').toBe(screen.getByRole('article'))
})

it('begins a message that changes an active plan, for the person to end', () => {
  show()
  press('Change …')
  expect(wantedText.getSnapshot()).toEqual({ text: 'Change plan 3 to ', suggested: false })
  wantedText.done()
})

it('says in the dialog that the plan could not be canceled', async () => {
  show(500)
  press('Cancel plan')
  fireEvent.click(dialog().getByRole('button', { name: 'Cancel plan' }))
  await dialog().findByText('It could not be changed. Try again.')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

it('names the conversation that set it up, and leads to its card there', () => {
  const work = workOf({ chat: chatOf({ conversations: [conversationOf({ title: 'Buy ETH regularly' })] }) })
  render(
    <WorkContext value={work}>
      <PlanItem
        plan={{ ...plan, taskId: 'T', offer: 'plan_1' }}
        onChanged={() => undefined}
        words={(_, otherwise) => otherwise}
      />
    </WorkContext>,
  )
  const link = screen.getByRole('link', { name: 'Buy ETH regularly' })
  expect(link.getAttribute('href')).toBe('/chat/c')
  fireEvent.click(link)
  expect(wantedCard.getSnapshot()).toBe('plan_1')
  wantedCard.done()
})
