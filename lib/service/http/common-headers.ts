/** On every answer of the service: nothing of it is kept by caches, shown as a page or guessed at. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Of an app whose origin is https: browsers ask this host by nothing else for a year, also where somebody types `http:`. */
export const onlyByTls = ['strict-transport-security', 'max-age=31536000'] as const
