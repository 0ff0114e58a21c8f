/**
 * Headers of several places in one, where the same name comes twice the last. Not by `...`: an object that begins with
 * another's properties and gets further ones has a shape of its own in Node 20, some hundred bytes that stay until the
 * next full collection.
 */
export const joinHeaders = <Value>(...parts: readonly Readonly<Record<string, Value>>[]): Record<string, Value> =>
  Object.assign({}, ...parts)
