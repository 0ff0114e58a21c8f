import { expect, it } from 'vitest'
import { compileContracts, outdatedArtifacts } from './build'

it('finds the committed artifacts to be what the sources give, and notices when they are not', () => {
  const artifacts = compileContracts()
  expect(outdatedArtifacts(artifacts)).toEqual([])
  artifacts.set('Badges.json', '{}')
  artifacts.set('New.json', '{}')
  artifacts.delete('DemoToken.json')
  expect(outdatedArtifacts(artifacts).sort()).toEqual(['Badges.json', 'DemoToken.json', 'New.json'])
}, 600_000) // A compiler without threads: minutes on a busy machine.
