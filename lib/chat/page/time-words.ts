/** Formats a time of day in the reader's locale, such as "9:05 AM". */
export const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Formats a day and a time, such as "Jul 3, 2026, 9:05 AM". */
export const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Formats a past moment: only the time if it was today, else the day as well. Milliseconds. */
export const pastTime = (time: number, now: number): string =>
  new Date(time).toDateString() === new Date(now).toDateString()
    ? `Today, ${timeOfDay.format(time)}`
    : dayAndTime.format(time)

const dayOfYear = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
export const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/**
 * Formats a past moment beside a heading such as "Yesterday": the time if it was today or yesterday, else the day.
 * Milliseconds.
 */
export function shortTime(time: number, now: number): string {
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  const day = new Date(time).toDateString()
  if (day === new Date(now).toDateString() || day === yesterday.toDateString()) return timeOfDay.format(time)
  return (new Date(time).getFullYear() === new Date(now).getFullYear() ? dayOfYear : dayOnly).format(time)
}
