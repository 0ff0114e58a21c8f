import type { ReactNode } from 'react'

/** Headings of the palette, in their order. */
export const commandGroups = [
  'Waiting for you',
  'Ask the agent',
  'Conversations',
  'Go to',
  'Account',
  'Network',
  'This page',
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

/** Returns the commands that contain each word of the query, best first within their groups. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const wanted = lower(query)
  const words = wanted.split(/\s+/).filter((word) => word !== '')
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(command, wanted, words) }))
    .filter(({ rank }) => rank < none)
    .toSorted((a, b) => a.rank - b.rank)
  return commandGroups.flatMap((group) =>
    ranked.filter(({ command }) => command.group === group).map(({ command }) => command),
  )
}

const none = 3

/** Returns 0 if the words begin with the query, 1 if each word of it begins one of theirs, 2 if it is somewhere in them. */
function rankOf({ words, also = '' }: Command, query: string, asked: readonly string[]): number {
  const own = lower(words)
  const all = `${own} ${lower(also)}`
  if (own.startsWith(query)) return 0
  if (asked.every((word) => all.startsWith(word) || all.includes(` ${word}`))) return 1
  return asked.every((word) => all.includes(word)) ? 2 : none
}

const lower = (text: string): string => text.trim().toLowerCase()
