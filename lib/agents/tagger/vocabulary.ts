import type { Link, Verb } from './item'
import { formsOf, verbsOfGrammar } from './verbs'

type Spelling = { verb: Verb; form: 'base' | 'gerund' | 'past' }

/** The forms of the grammar's verbs. */
const spell = (which: 'plain' | 'loose'): ReadonlyMap<string, Spelling> =>
  new Map(
    verbsOfGrammar(which).flatMap(([verb, base]): [string, Spelling][] => {
      const { gerund, past } = formsOf(base)
      return [
        [base, { verb, form: 'base' }],
        [gerund, { verb, form: 'gerund' }],
        [past, { verb, form: 'past' }],
      ]
    }),
  )

const spellings = spell('plain')
/** Nothing that is one letter away from these is taken for them. */
const looseSpellings = spell('loose')

export const links: ReadonlyMap<string, Link> = new Map([
  ['to', 'to'],
  ['into', 'to'],
  ['onto', 'to'],
  ['towards', 'to'],
  ['for', 'for'],
  ['from', 'from'],
  ['with', 'with'],
  ['using', 'with'],
  ['on', 'on'],
  ['in', 'on'],
  ['against', 'for'],
  ['except', 'except'],
  ['but', 'except'],
  ['get', 'to'],
  ['receive', 'to'],
])

/** Words that say nothing about what is to be done. They may stand anywhere in a request. */
export const fillers: ReadonlySet<string> = new Set(
  `please pls plz kindly yes yeah yep can could would will you u ya your i i'd i'll i'm im me my mine we our us want wanna
  need like let's lets let hey hi hello gm yo ok okay so now right away asap quickly immediately just thanks thx ty
  thank help a an the some any of over go ahead sir bro man mate lol and it its it's then that this these
  token tokens coin coins money cash funds network chain wallet account balance around up id also sorry actually instead
  well alright sure here is address his her their do make use using rather prefer via through router hmm ah oh
  fine great cool good local be is today back out off bit little few couple all have uh uhh uhm um umm er hm hmm guess
  across new another additional extra more amount total sum exactly precisely only possibly must looking trying ready hoping basically kindly gonna gotta love time soon possible owe owes much many there whom too rq rn ngl tbh fr anyway anyways regardless gg`
    .split(/\s+/)
    .filter(Boolean),
)

/** Whether a word is a verb in loose words alone: many of them are things as well. */
export const isLoose = (word: string): boolean => looseSpellings.has(word)

/** English words one letter away from a verb. They are what they are, not slips of the finger. */
const realWords: ReadonlySet<string> = new Set(
  `lend lent sand seed spend mend bend tend fend vend sends sends' wend snap slap swab swat soap swamp swaps wrap
  bride ridge fridge bridges bridged charge chance chang hange changes trace grade trader trades tirade moves mode mole
  more love rove cover mover sell cell bell well tell fell hell yell shell self seal seals smell spell dell buys
  turns torn burn tern solde covert concert converts exchanges transfers gives live hive dive five wires wide wine wise wife
  fire hire tire were where purchases wave set brought bough`
    .split(/\s+/)
    .filter(Boolean),
)

/** Spellings that are long enough for a slip, by the first letter, which must be right. */
const slippable = new Map<string, (readonly [string, Spelling])[]>()
for (const each of spellings)
  if (each[0].length >= 4) slippable.set(each[0].charAt(0), [...(slippable.get(each[0].charAt(0)) ?? []), each])

/** The verb that a word is, or that it is one slip of the finger away from. */
export function verbOf(word: string): Spelling | null {
  const exact = spellings.get(word) ?? looseSpellings.get(word)
  if (exact) return exact
  if (word.length < 3 || fillers.has(word) || links.has(word) || realWords.has(word)) return null
  const near = (slippable.get(word.charAt(0)) ?? []).filter(([known]) => isOneSlip(word, known))
  const verbs = new Set(near.map(([, spelling]) => spelling.verb))
  return verbs.size === 1 && near[0] ? near[0][1] : null
}

/** The word of the list that this is, or is one slip away from where the word has at least `long` letters. */
export function nearest(word: string, known: Iterable<string>, long: number): string | null {
  let near: string | null = null
  for (const each of known) {
    if (each === word) return each
    if (each.length >= long && isOneSlip(word, each)) near = each
  }
  return near
}

/** One letter more, less or other, or two neighbours swapped (Damerau distance 1). The first letter must be right. */
export function isOneSlip(typed: string, meant: string): boolean {
  if (typed[0] !== meant[0] || Math.abs(typed.length - meant.length) > 1 || typed === meant) return false
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start += 1
  const rest = (text: string, skip: number) => text.slice(start + skip)
  if (typed.length > meant.length) return rest(typed, 1) === rest(meant, 0)
  if (typed.length < meant.length) return rest(typed, 0) === rest(meant, 1)
  if (rest(typed, 1) === rest(meant, 1)) return true
  return typed[start] === meant[start + 1] && typed[start + 1] === meant[start] && rest(typed, 2) === rest(meant, 2)
}
