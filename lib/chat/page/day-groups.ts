import type { Conversation } from '../store/chat'
import { calendarDay } from './time-words'

/** Conversations under one heading of the list. */
export type DayGroup = { heading: string; conversations: readonly Conversation[] }

const monthOnly = new Intl.DateTimeFormat(undefined, { month: 'long' })
const monthAndYear = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })

/** Groups conversations by the day of their last message, pinned ones first. Each group keeps their order. */
export function dayGroups(conversations: readonly Conversation[], now: number): DayGroup[] {
  const groups = new Map<string, Conversation[]>()
  for (const conversation of [...conversations.filter(isPinned), ...conversations.filter((each) => !isPinned(each))]) {
    const heading = isPinned(conversation) ? 'Pinned' : headingOf(conversation.updatedAt, now)
    const group = groups.get(heading)
    if (group) group.push(conversation)
    else groups.set(heading, [conversation])
  }
  return [...groups].map(([heading, own]) => ({ heading, conversations: own }))
}

const isPinned = ({ pinned }: Conversation): boolean => pinned === true

/** Counts calendar days in the reader's time zone; a day may have 23 or 25 hours. */
function headingOf(time: number, now: number): string {
  const number = ({ year, month, day }: ReturnType<typeof calendarDay>): number => (year * 12 + month) * 31 + day
  const day = number(calendarDay(time))
  const isSince = (daysAgo: number): boolean => day >= number(calendarDay(now, daysAgo))
  if (isSince(0)) return 'Today'
  if (isSince(1)) return 'Yesterday'
  if (isSince(7)) return 'Previous 7 days'
  const { year, month } = calendarDay(time)
  return (year === calendarDay(now).year ? monthOnly : monthAndYear).format(new Date(year, month))
}
