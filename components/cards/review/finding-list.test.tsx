// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FindingList } from './finding-list'

afterEach(cleanup)

const meant = '0x00000000000000000000000000000000C0FfEE03'
const other = '0x1111111111111111111111111111111111111111'

it('shows each address in full and in groups, and leaves the words around it alone', () => {
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
  // Once for screen readers, once in groups to compare by eye.
  expect(claimed?.textContent).toBe(`${meant}${meant}`)
  expect(claimed?.querySelector('s')).not.toBeNull()
  expect(found?.querySelector('[aria-hidden="true"]')?.children).toHaveLength(11)
  expect(found?.textContent).toBe(`${other}${other} may take 0x12345678`)
})

it('tells findings apart that differ only in their claim, and drops those that are gone', () => {
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

it('does not spell out a spender that the card has named, and leaves other addresses in full', () => {
  const of = (rule: string, observed: string) => ({ rule, level: 'DANGER', title: rule, observed }) as const
  render(
    <FindingList
      spender={meant}
      findings={[of('a', meant), of('b', `${meant} is not a contract`), of('c', `${other} is another`)]}
    />,
  )
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'This spender is not a contract',
    `${other}${other} is another`,
  ])
})

it('keeps what was found in sight once, and folds it where another finding says the same', () => {
  const of = (rule: string, observed: string) =>
    ({ rule, level: 'DANGER', title: rule, claim: meant, observed }) as const
  render(<FindingList findings={[of('a', other), of('b', other), of('c', 'nobody')]} />)
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('details') !== null)).toEqual([
    false,
    true,
    false,
  ])
})

it('says in full once what is wrong with a spender, but for what differs from the agent’s words', () => {
  const of = (rule: string, claim?: string) =>
    ({ rule, level: 'DANGER', title: rule, why: 'Because.', ...(claim && { claim, observed: 'another' }) }) as const
  render(<FindingList spender={meant} findings={[of('a'), of('b'), of('c', 'claimRewards')]} />)
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('details') !== null)).toEqual([
    false,
    true,
    false,
  ])
})
