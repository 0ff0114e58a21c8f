/** Headers on every answer of the service: no caching, no framing, no content sniffing. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** For an app with an https origin: browsers use only TLS with this host for a year, even if somebody types `http:`. */
export const onlyByTls = ['strict-transport-security', 'max-age=31536000'] as const
