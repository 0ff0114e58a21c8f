import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../prepare.mjs'
import { projectFiles, tooWide, wrapped } from './documents'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const isThere = (file: string) => existsSync(join(projectRoot, file))

const files = projectFiles().filter(isThere)
const documents = files.filter((file) => file.endsWith('.md'))
const sources = files.filter((file) => /\.(?:tsx?|mjs|css|sol|ya?ml)$|(?:^|\/)Dockerfile$/.test(file))

/** Returns the headings and rule ids of a page, by which comments cite it. */
const sectionsOf = (file: string) =>
  new Set([...read(file).matchAll(/^#+ (.+)$|^\| `([^`]+)` \|/gm)].map(([, heading, id]) => heading ?? id))

/** Returns the anchors that GitHub makes of a page's headings. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('documents', () => {
  test('every page and section cited in a comment or document exists', () => {
    // Citations may be broken across the lines of a comment.
    const cited = /(?<![:/\w])(?<page>docs\/[\w-]+\.md)(?:,\s+(?:\*\s+|\/\/\s+)?(?:"(?<title>[^"]+)"|`(?<id>[^`]+)`))?/g
    const missing = [...sources, ...documents].flatMap((file) =>
      [...read(file).matchAll(cited)].flatMap(({ groups: { page = '', title, id } = {} }) => {
        const section = (title ?? id)?.replaceAll(/\s+(?:\*|\/\/)?\s*/g, ' ')
        if (!isThere(page)) return [`${file}: ${page}`]
        return section === undefined || sectionsOf(page).has(section) ? [] : [`${file}: ${page}, ${section}`]
      }),
    )
    expect(missing).toEqual([])
  })

  test('no comment cites a page without its path', () => {
    const bare = /[^\w/.-](?:wire|interface|protocol|review-rules|architecture|glossary|DESIGN)\.md/
    expect(sources.filter((file) => !file.startsWith('scripts/') && bare.test(read(file)))).toEqual([])
  })

  test('every relative link of a document leads somewhere', () => {
    const missing = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([link, path, anchor]) => {
          const target = path ? normalize(join(dirname(file), path)) : file
          if (!isThere(target)) return [`${file}: ${link}`]
          return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [`${file}: ${link}`]
        },
      ),
    )
    expect(missing).toEqual([])
  })

  test.each(documents)('%s has no line of prose over 120 characters', (file) => {
    expect(tooWide(read(file)), 'run: npm run docs:wrap').toEqual([])
  })

  test('wrapping leaves code, tables and short paragraphs unchanged, and keeps the indentation of lists', () => {
    const long = 'word '.repeat(40).trim()
    const page = `# ${long}\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n\nshort\nlines\n\n- ${long}\n`
    const lines = wrapped(page).split('\n')
    expect(lines.slice(0, 11).join('\n')).toBe(page.slice(0, page.indexOf('\n- ')))
    expect(lines.slice(11)).toEqual([`- ${'word '.repeat(23).trim()}`, `  ${'word '.repeat(17).trim()}`, ''])
    expect(wrapped(wrapped(page))).toBe(wrapped(page))
  })
})
