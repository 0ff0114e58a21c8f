import { aheadOf, isPutOff } from '@/lib/language/bounds/waits'
import type { Limit } from '@/lib/language/request'
import type { Comparison } from '../comparison'

/**
 * Compares a time or a condition with a call that would happen now. Null for a time that is now, or that says what
 * something is for.
 */
export function timeOf({ meanings, text }: Pick<Limit, 'meanings' | 'text'>): Comparison | null {
  const times = meanings.filter(({ is }) => is === 'date' || is === 'duration' || is === 'recurrence')
  const ahead = times.map(aheadOf)
  if (ahead.includes('ahead')) return { found: 'Now', is: 'different' }
  // Words without a time are a condition, or a time that nobody can tell.
  if (ahead.includes('open') || times.length === 0 || isPutOff(text)) return { found: '', is: 'unread' }
  return null
}
