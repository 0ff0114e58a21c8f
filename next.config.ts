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
  // Gathers the packages that a server needs in one folder, from which the container image is built.
  output: 'standalone',
  // No picture is converted on the server, so neither the address for it, its files nor the program is there.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // Nor the folder in which the embedded database's thread is looked for: it is copied, or there is none.
  outputFileTracingExcludes: { '*': ['node_modules/@img/**', 'node_modules/sharp/**', 'lib/service/database/**'] },
  // `npm run gallery` has one page more.
  ...(process.env.GALLERY ? gallery : {}),
  // By default, the chunker copies a piece that several parts of the page need into each of them, to save a request. A
  // signed-in page loads many of those parts and would fetch as much again as it already has. With shared pieces beside
  // the copies, it fetches only what it lacks. Bytes before minification.
  experimental: {
    turbopackChunking: {
      requestCost: 150_000,
      minChunkSize: 50_000,
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
    // Headers for documents mean nothing for scripts, and a page fetches dozens of them.
    { source: '/((?!_next/static/).*)', headers: securityHeaders },
    { source: '/_next/static/:path*', headers: [noSniffing] },
    // Built files, and the page for missing ones: proxy.ts sees neither.
    {
      source: '/_next/:path*',
      headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }],
    },
  ],
}

export default config
