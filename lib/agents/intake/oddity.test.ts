import { describe, expect, it } from 'vitest'
import { oddityOf } from './oddity'

describe('letters that languages write Latin with', () => {
  it.each([
    'swap 1 eth for usdc s’il vous plaît',
    'José paid me back, send 5 usdc to my sister',
    'señor, a naïve question: what is the price of eth?',
    'straße, Łódź, smørrebrød, Việt Nam, İzmir, œuvre, ĳs',
    'PLAÎT, ÅNGSTRÖM, ẞ',
    // An accent as a character of its own.
    'plai\u0302t',
  ])('are nothing odd: %s', (text) => {
    expect(oddityOf(text)).toBeNull()
  })
})

describe('what may pass for other letters or digits', () => {
  it.each<[string, string]>([
    ['Cyrillic', 'swap 1 eth to usdс'],
    ['Greek', 'swap 1 εth to usdc'],
    ['Cherokee', 'send 1 Ꭼth'],
    ['full width', 'swap 1 ｅｔｈ to usdc'],
    ['small capitals', 'swap 1 eth to ᴜsdc'],
    ['phonetic', 'swɑp 1 eth to usdc'],
    ['mathematical', 'swap 1 𝐞𝐭𝐡 to usdc'],
    ['a ligature', 'the ﬁrst 5 usdc'],
    ['a click', 'send ǃ eth'],
    ['a mark on no Latin letter', 'send 5\u0302 usdc'],
    ['stacked marks', 's\u0335\u0336end 5 usdc'],
    ['another script’s digits', 'send ٥ usdc'],
    ['an accent in an account’s name', 'send 5 usdc to vitálik.eth'],
    ['an accent in a name with a stop behind it', 'send 5 usdc to vitaḷik.eth.'],
  ])('is told: %s', (_, text) => {
    expect(oddityOf(text)).toMatchObject({ kind: 'foreign' })
  })
})
