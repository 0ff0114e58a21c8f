import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Room } from './rooms'

/** An import that the rooms' table does not allow, or a cycle of files. */
export type Violation = { file: string; message: string }

const sourceEndings = ['', '.ts', '.tsx', '.mjs', '/index.ts']

const isTest = (file: string) => /\.(test|spec)\.tsx?$|(^|\/)(testing|fixtures)\//.test(file)

/** Returns the import specifiers of a module; `typeOnly` if nothing remains of the import at run time. */
function importsOf(file: string, text: string): { specifier: string; typeOnly: boolean }[] {
  const { module } = parseSync(file, text)
  const literal = /^(['"`])(.*)\1$/s
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const found = literal.exec(text.slice(moduleRequest.start, moduleRequest.end))
      return found?.[2] ? [{ specifier: found[2], typeOnly: false }] : []
    }),
  ]
}

/**
 * Checks every import of the project against the table, at any depth and in tests too, and finds cycles of files at run
 * time. `files` maps each module's path from the project's root to its source.
 */
export function checkImports(files: ReadonlyMap<string, string>, rooms: Readonly<Record<string, Room>>): Violation[] {
  const names = Object.keys(rooms).sort((a, b) => b.length - a.length)
  const roomOf = (path: string) => {
    const file = path.replace(/\.test(\.tsx?)$/, '$1') // The test of a single-file room belongs to that room.
    return names.find((name) => file === name || file.startsWith(`${name}/`))
  }
  const violations: Violation[] = []
  const runtimeImports = new Map<string, string[]>()

  for (const [file, text] of files) {
    const name = roomOf(file)
    const room = name === undefined ? undefined : rooms[name]
    const inside: string[] = []
    for (const { specifier, typeOnly } of importsOf(file, text)) {
      const target = resolveImport(file, specifier, files)
      if (target === null) {
        const name = packageOf(specifier)
        if (room?.without?.packages.includes(name) && !isTest(file))
          violations.push({ file, message: `imports ${specifier}: ${room.without.why}` })
        continue
      }
      if (!typeOnly && files.has(target)) inside.push(target)
      const targetRoom = roomOf(target)
      if (targetRoom === name || targetRoom === undefined || room === undefined) continue
      const allowed = isTest(file) ? [...room.imports, ...(room.tests ?? [])] : room.imports
      if (!allowed.includes(targetRoom))
        violations.push({ file, message: `imports ${specifier}: ${name} may not import ${targetRoom}` })
      else if (!isTest(file) && isTest(target) && !isTooling(name ?? ''))
        violations.push({ file, message: `imports ${specifier}: source may not import test code` })
    }
    if (room === undefined && inside.some((target) => roomOf(target) !== undefined) && !isConfiguration(file))
      violations.push({ file, message: 'belongs to no room: enter it in scripts/imports/rooms.ts' })
    runtimeImports.set(file, inside)
  }
  for (const circle of circles(runtimeImports))
    violations.push({ file: circle[0] ?? '', message: `is in a circle of imports: ${circle.join(' -> ')}` })
  return violations
}

/** True for rooms that test, measure or build the product, whose source is not part of it. */
const isTooling = (room: string) =>
  ['e2e', 'bench', 'scripts', 'devnet', 'playwright.config.ts', 'playwright.gallery.config.ts'].includes(room)

/** True for tool settings at the project's root, which may read whatever they configure. */
const isConfiguration = (file: string) => !file.includes('/') && /\.(config|setup)\.ts$|^instrumentation/.test(file)

/** Returns the package of a specifier: `@scope/name` or `name`. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Resolves a specifier to a path within the project; null for a package. */
function resolveImport(file: string, specifier: string, files: ReadonlyMap<string, string>): string | null {
  const path = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(file), specifier)
      : null
  if (path === null) return null
  const ending = sourceEndings.find((ending) => files.has(path + ending))
  return path + (ending ?? '')
}

/** Returns one cycle per strongly connected component of the graph (Tarjan 1972), each starting at its first path. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    const own = index.size
    index.set(node, own)
    low.set(node, own)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      const reached = index.has(next) ? (stack.includes(next) ? (index.get(next) ?? own) : own) : visit(next)
      low.set(node, Math.min(low.get(node) ?? own, reached))
    }
    if (low.get(node) === own) {
      const part = stack.splice(stack.indexOf(node))
      if (part.length > 1 || graph.get(node)?.includes(node)) found.push(part.sort())
    }
    return low.get(node) ?? own
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}
