/** A time of day in the reader's own way, such as "9:05 AM". */
export const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A day and a time, such as "Jul 3, 2026, 9:05 AM". */
export const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** As much of a past moment as tells it apart: the time where it was today, else the day as well. Milliseconds. */
export const pastMoment = (time: number, now: number): string =>
  new Date(time).toDateString() === new Date(now).toDateString()
    ? `Today, ${timeOfDay.format(time)}`
    : dayAndTime.format(time)
