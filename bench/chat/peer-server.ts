import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { serve } from './serve'
import { historyOf, markAt, speak } from './stream'

const folder = join(import.meta.dirname, 'peers')
const run = promisify(execFile)

/** Installs what the page is compared with, by its own lockfile. Nothing of the product uses it. */
export async function installPeers(): Promise<void> {
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

/** Bundles a peer's page as for production, with its styles. */
async function bundle(name: string): Promise<{ script: string; style: string }> {
  const built = await build({
    entryPoints: [join(folder, `${name}.tsx`)],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    outdir: folder,
    logLevel: 'error',
  })
  const [script] = built.outputFiles
  const cli = join(folder, 'node_modules/@tailwindcss/cli/dist/index.mjs')
  const { stdout } = await run(process.execPath, [cli, '-i', 'page.css', '--minify'], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { script: script?.text ?? '', style: stdout }
}

/** Serves a peer's page and answers it with the measured text, in the AI SDK's own stream, an event for each token. */
export async function startPeer(name: string, port: number, onMark: (mark: number) => void): Promise<() => void> {
  const { script, style } = await bundle(name)
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${name}</title><style>${style}</style><div id="root"></div><script type="module" src="/script.js"></script></html>`
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://localhost:${port}`)
    const send = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body)
    if (pathname === '/script.js') return send('text/javascript', script)
    if (pathname === '/history') {
      const messages = historyOf(Number(searchParams.get('history'))).map(({ role, text }, index) => ({
        ...{ id: `${index}`, role: role === 'agent' ? 'assistant' : 'user' },
        parts: [{ type: 'text', text }],
      }))
      return send('application/json', JSON.stringify(messages))
    }
    if (pathname !== '/api/chat') return send('text/html', page)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' })
    const event = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`)
    event({ type: 'start', messageId: 'answer' })
    event({ type: 'text-start', id: 'text' })
    await speak(
      (delta, index) => {
        event({ type: 'text-delta', id: 'text', delta })
        const mark = markAt(index)
        if (mark !== null) onMark(mark)
      },
      () => response.destroyed,
    )
    event({ type: 'text-end', id: 'text' })
    event({ type: 'finish' })
    response.end('data: [DONE]\n\n')
  })
  return serve(server, port)
}
