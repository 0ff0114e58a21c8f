/**
 * Formats values as one `text[]`, `int[]` or `bigint[]` parameter in array notation (PostgreSQL, 8.15.2). JSON differs
 * from it only in its brackets, as long as no string contains a control character, which JSON escapes with a letter.
 * Ids, JSON texts and addresses contain none; throws otherwise. Much faster than the driver, which examines each
 * character.
 */
export function column(values: readonly (string | number | null)[]): string {
  const json = JSON.stringify(values)
  if (/[^\\](?:\\\\)*\\[^"\\]/.test(json)) throw new TypeError('A value of a column has a control character.')
  return `{${json.slice(1, -1)}}`
}

/** Serializes a value for a column; null if there is none. */
export const json = (value: unknown): string | null => (value ? JSON.stringify(value) : null)
