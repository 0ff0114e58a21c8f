/** Words per delta: few enough to read as a stream, enough to keep events cheap. */
const wordsPerDelta = 3

/** Cuts a text into deltas of a few words. Joined, they give the text again. */
export function deltas(text: string): readonly string[] {
  return text.match(new RegExp(`(?:\\s*\\S+){1,${wordsPerDelta}}\\s*$|(?:\\s*\\S+){1,${wordsPerDelta}}`, 'gu')) ?? []
}
