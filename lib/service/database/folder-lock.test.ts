import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lockFolder } from './folder-lock'

it('locks the folder, not its path, under which containers on one network have different folders', async () => {
  const base = await mkdtemp(join(tmpdir(), 'countersign-'))
  onTestFinished(() => rm(base, { recursive: true }))
  const [here, moved] = [join(base, 'here'), join(base, 'moved')]
  const database = join(here, 'database')
  await mkdir(database, { recursive: true })
  const unlockMoved = await lockFolder(database)
  await rename(here, moved)
  await expect(lockFolder(join(moved, 'database'))).rejects.toMatchObject({ code: 'in-use' })
  await mkdir(database, { recursive: true })
  const unlock = await lockFolder(database)
  await unlock()
  await unlockMoved()
})
