import type { ReactNode } from 'react'
import { foldText, queryWords } from '@/lib/wire/folded-text'

/** Headings of the palette, in their order before anything is typed. */
const commandGroups = [
  'Waiting for you',
  'Ask the agent',
  'Conversations',
  'Go to',
  'Account',
  'Network',
  'This page',
  'In your own words',
] as const

/** Something the page can do at a word. */
export type Command = {
  id: string
  group: (typeof commandGroups)[number]
  words: string
  /** More words by which it is found. */
  also?: string
  /** Shown at its end, such as its key or its state. */
  note?: string
  icon: ReactNode
  run: () => void
  /** Text that it copies instead. The palette stays open and says so. */
  copies?: string
}

/** Commands under their heading. */
type CommandGroup = { heading: Command['group']; commands: readonly Command[] }

/**
 * Returns the commands that contain each word of the query, and those that a search has `found`: the group of the best
 * one first, and the best first in each.
 */
export function matching(commands: readonly Command[], query: string, found: readonly Command[] = []): CommandGroup[] {
  const wanted = foldText(query.trim())
  const words = queryWords(query)
  const ranked = commands
    .toSorted((a, b) => commandGroups.indexOf(a.group) - commandGroups.indexOf(b.group))
    .map((command) => ({ command, rank: rankOf(command, wanted, words) }))
    .filter(({ rank }) => rank < none)
    .toSorted((a, b) => a.rank - b.rank)
  const all = [...ranked.map(({ command }) => command), ...found]
  const headings = wanted === '' ? commandGroups : new Set(all.map(({ group }) => group))
  return [...headings]
    .map((heading) => ({ heading, commands: all.filter(({ group }) => group === heading) }))
    .filter((group) => group.commands.length > 0)
}

const none = 3

/** Returns 0 if the words begin with the query, 1 if each word of it begins one of theirs, 2 if it is somewhere in them. */
function rankOf({ words, also = '' }: Command, query: string, asked: readonly string[]): number {
  const own = foldText(words)
  const all = `${own} ${foldText(also)}`
  if (own.startsWith(query)) return 0
  if (asked.every((word) => all.startsWith(word) || all.includes(` ${word}`))) return 1
  return asked.every((word) => all.includes(word)) ? 2 : none
}
