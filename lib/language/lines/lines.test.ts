import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { lineSchema } from './lines'

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'))

it.each(files)('%s: every line is labelled as the format says, and stands there once', (file) => {
  const seen = new Set<string>()
  const faults = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .flatMap((each, index) => {
      if (each === '') return []
      const line = lineSchema.safeParse(JSON.parse(each))
      if (!line.success) return [`${index + 1}: ${line.error.issues.map(({ message }) => message).join('; ')}`]
      const key = JSON.stringify(line.data.turns).toLowerCase()
      if (seen.has(key)) return [`${index + 1}: a second time`]
      seen.add(key)
      return []
    })
  expect(faults).toEqual([])
})
