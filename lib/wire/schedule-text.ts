import { type Schedule, startOfDay } from './schedule'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** "every Friday", "every 2 weeks on Friday", "every month on the 31st (the last day where a month is shorter)". */
export function rhythmText({ every, start }: Schedule): string {
  switch (every.unit) {
    case 'day': {
      const { count } = every
      if (count === 1) return 'every day'
      if (count % 7 !== 0) return `every ${count} days`
      const weekday = weekdays[new Date(startOfDay(start)).getUTCDay()] ?? ''
      return count === 7 ? `every ${weekday}` : `every ${count / 7} weeks on ${weekday}`
    }
    case 'weekday':
      return 'every weekday, Monday to Friday'
    case 'month': {
      const period = every.count === 1 ? 'every month' : `every ${every.count} months`
      const shorter = every.day > 28 ? ' (the last day where a month is shorter)' : ''
      return `${period} on the ${nth(every.day)}${shorter}`
    }
  }
}

function nth(day: number): string {
  const ending = day >= 11 && day <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

/** Formats the hour of a schedule: "12:00 UTC". */
export const hourText = ({ hour }: Schedule): string => `${String(hour).padStart(2, '0')}:00 UTC`
