import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'

const manifestSchema = z.object({
  headers: z.array(z.object({ regex: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) })),
})

const contentTypes: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
}

/**
 * Sends the build's scripts and styles as `scripts/compress-build.mjs` has compressed them, with the headers that
 * next.config.ts gives them. Returns false, and does nothing, for anything else: Next answers that.
 */
export function builtFiles(build: string): (req: IncomingMessage, res: ServerResponse) => boolean {
  const { headers: rules } = manifestSchema.parse(JSON.parse(readFileSync(join(build, 'routes-manifest.json'), 'utf8')))
  const files = new Map(
    compressedIn(join(build, 'static')).map((file) => {
      const path = `/_next/${relative(build, file).slice(0, -ending.length).split(sep).join('/')}`
      const extra = rules.filter(({ regex }) => new RegExp(regex).test(path)).flatMap(({ headers }) => headers)
      const headers: OutgoingHttpHeaders = Object.fromEntries(extra.map(({ key, value }) => [key.toLowerCase(), value]))
      return [path, { file, headers: { ...headers, ...commonTo(path) } }] as const
    }),
  )
  return (req, res) => {
    const found = files.get(req.url?.split('?', 1)[0] ?? '')
    if (!found || (req.method !== 'GET' && req.method !== 'HEAD') || !takesBrotli(req)) return false
    readFile(found.file).then(
      (content) => {
        res.writeHead(200, { ...found.headers, 'content-length': content.length })
        res.end(req.method === 'HEAD' ? undefined : content)
      },
      (error: unknown) => {
        console.error(`${req.url} cannot be read.`, error)
        res.writeHead(500).end()
      },
    )
    return true
  }
}

const ending = '.br'

const compressedIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith(ending) ? [join(entry.parentPath, entry.name)] : [],
  )

const commonTo = (path: string): OutgoingHttpHeaders => ({
  'content-type': contentTypes[path.slice(path.lastIndexOf('.') + 1)],
  'content-encoding': 'br',
  // Their names change with their content.
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept-Encoding',
})

/** Proxies and old clients may refuse a coding by `q=0` (RFC 9110, section 12.5.3). */
const takesBrotli = ({ headers }: IncomingMessage): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .some(([coding, weight]) => coding === 'br' && !/^q=0(\.0*)?$/.test(weight ?? ''))
