import { expect, it } from 'vitest'
import { compileContracts, outdatedArtifacts } from './build'

it('finds that the committed artifacts match their sources, and notices if they do not', () => {
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
}, 600_000) // The compiler has no threads: minutes on a busy machine.
