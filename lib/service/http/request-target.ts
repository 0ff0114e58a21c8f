/**
 * True if a request target has the form that browsers send: an absolute path of this server (RFC 9112, 3.2.1). `*`,
 * absolute URLs and `//host/path` have no use here, and Next fails on the last.
 */
export const isPath = (target: string): boolean => /^\/(?![/\\])/.test(target)

/** True if a path is correctly percent-encoded and has no zero byte. Next answers `/%zz` and `/%00` with a bare 500. */
export function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
