/**
 * Whether a request names what it asks for as a browser does: by an absolute path of this server (RFC 9112, 3.2.1), with
 * percent-encoding that can be read, and no zero byte. Nothing here has a use for `*`, a whole address or `//host/path`,
 * on which Next fails.
 */
export function isPath(target: string): boolean {
  if (!/^\/(?![/\\])/.test(target)) return false
  try {
    return !decodeURIComponent(target.split('?', 1)[0] ?? '').includes('\0')
  } catch {
    return false
  }
}
