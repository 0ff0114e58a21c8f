// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FindingList } from './finding-list'

afterEach(cleanup)

const meant = '0x00000000000000000000000000000000C0FfEE03'
const other = '0x1111111111111111111111111111111111111111'

it('shows each address whole and in groups, and the words around it as they are', () => {
  render(
    <FindingList
      findings={[
        {
          rule: 'a',
          level: 'DANGER',
          title: 'Another address',
          claim: meant,
          observed: `${other} may take 0x12345678`,
        },
      ]}
    />,
  )
  const [claimed, found] = screen.getAllByRole('definition')
  // Once for those who listen, once in groups for those who compare.
  expect(claimed?.textContent).toBe(`${meant}${meant}`)
  expect(claimed?.querySelector('s')).not.toBeNull()
  expect(found?.querySelector('[aria-hidden="true"]')?.children).toHaveLength(11)
  expect(found?.textContent).toBe(`${other}${other} may take 0x12345678`)
})
