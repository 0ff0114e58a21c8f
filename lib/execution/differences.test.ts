import { expect, it } from 'vitest'
import { differences } from './differences'

const call = (parameters: Record<string, unknown>) => ({ parameters })

it('names the fields that are not the same, and no others', () => {
  expect(differences(call({ to: '0x1', value: '5' }), call({ to: '0x2', value: '5' }))).toEqual([
    { field: 'to', before: '0x1', after: '0x2' },
  ])
  expect(differences(call({ a: { x: 1, y: 2 } }), call({ a: { y: 2, x: 1 } }))).toEqual([])
})

it('names fields that come or go', () => {
  expect(differences(call({ memo: 'x' }), call({ note: 'x' }))).toEqual([
    { field: 'note', before: null, after: 'x' },
    { field: 'memo', before: 'x', after: null },
  ])
})

it('shows what cannot be seen, and clips what is long', () => {
  const [difference] = differences(call({ a: '1' }), call({ a: `1\u202e${'9'.repeat(200)}` }))
  expect(difference?.after).toContain('␣U+202E')
  expect(difference?.after?.length).toBeLessThan(100)
})

it('is not led astray by what every object has', () => {
  expect(differences(call({}), call({ ['__proto__']: '1', constructor: 'x' })).map(({ field }) => field)).toContain(
    'constructor',
  )
})
