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

it('shows what two collections have in common for each of them, and what went is gone', () => {
  const of = (claim: string) =>
    ({ rule: 'G19', level: 'DANGER', title: 'All may be taken', claim, observed: 'By them' }) as const
  const claims = () => screen.getAllByText(/^Collection/).map((each) => each.textContent)
  const { rerender } = render(<FindingList findings={[of('Collection A'), of('Collection B')]} />)
  rerender(
    <FindingList
      findings={[{ rule: 'G7', level: 'BLOCK', title: 'Another' }, of('Collection B'), of('Collection C')]}
    />,
  )
  expect(claims()).toEqual(['Collection B', 'Collection C'])
})
