import { describe, expect, it } from 'vitest'
import { lexiconHere } from '../fixtures/lexicon'
import { dialogueAt, isRequested, newDialogue } from './step'
import { understand } from './understand'
import type { Dialogue } from './understanding'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Whether it is proposed as it was said, without a question first. */
function isProposed(said: string, dialogue: Dialogue = newDialogue): boolean {
  const understood = understand(said, lexiconHere, dialogue)
  if (!isRequested(understood)) return false
  const { unsure, unclear } =
    understood.kind === 'request'
      ? understood.draft
      : understood.kind === 'job'
        ? understood.job
        : understood.kind === 'nft'
          ? understood.nft
          : understood.wish
  return !unsure && !unclear
}

describe('what stands beside a request and may change it', () => {
  it.each([
    // Conditions
    `send 10 usdc to ${to} on condition that he ships`,
    `send 10 usdc to ${to} so long as gas is cheap`,
    `send 10 usdc to ${to} subject to my approval`,
    `send 10 usdc to ${to} pending his answer`,
    `send 10 usdc to ${to} in the event he wins`,
    `swap 100 usdc to eth should he ask for it`,
    // Times
    `send 10 usdc to ${to} in the evening`,
    `send 10 usdc to ${to} at christmas`,
    `send 10 usdc to ${to} on her birthday`,
    `send 10 usdc to ${to} end of the month`,
    `send 10 usdc to ${to} in march`,
    `send 10 usdc to ${to} mondays`,
    `send 10 usdc to ${to} from now on`,
    // How often, and for how many
    `send 2 usdc per guest to ${to}, there were 9`,
    `swap 100 usdc to eth, dito with dai`,
    'bridge 100 usdc to base and back',
    // Parts of a sum, and sums that are left over
    `send my share of the 90 usdc bill to ${to}, we were three`,
    `send 45 usdc to ${to}, 10 of that i already paid`,
    `send 20 usdc plus 10% tip to ${to}`,
    'swap any usdc beyond 500 into eth',
    'swap nearly all my usdc to eth',
    'borrow 200 dai minus what i owe',
    'swap 1_000 usdc to eth',
    // Alternatives
    `send 100 usdc or so much as is left to ${to}`,
    'swap 100 (or 200) usdc to eth',
    // Something else of that name, and one more
    'swap 100 usdc to eth classic',
    'swap 100 usdc to bitcoin cash',
    'swap 100 usdc into an eth etf',
    'swap 100 usdc to eth and sol',
    'swap 100 usdc to eth, pepe',
    'swap 100 usdc and some pepe to eth',
    `send 100 usdc cents to ${to}`,
    'swap 100 usdc shares to eth',
    // Somebody else
    `send 10 usdc to ${to} and bob`,
    `send 10 usdc to ${to} and also to my mum`,
    `send 10 usdc to ${to} (it used to be ${other})`,
    // A network that is named and not taken up
    `send 10 usdc to ${to}, he wants it on base`,
    // Out of where it is
    `send 10 usdc to ${to} from the vault`,
    'bridge 100 usdc to base minus fees',
    'bridge 100 usdc via stargate to base',
    'lend 200 usdc at 10%',
    'borrow 50% of my collateral in dai',
    'top up my eth to 11 with usdc',
    // Somebody who has to do with an address
    `send 10 usdc to the owner of ${to}`,
    `send 10 usdc to the wallet that sent to ${to}`,
    `send 10 usdc to ${to}'s friend`,
    // A second thing
    'swap 100 usdc to eth and pause my plan',
    'swap 100 usdc to eth eventually',
    // What no card does
    `send 10 usdc to ${to} with a memo saying rent`,
    `send 10 usdc to ${to} anonymously`,
    'swap 100 usdc to eth, slippage as low as possible',
    // Not asked for at all
    `send 10 usdc to ${to} just testing you`,
    `send 10 usdc to ${to} failed again`,
    `send 10 usdc to ${to} is too much`,
  ])('is asked about: %s', (said) => {
    expect(isProposed(said)).toBe(false)
  })

  it.each([
    `send 10 usdc to ${to} thanks`,
    `send 10 usdc to ${to} and tell me my balance`,
    `send 0.1 ETH (≈ $350) to ${to}`,
    `my share of the tickets was 70 usdc, please send it to ${to}`,
    `pay 1,250.50 USDC to ${to} for invoice #4471`,
    "i'm done with bitcoin, swap 1 eth to usdc",
    "i've got like ten thousand usdc, swap three thousand of it to eth",
    'swap 50 usdc, give or take, to eth',
    'send 20 usdc, no sorry, 25 usdc to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'borrow sixty dai against my usdc',
    'stake 200 usdc at 11.5%',
    'stake 100 usdc for a week',
    'swap my whole dai stack to usdc',
  ])('is no more than why, or how it is said: %s', (said) => {
    expect(isProposed(said)).toBe(true)
  })

  it.each([
    [`send 100 usdc to ${to}`, `to ${other} too`],
    ['swap 100 usdc to eth', 'and 50 to wbtc'],
    ['borrow 100 dai', 'for 3 months'],
    [`send 100 usdc to ${to}`, '200 would be too much'],
    [`send 100 usdc to ${to}`, 'i only have 80'],
  ])('is asked about after a proposal: %s / %s', (first, then) => {
    const before = understand(first, lexiconHere, newDialogue)
    if (!isRequested(before)) throw new Error('is no request')
    expect(isProposed(then, { ...dialogueAt(before), standing: 'proposed', calls: ['1'] })).toBe(false)
  })
})
