import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { type FindingLevel, findingLevels } from '@/lib/tools/finding'
import { projectRoot } from '../prepare.mjs'

/** A rule as declared in the source: its question in its own words, and the levels written beside its id. */
export type FoundRule = { id: string; about: string | null; levels: ReadonlySet<FindingLevel> }

const rooms = ['lib/review', 'lib/tools', 'lib/execution/call', 'lib/chat/service']
const ruleId = /^(?:G\d+(?:\.[a-z-]+)?|[a-z]+(?:\.[a-z-]+)?)$/
/** The id of a tool's rule, such as `swap.fees`, which may be passed on before it appears in a finding. */
const topicId = /^(?:balances|call|lending|nft|permission|send|staking|swap)\.[a-z-]+$/

const isSource = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)(testing|fixtures)\//.test(file)

/** Finds every rule of the review and the tools, by id. */
export function findRules(): ReadonlyMap<string, FoundRule> {
  const found = new Map<string, FoundRule>()
  for (const room of rooms) {
    const files = readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' }).filter(isSource).sort()
    for (const path of files) {
      const file = `${room}/${path}`
      for (const rule of rulesIn(file, readFileSync(join(projectRoot, file), 'utf8'))) {
        const known = found.get(rule.id)
        found.set(rule.id, {
          ...(known?.about || !rule.about ? (known ?? rule) : rule),
          levels: new Set([...(known?.levels ?? []), ...rule.levels]),
        })
      }
    }
  }
  return found
}

function rulesIn(file: string, text: string): FoundRule[] {
  const rules: FoundRule[] = []
  visit(parseSync(file, text).program, (node) => {
    for (const id of passedOn(node)) rules.push({ id, about: null, levels: new Set() })
    if (node.type !== 'ObjectExpression') return
    const fields = fieldsOf(node)
    const id = stringIn(fields.get('rule')) ?? (fields.has('about') ? stringIn(fields.get('id')) : null)
    if (id && (ruleId.test(id) || id.endsWith('.*')))
      rules.push({ id, about: stringIn(fields.get('about')), levels: levelsIn(fields.get('level')) })
  })
  return rules
}

/** Returns ids that are arguments, or a constant named `rule`. */
function passedOn(node: Node): string[] {
  if (node.type === 'VariableDeclarator') {
    const { id, init } = node
    const rule = isNode(id) && id.name === 'rule' && isNode(init) ? stringIn(init) : null
    return rule ? [rule] : []
  }
  const passed =
    node.type === 'CallExpression'
      ? node.arguments
      : node.type === 'ConditionalExpression'
        ? [node.consequent, node.alternate]
        : []
  return (Array.isArray(passed) ? passed : []).flatMap((each) => {
    const id = isNode(each) ? stringIn(each) : null
    return id && topicId.test(id) ? [id] : []
  })
}

type Node = Record<string, unknown> & { type: string }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function visit(value: unknown, see: (node: Node) => void) {
  if (Array.isArray(value)) for (const each of value) visit(each, see)
  if (!isNode(value)) return
  see(value)
  for (const each of Object.values(value)) visit(each, see)
}

function fieldsOf({ properties }: Node): ReadonlyMap<string, Node> {
  const all = Array.isArray(properties) ? properties : []
  return new Map(
    all.flatMap(({ key, value }): [string, Node][] =>
      isNode(key) && typeof key.name === 'string' && isNode(value) ? [[key.name, value]] : [],
    ),
  )
}

/** Returns a string unchanged, and a template such as `swap.${what}` in the form `swap.*`. */
function stringIn(node: Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  const [first] = node?.type === 'TemplateLiteral' && Array.isArray(node.quasis) ? node.quasis : []
  const start: unknown = first?.value?.raw
  return typeof start === 'string' && start.endsWith('.') ? `${start}*` : null
}

function levelsIn(node: Node | undefined): ReadonlySet<FindingLevel> {
  const levels = new Set<FindingLevel>()
  visit(node, ({ value }) => {
    const level = findingLevels.find((each) => each === value)
    if (level) levels.add(level)
  })
  return levels
}
