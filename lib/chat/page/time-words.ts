/** A time of day in the reader's own way, such as "9:05 AM". */
export const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A day and a time, such as "Jul 3, 2026, 9:05 AM". */
export const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** As much of a past moment as tells it apart: the time where it was today, else the day as well. Milliseconds. */
export const pastTime = (time: number, now: number): string =>
  new Date(time).toDateString() === new Date(now).toDateString()
    ? `Today, ${timeOfDay.format(time)}`
    : dayAndTime.format(time)

const dayOfYear = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const dayOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** A past moment beside a heading that says roughly when: the time where it was today or yesterday, else the day. Milliseconds. */
export function shortTime(time: number, now: number): string {
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  const day = new Date(time).toDateString()
  if (day === new Date(now).toDateString() || day === yesterday.toDateString()) return timeOfDay.format(time)
  return (new Date(time).getFullYear() === new Date(now).getFullYear() ? dayOfYear : dayOnly).format(time)
}
