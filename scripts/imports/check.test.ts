import { describe, expect, it } from 'vitest'
import { checkImports } from './check'
import type { Room } from './rooms'

const rooms: Record<string, Room> = {
  'lib/wire': { imports: [], without: { packages: ['react', '@scope/ui'], why: 'nothing under lib knows React' } },
  'lib/chain': { imports: ['lib/wire'], tests: ['devnet'] },
  components: { imports: ['lib/chain'] },
  devnet: { imports: ['lib/chain'] },
}

const check = (files: Record<string, string>) =>
  checkImports(new Map(Object.entries(files)), rooms).map(({ file, message }) => `${file} ${message}`)

const wire = { 'lib/wire/part.ts': 'export const part = 1' }
const chain = { 'lib/chain/chains/chain.ts': 'export const chain = 1\nexport type Chain = number' }

describe('checkImports', () => {
  it('allows what the table states', () => {
    expect(check({ ...wire, 'lib/chain/a/b/c.ts': "import { part } from '@/lib/wire/part'" })).toEqual([])
  })

  it.each([
    ['by the alias', "import { chain } from '@/lib/chain/chains/chain'"],
    ['by a relative path of any depth', "import { chain } from '../../../../lib/chain/chains/chain'"],
    ['by a relative path past its own room', "import { chain } from '../../../chain/chains/chain'"],
    ['for types only', "import type { Chain } from '@/lib/chain/chains/chain'"],
    ['by a re-export', "export { chain } from '@/lib/chain/chains/chain'"],
    ['at run time', "const chain = await import('@/lib/chain/chains/chain')"],
  ])('refuses an upward import %s', (_, text) => {
    const refused = check({ ...chain, 'lib/wire/deep/deeper/file.ts': text })
    expect(refused).toHaveLength(1)
    expect(refused[0]).toContain('lib/wire may not import lib/chain')
  })

  it('applies the table to tests too, with the rooms that they run', () => {
    const devnet = { 'devnet/start.ts': 'export const start = 1' }
    expect(check({ ...devnet, 'lib/chain/chains/chain.test.ts': "import { start } from '@/devnet/start'" })).toEqual([])
    expect(check({ ...devnet, 'lib/chain/chains/chain.ts': "import { start } from '@/devnet/start'" })).toHaveLength(1)
    expect(check({ ...devnet, 'lib/wire/wire.test.ts': "import { start } from '@/devnet/start'" })).toHaveLength(1)
  })

  it('keeps test code out of another room’s source', () => {
    const testing = { 'lib/chain/testing/fake.ts': 'export const fake = 1' }
    expect(check({ ...testing, 'components/card.tsx': "import { fake } from '@/lib/chain/testing/fake'" })).toEqual([
      'components/card.tsx imports @/lib/chain/testing/fake: source may not import test code',
    ])
  })

  it('refuses packages banned in the room, and their subpaths', () => {
    expect(check({ 'lib/wire/a.ts': "import { useState } from 'react'" })).toHaveLength(1)
    expect(check({ 'lib/wire/a.ts': "import { Menu } from '@scope/ui/menu'" })).toHaveLength(1)
    expect(check({ 'lib/wire/a.ts': "import { z } from 'zod'" })).toEqual([])
  })

  it('reports a folder missing from the table', () => {
    expect(check({ ...wire, 'attic/a.ts': "import { part } from '@/lib/wire/part'" })).toEqual([
      'attic/a.ts belongs to no room: enter it in scripts/imports/rooms.ts',
    ])
  })

  it('finds cycles at run time, and allows those of types only', () => {
    const circle = (first: string) => ({
      'lib/wire/a.ts': `${first} { B } from './b'\nexport type A = B`,
      'lib/wire/b.ts': "import { c } from './c'\nexport type B = number",
      'lib/wire/c.ts': "import { A } from './a'\nexport const c = 1",
    })
    expect(check(circle('import'))).toEqual([
      'lib/wire/a.ts is in a circle of imports: lib/wire/a.ts -> lib/wire/b.ts -> lib/wire/c.ts',
    ])
    expect(check(circle('import type'))).toEqual([])
  })
})
