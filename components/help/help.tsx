'use client'

import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { AgentInfo } from '@/components/app/agent-info'
import { levelFaces } from '@/components/cards/review/finding-list'
import { putIntoComposer } from '@/components/chat/composer/wanted-text'
import { withCommandKey } from '@/components/palette/overlay'
import { Dialog } from '@/components/ui/dialog'
import type { FindingLevel } from '@/lib/tools/finding'

/** The meaning of each level of a finding for the person, and the answer that its card needs. */
const levels: readonly [FindingLevel, string][] = [
  ['OK', 'Checked on the chain, and fine.'],
  ['INFO', 'Good to know. Nothing to do.'],
  ['WARN', 'Worth a second look before you countersign.'],
  ['DANGER', 'This is how people lose money. You hold the button to accept it, or decline.'],
  ['UNVERIFIED', 'It could not be checked, so nobody knows. Where money moves, you hold the button to accept that.'],
  ['BLOCK', 'It cannot work, or nobody could want it. It cannot be countersigned.'],
]

/** Keys in parts, and what they do. */
const keys: readonly [() => string, string][] = [
  [() => withCommandKey('K'), 'Commands, and the search of your conversations'],
  [() => '/', 'Write to the agent'],
  [() => 'Enter', 'Send. With Shift, a new line'],
  [() => '@', 'In a message: insert an address from your address book'],
  [() => '↑', 'In the empty field: edit your last message'],
  [() => 'F2', 'In the list: rename the conversation. Delete removes it'],
  [() => '?', 'This help'],
]

const never: readonly string[] = [
  'It never holds your keys, and cannot sign or send without your wallet.',
  'It never lets an agent act: an agent proposes, and you countersign or decline.',
  'It never signs anything but what the card showed. If that changes, it asks again.',
  'It never sends a transaction twice, and never reports an outcome that the chain does not show.',
]

/** Help in short: what to ask for, what the words on a card mean, the keys, and what this app never does. */
export default function Help({
  agents,
  mayAsk,
  onClose,
}: {
  agents: readonly AgentInfo[]
  /** True if examples can be put into the composer. */
  mayAsk: boolean
  onClose: () => void
}) {
  const examples = [...new Set(agents.flatMap(({ examples }) => examples))].slice(0, mostExamples)
  return (
    <Dialog open onClose={onClose} title="Help" className="sm:max-w-xl!">
      <Part heading="What you can ask for">
        <p className="pb-1 text-small text-ink-muted text-pretty">
          Swaps, transfers, bridges, loans, yields, NFTs, regular purchases, prices, and what you hold. Say it in plain
          English. Every action comes back as a card first.
        </p>
        <ul className="sm:columns-2 sm:gap-6">
          {examples.map((example) => (
            <li key={example} className="break-inside-avoid border-b text-small">
              {mayAsk ? (
                <button
                  type="button"
                  onClick={() => {
                    onClose()
                    putIntoComposer(example, { suggested: true })
                  }}
                  className="flex min-h-10 w-full items-center justify-between gap-2 py-1.5 text-left font-medium hover:text-accent"
                >
                  {example}
                  <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
                </button>
              ) : (
                <p className="flex min-h-10 items-center py-1.5 text-ink-muted">{example}</p>
              )}
            </li>
          ))}
        </ul>
      </Part>
      <Part heading="What the findings on a card mean">
        <dl>
          {levels.map(([level, meaning]) => {
            const { word, icon: Icon, mark } = levelFaces[level]
            return (
              <Row
                key={level}
                term={
                  <span className={`flex items-center gap-2 font-semibold ${mark}`}>
                    <Icon aria-hidden="true" className="size-4 shrink-0" />
                    {word}
                  </span>
                }
              >
                {meaning}
              </Row>
            )
          })}
        </dl>
      </Part>
      <Part heading="Keys">
        <dl>
          {keys.map(([key, does]) => (
            <Row
              key={does}
              term={<kbd className="figures rounded-[4px] border border-rule-strong px-1.5 py-0.5">{key()}</kbd>}
            >
              {does}
            </Row>
          ))}
        </dl>
      </Part>
      <Part heading="What this app never does">
        <ul className="list-disc pl-5 text-small marker:text-ink-faint">
          {never.map((promise) => (
            <li key={promise} className="py-1 text-pretty">
              {promise}
            </li>
          ))}
        </ul>
      </Part>
    </Dialog>
  )
}

const mostExamples = 8

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="not-first:mt-6">
      <h3 id={id} className="form-label mb-2 border-b border-rule-strong pb-1.5">
        {heading}
      </h3>
      {children}
    </section>
  )
}

const Row = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-x-3 py-1 text-small">
    <dt>{term}</dt>
    <dd className="text-pretty text-ink-muted">{children}</dd>
  </div>
)
