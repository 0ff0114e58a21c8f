import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { type FindingLevel, findingLevels } from '@/lib/tools/finding'
import { projectRoot } from '../prepare.mjs'

/**
 * A rule as declared in the source: its question in its own words, the levels written beside its id, and what the
 * comment above it says that it finds.
 */
type FoundRule = {
  id: string
  about: string | null
  levels: ReadonlySet<FindingLevel>
  finds: string | null
  source: string | null
}

const rooms = ['lib/review', 'lib/tools', 'lib/execution/call', 'lib/chat/service']
const ruleId = /^(?:G\d+(?:\.[a-z-]+)?|[a-z]+(?:\.[a-z-]+)?)$/

const isSource = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)(testing|fixtures)\//.test(file)

/** True for an id of one of these topics, such as `swap.fees`, which may be passed on before it is in a finding. */
const isTopical = (id: string, topics: ReadonlySet<string>): boolean => {
  const [topic = '', name] = id.split('.')
  return name !== undefined && ruleId.test(id) && topics.has(topic)
}

/** Finds every rule of the review and the tools, by id. `topics`: the first words of the ids of the tools' rules. */
export function findRules(topics: ReadonlySet<string>): ReadonlyMap<string, FoundRule> {
  const found = new Map<string, FoundRule>()
  for (const room of rooms) {
    const files = readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' }).filter(isSource).sort()
    for (const path of files) {
      const file = `${room}/${path}`
      for (const rule of rulesIn(file, readFileSync(join(projectRoot, file), 'utf8'), topics)) {
        const known = found.get(rule.id)
        found.set(rule.id, {
          id: rule.id,
          about: known?.about ?? rule.about,
          levels: new Set([...(known?.levels ?? []), ...rule.levels]),
          finds: known?.finds ?? rule.finds,
          source: known?.source ?? rule.source,
        })
      }
    }
  }
  return found
}

function rulesIn(file: string, text: string, topics: ReadonlySet<string>): FoundRule[] {
  const rules: FoundRule[] = []
  const { program, comments } = parseSync(file, text)
  for (const statement of program.body) {
    const above = comments.findLast(
      ({ end }) => end <= statement.start && text.slice(end, statement.start).trim() === '',
    )
    const tags = { finds: tagIn(above?.value, 'finds'), source: tagIn(above?.value, 'source') }
    visit(statement, (node) => {
      for (const id of passedOn(node, topics))
        rules.push({ id, about: null, levels: new Set(), finds: null, source: null })
      if (node.type !== 'ObjectExpression') return
      const fields = fieldsOf(node)
      const about = stringIn(fields.get('about'))
      const id = stringIn(fields.get('rule')) ?? (fields.has('about') ? stringIn(fields.get('id')) : null)
      if (!id || !(ruleId.test(id) || id.endsWith('.*'))) return
      const levels = levelsIn(fields.get('level'))
      rules.push({ id, about, levels, ...(about ? tags : { finds: null, source: null }) })
    })
  }
  return rules
}

/** Returns the text after a tag of a comment, up to the next tag, as one line. */
function tagIn(comment: string | undefined, tag: string): string | null {
  const line = (comment ?? '').replaceAll(/\s*\n\s*\*?\s*/g, ' ')
  return (
    line
      .split(/(?:^|\s)@(?=[a-z]+ )/)
      .find((part) => part.startsWith(`${tag} `))
      ?.slice(tag.length)
      .trim() ?? null
  )
}

/** Returns ids of these topics that are arguments, and a constant named `rule`. */
function passedOn(node: Node, topics: ReadonlySet<string>): string[] {
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
    return id && isTopical(id, topics) ? [id] : []
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
