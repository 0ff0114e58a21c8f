import { expect, test } from 'vitest'
import { isPath, isReadable } from './request-target'

test.each(['/', '/api/a2a', '/activity?q=%zz', '/a%20b/%E2%9C%93', '/a//b', '/%zz'])('%s is a path', (target) =>
  expect(isPath(target)).toBe(true),
)

test.each(['*', '', 'http://localhost/', '//elsewhere.example/x', '/\\elsewhere.example'])('%s is no path', (target) =>
  expect(isPath(target)).toBe(false),
)

test.each(['/', '/a%20b/%E2%9C%93'])('%s can be read', (path) => expect(isReadable(path)).toBe(true))

test.each(['/%zz', '/%', '/%ff', '/a%00b'])('%s cannot be read', (path) => expect(isReadable(path)).toBe(false))
