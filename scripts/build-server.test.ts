import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { compile } from './build-server.mjs'

it('compiles to ASCII what means the same, also where the program makes a require of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'))
  try {
    const [entry, outfile] = [join(folder, 'entry.ts'), join(folder, 'out', 'program.mjs')]
    await writeFile(
      entry,
      `/* “Said” */
       import { createRequire } from 'node:module'
       export const isThere = createRequire(import.meta.url).resolve('node:fs') === 'node:fs'
       export const said = (text: string) => [/^[“”’]|^≥/.test(text), /^(?:👍|[👎🙅])$/u.test(text), \`«\${text}» 🙂\`]`,
    )
    await compile(entry, outfile)
    expect(await readFile(outfile, 'latin1')).toMatch(/^[\x20-\x7e\n]*$/)
    const { said, isThere } = await import(pathToFileURL(outfile).href)
    expect(isThere).toBe(true)
    expect(said('“x')).toEqual([true, false, '«“x» 🙂'])
    expect(said('👎')).toEqual([false, true, '«👎» 🙂'])
    expect(said('u2')).toEqual([false, false, '«u2» 🙂'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
