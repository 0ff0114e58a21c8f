import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../prepare.mjs'
import { findRules } from './found'

/** A row of the page. `asks` is null for a rule that has an `about` in the source. */
type Entry = { id: string; asks: string | null; finds: string; source: string }
type Section = { title: string; about: string; rules: readonly Entry[] }

/** Findings for every plan that no rule of `lib/review/rules` makes. A rule says it in the comment above it. */
const others: readonly Entry[] = [
  {
    id: 'G20',
    asks: 'Whether the function is called by its own name',
    finds: 'BLOCK where the agent’s name has the selector of a known function with another name.',
    source: '',
  },
  {
    id: 'G23',
    asks: 'Whether anything has changed since you looked',
    finds:
      'At the click, the plan is prepared and simulated again. BLOCK where the transaction is another one. WARN, and another look, where a figure moved by more than 5%, the network fee more than doubled, or a new finding appeared.',
    source: 'MetaMask',
  },
  {
    id: 'prepare',
    asks: 'Whether the tool can make a plan of the proposal',
    finds: 'BLOCK where it cannot; the card says why.',
    source: '',
  },
  {
    id: 'repeated',
    asks: 'Whether the same was done, or is under way',
    finds:
      'DANGER where the same or nearly the same is under way, may have been sent, or was done within 12 hours while the agent says it failed. WARN where it was done otherwise, or stands on another card.',
    source: '',
  },
  {
    id: 'standing',
    asks: 'Whether the service still waits for this proposal',
    finds: 'BLOCK where the service has taken it back. UNVERIFIED where it no longer waits, or cannot be asked.',
    source: '',
  },
  {
    id: 'elsewhere',
    asks: 'Whether another browser is signing this',
    finds: 'DANGER where one has claimed it, until you accept that or it gives the claim back.',
    source: '',
  },
  {
    id: 'rpc',
    asks: 'Whether the chain answers',
    finds: 'UNVERIFIED, once for all rules that needed the same answer.',
    source: '',
  },
]

const toolsRoom = join(projectRoot, 'lib', 'tools')

/** Reads the sections of the tools, which each tool keeps in its folder as `rules.md`. */
const toolSections = (): Section[] =>
  readdirSync(toolsRoom, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('rules.md'))
    .map((file) => sectionIn(readFileSync(join(toolsRoom, file), 'utf8')))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'))

function sectionIn(page: string): Section {
  const [heading = '', ...rest] = page.trim().split('\n')
  const isRow = (line: string) => line.startsWith('|')
  const [, , ...rows] = rest.filter(isRow)
  return {
    title: heading.replace(/^# /, ''),
    about: rest
      .filter((line) => !isRow(line))
      .join('\n')
      .trim(),
    rules: rows.map((row) => {
      const [, id = '', asks = '', finds = '', source = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
      return { id: id.replaceAll('`', ''), asks: asks || null, finds, source }
    }),
  }
}

/** Collects the catalogue: the rules for every plan in the order of their ids, then each tool's. */
export function readCatalogue() {
  const ofTools = toolSections()
  const topics = new Set(ofTools.flatMap(({ rules }) => rules.map(({ id }) => id.replace(/\..*/, ''))))
  const found = findRules(topics)
  const declared = [...found.values()].flatMap(({ id, finds, source }): Entry[] =>
    finds ? [{ id, asks: null, finds, source: source ?? '' }] : [],
  )
  const numbered = [...declared, ...others.filter(({ id }) => isNumbered(id))].sort((a, b) =>
    a.id.localeCompare(b.id, 'en', { numeric: true }),
  )
  const everyProposal: Section = {
    title: 'Every proposal',
    about: 'These rules run for every plan, whichever tool made it.',
    rules: [...numbered, ...others.filter(({ id }) => !isNumbered(id))],
  }
  return { found, sections: [everyProposal, ...ofTools] }
}

const isNumbered = (id: string): boolean => /^G\d/.test(id)
