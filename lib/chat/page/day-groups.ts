import type { Conversation } from '../store/chat'

/** Conversations under one heading of the list. */
export type DayGroup = { heading: string; conversations: readonly Conversation[] }

const month = new Intl.DateTimeFormat('en-US', { month: 'long' })
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })

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
  const days = (ago: number): number => {
    const today = new Date(now)
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago).getTime()
  }
  if (time >= days(0)) return 'Today'
  if (time >= days(1)) return 'Yesterday'
  if (time >= days(7)) return 'Previous 7 days'
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? month : monthAndYear).format(time)
}
