/**
 * Numbers of a table, most of which are zero, as stored: both parts compressed (DEFLATE, RFC 1951), as base64. `nexts`
 * tells where the others are: for each row its first label with a number, counted from 1, or 0 if there is none; then,
 * label by label, for each row with a number there, the next such label. `values` are the numbers in that order, from
 * -127 to 127, and after them the moves between labels. Like follows like this way, which compresses best.
 */
export type Packed = { scale: number; nexts: string; values: string }

/** Returns what is stored as base64 and compressed. */
export async function inflate(data: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Returns the numbers of a table with so many labels and rows, row by row, and its moves. */
export function unpack(
  nexts: Uint8Array,
  values: Uint8Array,
  labels: number,
  rows: number,
): { weights: Int8Array; moves: Int8Array } {
  const weights = new Int8Array(labels * rows)
  const next = nexts.slice(0, rows)
  let [at, used] = [rows, 0]
  for (let label = 1; label <= labels; label += 1)
    for (let row = 0; row < rows; row += 1) {
      if (next[row] !== label) continue
      weights[row * labels + label - 1] = values[used++] as number
      // After the last label, there is none.
      if (label < labels) next[row] = nexts[at++] as number
    }
  return { weights, moves: Int8Array.from(values.subarray(used)) }
}
