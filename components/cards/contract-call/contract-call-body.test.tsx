// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { getAddress, zeroAddress } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { dayAndTime } from '@/lib/chat/page/time-words'
import { callView } from '@/lib/execution/testing/call-view'
import type { CallDetails, ShownCall, ShownPermission } from '@/lib/tools/call-smart-contract-function/details'
import { ContractCallBody } from './contract-call-body'

const contract = getAddress('0x00000000000000000000000000000000000000aa')
const stranger = getAddress('0x1111111111111111111111111111111111111111')

const plainCall: ShownCall = {
  to: contract,
  name: null,
  value: 0n,
  data: '0x12345678',
  selector: '0x12345678',
  known: null,
  claimed: 'claimReward()',
  fields: [],
  delegate: false,
  inner: [],
  hidden: null,
}

function show(
  call: Partial<ShownCall> | null,
  permissions: readonly ShownPermission[] = [],
  change: Partial<CallDetails> = {},
) {
  const details: CallDetails = {
    chainId: 31337,
    chainName: 'Ethereum (local)',
    to: contract,
    value: 0n,
    native: { symbol: 'ETH', decimals: 18 },
    asked: { functionName: 'claimReward', args: [] },
    call: call && { ...plainCall, ...call },
    permissions,
    ...change,
  }
  const nothing = () => undefined
  const acts = { adjust: nothing, refresh: nothing, displayed: nothing }
  render(<ContractCallBody details={details} view={callView()} chains={new Map()} open={true} {...acts} />)
}

afterEach(cleanup)

describe('the card of a contract call', () => {
  it('gives an unknown function no name but the agent’s, marked as that', () => {
    show({})
    expect(screen.getByText('Unknown function')).toBeTruthy()
    expect(screen.getByText(/the agent calls it/).textContent).toContain('claimReward()')
    expect(screen.getByText(/^Call an unknown function/).textContent).not.toContain('claimReward')
  })

  it('names in its title what the inner calls do, if all of them are known', () => {
    const known = { signature: 'f()', standard: 'ERC-20' }
    const outer = { ...known, name: 'execTransaction', intent: null }
    const send: ShownCall = { ...plainCall, known: { ...known, name: 'transfer', intent: 'Send tokens' } }
    const title = (inner: ShownCall[], change: Partial<ShownCall> = {}) => {
      show({ known: outer, inner, ...change })
      const said = screen.getByText(/on Ethereum/).textContent
      cleanup()
      return said
    }
    expect(title([send])).toBe('Send tokens by a call inside execTransaction on Ethereum (local)')
    expect(title([send, { ...plainCall, data: '0x' }])).toContain('Send tokens, send coins by 2 calls inside')
    expect(title([send, plainCall])).toBe('Call execTransaction on Ethereum (local)')
    expect(title([send], { hidden: 'depth' })).toBe('Call execTransaction on Ethereum (local)')
  })

  it('distinguishes a contract’s own name from ours', () => {
    show({ name: { text: 'USDC', bundled: false } })
    expect(screen.getByText(/It calls itself/).textContent).toContain('No one vouches for that.')
    cleanup()
    show({ name: { text: 'USDC token', bundled: true } })
    expect(screen.queryByText(/It calls itself/)).toBeNull()
  })

  describe('transferring tokens', () => {
    const { USDC } = devnetAddresses.tokens
    const transfer: Partial<ShownCall> = {
      known: { name: 'transfer', signature: 'transfer(address,uint256)', standard: 'ERC-20', intent: 'Send tokens' },
      fields: [
        { label: 'To', type: 'address', value: { kind: 'address', address: stranger, name: null } },
        {
          label: 'Amount',
          type: 'uint256',
          value: { kind: 'tokens', amount: 20_500_000n, decimals: 6, symbol: 'USDC', listed: true },
        },
      ],
    }
    const title = () => screen.getByText(/ on Ethereum \(local\)$/, { selector: 'p' }).textContent

    it('reads as a send if our lists have the token, with the call among the details', () => {
      show(transfer, [], { to: USDC })
      expect(title()).toBe('Send 20.5 USDC on Ethereum (local)')
      expect(document.querySelector(`[data-address="${stranger}"]`)?.closest('details')).toBeNull()
      expect(document.querySelector(`[data-address="${USDC}"]`)?.closest('details')).not.toBeNull()
    })

    it.each([
      ['an unknown token', { to: contract }],
      ['coins attached', { to: USDC, value: 1n }],
    ])('reads as a call with %s', (_, change) => {
      show(transfer, [], change)
      expect(title()).toBe('Send tokens on Ethereum (local)')
      expect(document.querySelector(`[data-address="${change.to}"]`)?.closest('details')).toBeNull()
    })
  })

  it('says in its title how much may be spent, if a call only approves a listed token', () => {
    const known = {
      name: 'approve',
      signature: 'approve(address,uint256)',
      standard: 'ERC-20',
      intent: 'Allow spending',
    }
    const allowance: ShownPermission = {
      kind: 'allowance',
      way: 'approve',
      owner: stranger,
      isOwn: true,
      spender: contract,
      token: devnetAddresses.tokens.USDC,
      amount: 20_500_000n,
      decimals: 6,
      symbol: 'USDC',
      listed: true,
      until: null,
    }
    const title = (change: Partial<typeof allowance> = {}, more: ShownPermission[] = []) => {
      show({ known }, [{ ...allowance, ...change }, ...more])
      const said = screen.getByText(/ on Ethereum \(local\)$/, { selector: 'p' }).textContent
      cleanup()
      return said
    }
    expect(title()).toBe('Let an unlisted address spend up to 20.5 USDC on Ethereum (local)')
    expect(title({ amount: null })).toBe('Let an unlisted address spend unlimited USDC on Ethereum (local)')
    expect(title({ amount: 0n })).toBe('Stop an unlisted address spending your USDC on Ethereum (local)')
    expect(title({ listed: false }), 'an unlisted symbol').toBe('Allow spending on Ethereum (local)')
    expect(title({ isOwn: false })).toBe('Allow spending on Ethereum (local)')
    expect(title({ way: 'increase' })).toBe('Allow spending on Ethereum (local)')
    expect(title({}, [allowance])).toBe('Allow spending on Ethereum (local)')

    const spender = { address: contract, name: 'Flexible USDC' }
    const fields = [{ label: 'Spender', type: 'address', value: { kind: 'address' as const, ...spender } }]
    show({ known, fields }, [allowance], { to: allowance.token })
    expect(document.querySelectorAll(`[data-address="${contract}"]`), 'names the spender once').toHaveLength(1)
    expect(screen.getByRole('group', { name: 'Permissions' }).textContent).toContain('Flexible USDC')
    expect(document.querySelector('[data-title]')?.textContent).toContain('Let Flexible USDC spend up to 20.5 USDC on')
    expect(screen.getByText('A permission').dataset.grave, 'a limited sum for a listed spender').toBe('false')
    cleanup()
    show({ known, fields }, [{ ...allowance, amount: null }], { to: allowance.token })
    expect(screen.getByText('A permission').dataset.grave, 'any amount').toBe('true')
    cleanup()
    show({ known }, [allowance], { to: allowance.token })
    expect(screen.getByText('A permission').dataset.grave, 'an unlisted spender').toBe('true')
    cleanup()
    show({ known, fields }, [{ ...allowance, amount: 0n }])
    expect(screen.getByText('The end of a permission').dataset.grave).toBe('false')
  })

  it('shows inner calls with their full addresses', () => {
    show({ inner: [{ ...plainCall, to: stranger, delegate: true, inner: [{ ...plainCall, hidden: 'depth' }] }] })
    expect(document.querySelectorAll('[data-inner-call]')).toHaveLength(2)
    expect(document.querySelector(`[data-inner-call] [data-address="${stranger}"]`)).not.toBeNull()
    expect(screen.getByText('Delegatecall')).toBeTruthy()
    expect(screen.getByText(/more calls than this app reads/)).toBeTruthy()
  })

  it('explains permissions: who, how much, until when', () => {
    const allowance: ShownPermission = {
      kind: 'allowance',
      way: 'permit2',
      owner: contract,
      isOwn: true,
      spender: stranger,
      token: contract,
      amount: 100_000_000n,
      decimals: 6,
      symbol: 'USDC',
      listed: true,
      until: 1_900_000_000n,
    }
    show({}, [allowance, { ...allowance, amount: null, until: null }, { ...allowance, amount: 0n }])
    const words = [...document.querySelectorAll('[data-permission]')].map(({ textContent }) => textContent)
    expect(words[0]).toContain(`may take up to 100 USDC of yours, until ${dayAndTime.format(1_900_000_000_000)}`)
    expect(words[1]).toContain('may take any amount of USDC of yours, until you revoke it')
    expect(words[2]).toContain('may no longer take USDC')
    cleanup()
    show({}, [{ ...allowance, amount: null, until: null }])
    expect(document.querySelector('[data-permission]')?.textContent).toContain('Any amount, until you revoke it')
    cleanup()
    show({}, [{ ...allowance, isOwn: false, listed: false }])
    const [other] = [...document.querySelectorAll('[data-permission]')]
    expect(other?.textContent).toContain('Up to 100 of an unlisted token of another account')
    expect(other?.textContent).toContain(`The token is ${contract}`)
    cleanup()
    show({}, [{ kind: 'nft', collection: contract, id: 7n, operator: zeroAddress }])
    expect(screen.getByText('The end of a permission')).toBeTruthy()
    expect(screen.getByText(/^No one may take the NFT/)).toBeTruthy()
  })

  it('says so if there is no call to make', () => {
    show(null)
    expect(screen.getByText(/A contract call that cannot be made/)).toBeTruthy()
  })
})
