import { expect, it } from 'vitest'
import { toolNames } from '@/lib/wire/tool-names'
import { walletToolsOf } from './ability'

it.each(toolNames)('an ability proposes %s', (name) => {
  expect(Object.values(walletToolsOf).flat()).toContain(name)
})
