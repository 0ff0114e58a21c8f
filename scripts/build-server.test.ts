import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { compile } from './build-server.mjs'

it('compiles to equivalent ASCII, even if the program defines a require of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'))
  try {
    const [entry, outfile] = [join(folder, 'entry.ts'), join(folder, 'out', 'program.mjs')]
    await writeFile(
      entry,
      `/* “Said” */
       import { createRequire } from 'node:module'
       export const own = createRequire(import.meta.url)
       export const said = (text: string) => [/^[“”’]|^≥/.test(text), /^(?:👍|[👎🙅])$/u.test(text), \`«\${text}» 🙂\`]`,
    )
    await compile(entry, outfile)
    expect(await readFile(outfile, 'latin1')).toMatch(/^[\x20-\x7e\n]*$/)
    // Checked by Node itself, since the test loader accepts more than Node does.
    expect(spawnSync(process.execPath, ['--check', outfile], { encoding: 'utf8' }).stderr).toBe('')
    const { said } = await import(pathToFileURL(outfile).href)
    expect(said('“x')).toEqual([true, false, '«“x» 🙂'])
    expect(said('👎')).toEqual([false, true, '«👎» 🙂'])
    expect(said('u2')).toEqual([false, false, '«u2» 🙂'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
