/** Letters of other scripts, and signs, that look like Latin letters. */
const lookalikes: Readonly<Record<string, string>> = {
  ...{ а: 'a', α: 'a', с: 'c', ԁ: 'd', е: 'e', ε: 'e', һ: 'h', ј: 'j', к: 'k', κ: 'k', м: 'm', ո: 'n', о: 'o', ο: 'o' },
  ...{ р: 'p', ρ: 'p', ԛ: 'q', ѕ: 's', т: 't', τ: 't', ν: 'v', υ: 'u', ԝ: 'w', х: 'x', у: 'y', ʏ: 'y' },
  // All read as an L: a skeleton is compared, never shown.
  ...{ і: 'l', ι: 'l', ı: 'l', ӏ: 'l', i: 'l', 1: 'l', '|': 'l', 0: 'o', 3: 'e', 5: 's' },
}

/** Reduces a name to what the eye sees of it: without accents, marks and the ending of ENS. */
function skeleton(name: string): string {
  const letters = name
    .toLowerCase()
    .replace(/\.eth$/, '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}|]/gu, '')
  return [...letters]
    .map((letter) => lookalikes[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Letters from which on a name with one other letter looks the same at a glance. */
const longEnough = 6

/** True if two different names are easily taken for each other. */
export function looksLike(name: string, other: string): boolean {
  if (name.toLowerCase() === other.toLowerCase()) return false
  const [one, two] = [skeleton(name), skeleton(other)]
  if (one === '' || two === '') return false
  return one === two
    ? !isSameWithoutEnding(name, other)
    : Math.min(one.length, two.length) >= longEnough && isOneOff(one, two)
}

/** True if two names are one, or look like one: in an address book, only one contact can be meant by it. */
export function readsTheSame(name: string, other: string): boolean {
  if (name.toLowerCase() === other.toLowerCase()) return true
  const seen = skeleton(name)
  return seen !== '' && seen === skeleton(other)
}

/** "anna" in an address book is what "anna.eth" is called, and no imitation of it. */
const isSameWithoutEnding = (name: string, other: string): boolean =>
  name.toLowerCase().replace(/\.eth$/, '') === other.toLowerCase().replace(/\.eth$/, '')

/** True if one letter is changed, missing, added, or swapped with the next. */
function isOneOff(one: string, two: string): boolean {
  if (Math.abs(one.length - two.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === two[start]) start++
  const [restOfOne, restOfTwo] = [one.slice(start), two.slice(start)]
  const isSwapped =
    restOfOne[0] === restOfTwo[1] && restOfOne[1] === restOfTwo[0] && restOfOne.slice(2) === restOfTwo.slice(2)
  return (
    isSwapped ||
    restOfOne.slice(1) === restOfTwo.slice(1) ||
    restOfOne.slice(1) === restOfTwo ||
    restOfOne === restOfTwo.slice(1)
  )
}
