export type Sentence = { text: string; question: boolean }

/** Cuts a cleaned text into sentences. A point inside a number, a name or a shortened address does not end one. */
export function sentences(text: string): readonly Sentence[] {
  return [...text.matchAll(/(.+?)([!?;\n]+|\.+(?=\s|$)|$)/gsu)]
    .map(([, body = '', end = '']) => ({ text: body.trim(), question: end.includes('?') }))
    .filter((sentence) => sentence.text !== '')
}
