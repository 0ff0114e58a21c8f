'use client'

import { useState } from 'react'
import { WorkContext } from '@/components/app/work-context'
import { CallCard } from '@/components/cards/frame/call-card'
import type { AnsweredRequest } from '@/lib/review/review'
import { tools } from '@/lib/tools/registry'
import { type ToolName, toolNames } from '@/lib/wire/tool-names'
import { controllerOf, type Example, entryOf, reviewOf, viewOf } from '../call'
import { choices } from '../examples/choices'
import { examples } from '../examples/examples'
import { requests } from '../examples/requests'
import { bridge } from '../examples/swap'
import { type Page, Thing, workWith } from '../stand-ins'
import { type State, states } from '../states'

const Card = ({ example, state }: { example: Example; state: State }) => {
  const [controller] = useState(() => {
    const view = state.of(example)
    return view && controllerOf(view)
  })
  return (
    controller && (
      <Thing title={state.title}>
        <CallCard controller={controller} />
      </Thing>
    )
  )
}

const asking = (example: Example) => {
  const [worst] = example.findings
  return viewOf(example, {
    entry: entryOf(example, example.plan ? {} : { state: 'blocked', ...(worst && { worst }) }),
  })
}

const answering = (request: AnsweredRequest) => (example: Example) =>
  viewOf(example, { review: { ...reviewOf(example, example.findings), request } })

const cards = (example: Example) => () => (
  <WorkContext value={workWith({})}>
    {states.map((state) => (
      <Card key={state.title} example={example} state={state} />
    ))}
  </WorkContext>
)

/** Titles of the tools whose label is another's too. */
const apart: Partial<Record<ToolName, string>> = {
  exit_staking_yield: 'Withdraw from a vault',
  lending_withdraw: 'Withdraw from a market',
}

/** Every card in every state, by tool; what cards quote, and what they let a person choose. */
export const cardPages: Readonly<Record<string, Page>> = {
  ...Object.fromEntries(
    toolNames.map((name) => [name, { title: apart[name] ?? tools[name].label, things: cards(examples[name]) }]),
  ),
  bridge: { title: 'Bridge', things: cards(bridge) },
  asked: {
    title: 'You asked',
    things: () => (
      <WorkContext value={workWith({})}>
        {requests.map(({ title, request }) => (
          <Card key={title} example={examples.execute_router_swap} state={{ title, of: answering(request) }} />
        ))}
      </WorkContext>
    ),
  },
  choices: {
    title: 'Choices',
    things: () => (
      <WorkContext value={workWith({})}>
        {choices.map(({ title, example }) => (
          <Card key={title} example={example} state={{ title, of: asking }} />
        ))}
      </WorkContext>
    ),
  },
}
