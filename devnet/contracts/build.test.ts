import { expect, it } from 'vitest'
import { compileContracts, outdatedArtifacts } from './build'

it('finds the committed artifacts to be what the sources give, and notices when they are not', () => {
  const artifacts = compileContracts()
  expect(outdatedArtifacts(artifacts)).toEqual([])
  artifacts.set('artifacts/Badges.json', '{}')
  artifacts.set('artifacts/New.json', '{}')
  artifacts.delete('artifacts/DemoToken.json')
  expect(outdatedArtifacts(artifacts).sort()).toEqual([
    'artifacts/Badges.json',
    'artifacts/DemoToken.json',
    'artifacts/New.json',
  ])
}, 600_000) // A compiler without threads: minutes on a busy machine.
