import type { NextConfig } from 'next'

// Sent with everything; the Content-Security-Policy has a nonce per request and comes from proxy.ts.
const noSniffing = { key: 'X-Content-Type-Options', value: 'nosniff' }
const securityHeaders = [
  noSniffing,
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  },
]

// Its page has an ending of its own, which no other build knows.
const gallery: NextConfig = { pageExtensions: ['tsx', 'ts', 'gallery.tsx'], devIndicators: false }

const config: NextConfig = {
  // What a server needs of the packages, gathered in one folder: the container's image is made of it.
  output: 'standalone',
  // No picture is converted on the server, so neither the address for it, its files nor the program is there.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // Nor the folder in which the embedded database's thread is looked for: it is copied, or there is none.
  outputFileTracingExcludes: { '*': ['node_modules/@img/**', 'node_modules/sharp/**', 'lib/service/database/**'] },
  // `npm run gallery` has one page more.
  ...(process.env.GALLERY ? gallery : {}),
  // What several parts of the page need, the chunker copies into each rather than make one request more: a signed-in
  // page loads many of its parts, and fetched as much again as it has. With the pieces beside the copies, the page
  // fetches only what it does not have. Bytes before minification.
  experimental: {
    turbopackChunking: {
      requestCost: 60_000,
      minChunkSize: 20_000,
      generateComponentChunks: true,
      minComponentChunkSize: 5_000,
    },
  },
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // The embedded database loads WebAssembly from its own folder: bundled, it would not find it.
  serverExternalPackages: ['@electric-sql/pglite', 'pg'],
  headers: async () => [
    // What concerns a document says nothing of a script, and a page fetches dozens of them.
    { source: '/((?!_next/static/).*)', headers: securityHeaders },
    { source: '/_next/static/:path*', headers: [noSniffing] },
    // What was built, or a page that says that it is not there: proxy.ts sees neither.
    {
      source: '/_next/:path*',
      headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }],
    },
  ],
}

export default config
