import type { ServiceRequest } from './request'

/**
 * Parses JSON; returns undefined for invalid text, which no JSON evaluates to. Skips a byte order mark (RFC 8259,
 * section 8.1).
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/**
 * Returns why a request body cannot be read as JSON, or null. Compressed bodies are refused, and so are types other
 * than JSON's (RFC 6839 section 3.1). A body without a type is read.
 */
export function unsupportedBody(request: Pick<ServiceRequest, 'header'>): string | null {
  const encoding = request.header('content-encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity')
    return 'Send the body without compression: Content-Encoding is not supported.'
  const type = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  return type && !/^application\/(?:[\w.+-]+\+)?json$/.test(type)
    ? 'Send the body as JSON, with Content-Type: application/json.'
    : null
}
