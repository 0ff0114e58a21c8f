// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AppContext } from '@/components/app/app-context'
import { appOf } from '@/components/app/testing/contexts'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { unreachableChains } from '@/lib/chain/testing/chains'
import type { LedgerState } from '@/lib/execution/ledger/entry'
import { writePrediction } from '@/lib/execution/ledger/stored-effects'
import { callController, callView } from '@/lib/execution/testing/call-view'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import { priceKey } from '@/lib/review/findings/budget'
import type { Effects, Review } from '@/lib/review/review'
import { reviewOf } from '@/lib/review/testing/review'
import type { Finding } from '@/lib/tools/finding'
import { ReviewPart } from './review-part'

afterEach(cleanup)

const app = appOf({ chains: unreachableChains(1) })
const effects: Effects = {
  chainId: 1,
  balances: [
    {
      asset: { kind: 'native', chainId: 1 },
      before: 3n * 10n ** 18n,
      after: 10n ** 18n,
      symbol: 'ETH',
      decimals: 18,
      listed: true,
    },
  ],
  allowances: [],
  operators: [],
}
const nothing: Effects = { ...effects, balances: [] }

/** Renders a card in this state without a review by this page, as after a reload. */
function showReloaded(state: LedgerState, effects: Effects) {
  const declared = { out: [], in: [], allowances: [] }
  const predicted = { ...writePrediction({ headline: 'Send', block: 1n, effects, declared, fee: 1n }), firstStep: 0 }
  const view = callView({ entry: ledgerEntry({ state, predicted }) })
  render(
    <AppContext value={app}>
      <ReviewPart view={view} controller={callController(view)} open={false} />
    </AppContext>,
  )
}

it('shows the prediction of a call under way that this page has not reviewed', () => {
  showReloaded('confirming', effects)
  expect(screen.getByRole('definition').textContent).toBe('−2 ETH')
})

it('does not say that nothing happens if only a permission may have been given', () => {
  showReloaded('confirming', nothing)
  expect(screen.queryByRole('definition')).toBeNull()
})

it('shows no prediction of a call that waits for its review', () => {
  showReloaded('reviewing', effects)
  expect(screen.queryByRole('definition')).toBeNull()
})

/** Renders a card in this state, reviewed by this page. */
function showReviewed(state: LedgerState, findings: readonly Finding[], reviewed: Partial<Review> | null = {}) {
  const review = reviewed && reviewOf({ effects, findings, ...reviewed })
  const view = callView({ entry: ledgerEntry({ state }), review, prepared: { plan: null, details: null, findings } })
  render(
    <AppContext value={app}>
      <ReviewPart view={view} controller={callController(view)} open={false} />
    </AppContext>,
  )
}

it('does not say that nothing happens if it acts for another account, or gives a permission', () => {
  const still = (rule: string) => {
    showReviewed('ready', [{ rule, level: 'DANGER', title: 'It matters' }], { effects: nothing })
    const said = screen.getByText(/^Balances/).parentElement?.textContent ?? ''
    cleanup()
    return said
  }
  expect(still('G30')).toContain('acts for another account')
  expect(still('G19')).toContain('a permission is given')
  expect(still('G1')).toContain('nothing leaves and nothing arrives')
})

it('does not say that something leaves if the call was never carried out', () => {
  showReviewed('rejected', [])
  expect(screen.getByRole('group', { name: 'What this would have done to your account' })).toBeTruthy()
  cleanup()
  // Another browser carried it out.
  showReviewed('confirmed', [])
  expect(screen.getByRole('group', { name: 'What this does to your account' })).toBeTruthy()
})

it('shows the worst finding first, including the findings of the preparation', () => {
  const findings: Finding[] = [
    { rule: 'a', level: 'WARN', title: 'not listed' },
    { rule: 'b', level: 'BLOCK', title: 'not possible' },
  ]
  showReviewed('blocked', findings, null)
  expect(screen.getAllByRole('listitem').map(({ dataset }) => dataset.level)).toEqual(['BLOCK', 'WARN'])
})

it('shows changes and costs in money if the chain has a price', () => {
  const fee = { gas: [21_000n], maxFeePerGas: 10n ** 9n, total: 21_000n * 10n ** 9n }
  const price = { usd: 2_000_00000000n, decimals: 8, source: 'Chainlink', updatedAt: 0 } as const
  showReviewed('ready', [], { fee, prices: new Map([[priceKey(1, nativeAddress), price]]) })
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '−2 ETHabout $4,000.00',
    '0.000021 ETH · $0.04',
  ])
  cleanup()
  showReviewed('ready', [], { fee })
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['−2 ETH', '0.000021 ETH'])
})

it('says whose words the request is', () => {
  const request = { quote: 'swap 5 ETH for USDC', parts: [], reader: '0ld0ld0l' }
  const show = (review: Review) => {
    const view = callView({ entry: ledgerEntry({ state: 'ready' }), review })
    return render(
      <AppContext value={app}>
        <ReviewPart view={view} controller={callController(view)} open />
      </AppContext>,
    ).container
  }
  expect(show(reviewOf({ request })).textContent).toContain('You asked swap 5 ETH for USDC')
  const { textContent } = show(reviewOf({ request: { ...request, isReported: true } }))
  expect(textContent).toContain('Reported as your words swap 5 ETH for USDC')
  expect(textContent).not.toContain('You asked')
})
