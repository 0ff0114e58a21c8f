/**
 * Whether a request names what it asks for as a browser does: by an absolute path of this server (RFC 9112, 3.2.1).
 * Nothing here has a use for `*`, a whole address or `//host/path`, on which Next fails.
 */
export const isPath = (target: string): boolean => /^\/(?![/\\])/.test(target)

/** Whether a path is percent-encoded as it should be, without a zero byte: Next answers `/%zz` and `/%00` with a bare 500. */
export function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
