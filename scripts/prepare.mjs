// Prepares everything: dependencies, a production build, a browser for the tests. Plain JavaScript with Node's own
// modules, because it runs before the dependencies are installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const inputs = [
  'app',
  'components',
  'lib',
  'public',
  'scripts/build-server.mjs',
  'scripts/compress-build.mjs',
  'instrumentation-client.ts',
  'server.ts',
  'next.config.ts',
  'postcss.config.mjs',
  'proxy.ts',
  'tailwind.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

/** Runs a command and shows its output, or gives it to `show`; rejects if it fails. */
export function run(command, args, environment = {}, show = null) {
  return new Promise((resolve, reject) => {
    const output = show ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: { ...process.env, ...environment },
      stdio: ['ignore', output, output],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', show)
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`"${command} ${args.join(' ')}" failed (exit code ${code}).`)),
    )
  })
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Countersign needs Node 20.19 or later; this is ${process.versions.node}.`)
}

/** Installs the dependencies if they are missing or the lockfile has changed since. */
export async function ensureInstalled(say) {
  requireNode()
  const stamp = join(projectRoot, 'node_modules', '.countersign-installed')
  const lock = digest([join(projectRoot, 'package-lock.json')])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('Installing dependencies (once, about a minute) …')
  await run(npm, ['ci', '--include=dev', '--no-audit', '--no-fund'])
  writeFileSync(stamp, lock)
}

/** Makes the production build if it is missing or older than its sources. `show` gets its output, if given. */
export async function ensureBuilt(say, show = null) {
  const stamp = join(projectRoot, '.next', '.countersign-built')
  const sources = digest(inputs.flatMap((input) => filesUnder(join(projectRoot, input))))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  say('Building the app (once, about a minute) …')
  await run(npm, ['run', 'build'], { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }, show)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, sources)
}

/** Headless Chromium comes first: the full browser draws its toolbar for every page, unseen. */
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * Ensures a Chromium for the browser tests: the system's, else one installed by apt on Debian, else Playwright's own.
 * `show` gets the output, if given.
 */
export async function ensureBrowser(say, show = null) {
  const found = systemChromium()
  if (found && (process.env.CHROMIUM_PATH || found.endsWith(browsers[0]))) return
  if (process.platform === 'linux' && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('Installing Chromium …')
    // Fails quickly without a network.
    const apt = (...words) =>
      run('apt-get', ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', ...words], {}, show)
    const install = (name) => apt('install', '-y', name, 'fonts-noto-color-emoji')
    const installed = apt('update').then(() => install(browsers[0]))
    // Older releases do not have it.
    await installed.catch(() => (found ? null : install('chromium')))
    return
  }
  if (found) return
  say('Installing Playwright’s Chromium …')
  await run(npm, ['exec', '--', 'playwright', 'install', 'chromium'], {}, show)
}

/** Returns the path of the system's Chromium or Chrome; null if there is none (Playwright then uses its own). */
export function systemChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  for (const name of browsers) {
    const which = spawnSync('which', [name], { encoding: 'utf8' })
    if (which.status === 0) return which.stdout.trim()
  }
  return null
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => filesUnder(join(path, entry.name)))
}

function digest(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(projectRoot.length)).update(readFileSync(file))
  return hash.digest('hex')
}
