import type { NamedDay, PartOfDay, TimeUnit } from '../entity'

const table = <T>(rows: readonly (readonly [string, T])[]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([words, value]) => words.split(' ').map((word): [string, T] => [word, value])))

/** 0 is Sunday. */
export const weekdays = table([
  ['sunday sundays sun', 0],
  ['monday mondays mon', 1],
  ['tuesday tuesdays tue tues', 2],
  ['wednesday wednesdays wed weds wendsday wensday', 3],
  ['thursday thursdays thu thur thurs', 4],
  ['friday fridays fri', 5],
  ['saturday saturdays sat', 6],
])

/** 0 is January. */
export const months = table([
  ['january jan', 0],
  ['february feb febuary', 1],
  ['march mar', 2],
  ['april apr', 3],
  ['may', 4],
  ['june jun', 5],
  ['july jul', 6],
  ['august aug', 7],
  ['september sep sept', 8],
  ['october oct', 9],
  ['november nov', 10],
  ['december dec', 11],
])

/** Days and months that are other words too. They need a neighbour that makes them one. */
export const doubtful: ReadonlySet<string> = new Set('sun mon wed weds sat mar may jan jun dec sep apr'.split(' '))

export const units = table<TimeUnit>([
  ['minute minutes min mins', 'minute'],
  ['hour hours hr hrs h', 'hour'],
  ['day days d', 'day'],
  ['week weeks wk wks w', 'week'],
  ['month months mo mos mth mths', 'month'],
  ['year years yr yrs y', 'year'],
])

/** Words that tell a frequency on their own. */
export const adverbs = table<{ unit: TimeUnit; count: number; times?: number }>([
  ['hourly', { unit: 'hour', count: 1 }],
  ['daily everyday nightly', { unit: 'day', count: 1 }],
  ['weekly', { unit: 'week', count: 1 }],
  ['fortnightly biweekly', { unit: 'week', count: 2 }],
  ['monthly', { unit: 'month', count: 1 }],
  ['bimonthly', { unit: 'month', count: 2 }],
  ['quarterly', { unit: 'month', count: 3 }],
  ['yearly annually', { unit: 'year', count: 1 }],
])

const days = table<NamedDay>([
  ['now rn immediately asap', { kind: 'now' }],
  ['today tonight tonite', { kind: 'today' }],
  ['tomorrow tomorow tommorow tommorrow tmrw tmr tmrrw 2moro', { kind: 'tomorrow' }],
  ['yesterday yday', { kind: 'yesterday' }],
  ['christmas xmas', { kind: 'date', month: 11, day: 25 }],
  ['halloween', { kind: 'date', month: 9, day: 31 }],
  ['easter', { kind: 'feast', name: 'easter' }],
  ['diwali', { kind: 'feast', name: 'diwali' }],
  ['ramadan', { kind: 'feast', name: 'ramadan' }],
  ['eid', { kind: 'feast', name: 'eid' }],
  ['thanksgiving', { kind: 'feast', name: 'thanksgiving' }],
])
export const dayOfWord = (word: string): NamedDay | undefined => days.get(word)

/** "half an hour before" needs no part of the day; "tomorrow morning" does. */
export const partsOfDay: ReadonlySet<string> = new Set<PartOfDay>(['morning', 'afternoon', 'evening', 'night'])

/** Places without a zone of their own name, and short names of zones. */
const otherZones: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  zulu: 'UTC',
  cet: 'Europe/Paris',
  cest: 'Europe/Paris',
  bst: 'Europe/London',
  uk: 'Europe/London',
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  eastern: 'America/New_York',
  ny: 'America/New_York',
  nyc: 'America/New_York',
  cst: 'America/Chicago',
  ct: 'America/Chicago',
  mst: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  'san francisco': 'America/Los_Angeles',
  sf: 'America/Los_Angeles',
  boston: 'America/New_York',
  miami: 'America/New_York',
  ist: 'Asia/Kolkata',
  india: 'Asia/Kolkata',
  indian: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  bangalore: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
  sgt: 'Asia/Singapore',
  beijing: 'Asia/Shanghai',
  aest: 'Australia/Sydney',
  geneva: 'Europe/Zurich',
  munich: 'Europe/Berlin',
  frankfurt: 'Europe/Berlin',
  hamburg: 'Europe/Berlin',
  barcelona: 'Europe/Madrid',
  milan: 'Europe/Rome',
}

let zones: ReadonlyMap<string, string> | undefined

/** Returns the IANA name of a zone by a place or by its short name, in lower case: "paris", "new york", "cet". */
export function zoneOf(place: string): string | undefined {
  zones ??= new Map([
    ...Intl.supportedValuesOf('timeZone').map((zone): [string, string] => [
      (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ').toLowerCase(),
      zone,
    ]),
    ...Object.entries(otherZones),
  ])
  return zones.get(place)
}
