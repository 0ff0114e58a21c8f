import { expect, test } from 'vitest'
import { isPath } from './request-target'

test.each(['/', '/api/a2a', '/activity?q=%zz', '/a%20b/%E2%9C%93', '/a//b'])('%s is a path', (target) =>
  expect(isPath(target)).toBe(true),
)

test.each([
  '*',
  '',
  'http://localhost/',
  '//elsewhere.example/x',
  '/\\elsewhere.example',
  '/%zz',
  '/%',
  '/%ff',
  '/a%00b',
])('%s is none', (target) => expect(isPath(target)).toBe(false))
