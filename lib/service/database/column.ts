/**
 * Values as one `text[]`, `int[]` or `bigint[]` parameter, in the notation of arrays (PostgreSQL, 8.15.2). JSON's differs
 * from it by its brackets alone, as long as no string has a control character, which JSON writes as a letter: ids, JSON
 * texts and addresses have none. Throws where one has. Much faster than the driver, which looks at each character.
 */
export function column(values: readonly (string | number | null)[]): string {
  const json = JSON.stringify(values)
  if (/[^\\](?:\\\\)*\\[^"\\]/.test(json)) throw new TypeError('A value of a column has a control character.')
  return `{${json.slice(1, -1)}}`
}

/** A value as JSON, to stand in a column; null for none. */
export const json = (value: unknown): string | null => (value ? JSON.stringify(value) : null)
