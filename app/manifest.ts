import type { MetadataRoute } from 'next'

/** Lets the app be installed. There is no service worker: it could show an old review. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Countersign',
    short_name: 'Countersign',
    description: 'A wallet chat. The agent proposes, you countersign: nothing is signed that you have not read.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f1e6',
    theme_color: '#f6f1e6',
    categories: ['finance'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
