import type { Pending } from '@/components/app/tray/pending'

/** Number of a conversation's proposals that wait for the person, and of those under way. */
export type OpenMark = { open: number; underWay: number }

/** Maps each conversation that has unfinished proposals to its mark. */
export function openMarks({ toSign, underWay }: Pending): ReadonlyMap<string, OpenMark> {
  const marks = new Map<string, OpenMark>()
  const markOf = (id: string): OpenMark => {
    const mark = marks.get(id) ?? { open: 0, underWay: 0 }
    marks.set(id, mark)
    return mark
  }
  for (const { conversation } of toSign) if (conversation) markOf(conversation.id).open += 1
  for (const { conversation } of underWay) if (conversation) markOf(conversation.id).underWay += 1
  return marks
}
