/** What a text says in JSON; undefined where it is none, as no JSON is. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
