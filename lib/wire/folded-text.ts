/** Marks that letters of the Latin, Greek and Cyrillic scripts carry. Other scripts' marks make other letters. */
const marks = /[\u0300-\u036f]/g

/** Letters that Unicode does not take apart, as people write them without that key (CLDR, "Latin-ASCII"). */
const plain: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŋ: 'n', ŧ: 't', þ: 'th' },
  ς: 'σ',
}
const unplain = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/**
 * Folds a text for searching, so that "jose" equals "José" and "strasse" equals "Straße": no capitals, no accents, no
 * compatibility forms (full-width letters, ligatures). Every list that is filtered by typed text compares folded texts.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(unplain, (letter) => plain[letter] ?? letter)
    .normalize('NFC')

/** Splits what somebody types into a search into its folded words. */
export const queryWords = (query: string): string[] => foldText(query).split(/\s+/).filter(Boolean)

/** Returns where folded words begin in a text that contains them only once folded. Null if it does not contain them. */
export function placeOfFolded(text: string, words: string): number | null {
  const wanted = foldText(text).indexOf(words)
  if (wanted < 0) return null
  let folded = 0
  for (const { 0: letter, index } of text.matchAll(/.\p{M}*/gsu)) {
    folded += foldText(letter).length
    if (folded > wanted) return index
  }
  return null
}
