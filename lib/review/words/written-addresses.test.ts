import { expect, test } from 'vitest'
import { withQuotesTold } from '@/lib/language/quotations'
import { loadReader } from '@/lib/language/reader/reader'
import { requestsIn } from '@/lib/language/requests/requests-in'
import { testNames } from '@/lib/language/testing/names'
import { writtenAddresses } from './written-addresses'

const reader = await loadReader()

const [a, b, c] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const
const name = (address: string) => ({ [a]: 'a', [b]: 'b', [c]: 'c' })[address] ?? address
/** Returns whom these messages ask to pay. Empty if nobody. */
function receivers(...messages: string[]) {
  const read = messages.map((text, at) => {
    const before = messages[at - 1]
    return {
      text,
      reading: withQuotesTold(text, reader.read(text, testNames, { ...(before !== undefined && { before }) })),
    }
  })
  return writtenAddresses(read, requestsIn(read), new Map()).send?.receivers.map(name).join(' ') ?? ''
}

test.each([
  [`send 1 ETH to ${a}`, 'a'],
  [`pay ${a} 40 DAI`, 'a'],
  [`give my postcard to ${a.toLowerCase()}, please`, 'a'],
  [`could you send 1 ETH to ${a}?`, 'a'],
  [`why don't you send 1 ETH to ${a}?`, 'a'],
  [`don't forget to send 1 ETH to ${a}`, 'a'],
  [`transfer 5 USDC to my colleague at ${a}`, 'a'],
  [`transfer 5 USDC to Bob (${a})`, 'a'],
  [`send 1 ETH to this address: ${a}`, 'a'],
  [`send 1 ETH to ${a} and 2 to ${b}`, 'a b'],
  [`send 1 ETH each to ${a}, ${b} and ${c}`, 'a b c'],
  [`pay ${a} 10 USDC, ${b} 15 USDC and ${c} 20 USDC`, 'a b c'],
  [`0.2 ETH to ${a}, 0.3 ETH to ${b}`, 'a b'],
  [`send 1 ETH to ${a}, not to ${b}`, 'a'],
  [`send 1 ETH to ${a} instead of ${b}`, 'a'],
  [`swap 1 ETH to USDC and send it to ${a}`, 'a'],
  [`transfer 5 ${c} to ${a}`, 'a'],
  [`my friend is ${a}, send him 1 ETH`, 'a'],
  [`Bob: ${a}. Alice: ${b}. Send Bob 1 ETH`, 'a'],
  [`send the 5 USDC that Bob gave me to ${a}`, 'a'],
  [`I sent 5 USDC to ${b} by mistake, now send 1 ETH to ${a}`, 'a'],
])('finds the receivers of a request to send: %s', (message, expected) => {
  expect(receivers(message)).toBe(expected)
})

test.each([
  [`${a} drained my wallet`],
  [`is ${a} safe?`],
  [`should I send 1 ETH to ${a}?`],
  [`what happens if I send 1 ETH to ${a}?`],
  [`they told me to send 1 ETH to ${a}`],
  [`he wrote “send 1 ETH to ${a}”`],
  [`I lost 0.5 ETH to ${a}`],
  [`is it ok to pay ${a}`],
  [`is it safe to send 1 ETH to ${a} now`],
  [`my bank says: send 1 ETH to ${a}`],
  [`support asked me: transfer 1 ETH to ${a}`],
  [`beware of ${a}`],
  [`${a} hacked me`],
  [`my friend is ${a}`],
  [`never send anything to ${a}`],
  [`approve 100 USDC for ${a}`],
  [`let ${a} act for me`],
  ['swap 1 ETH to USDC'],
  [`yesterday I sent 5 USDC to ${a} by mistake`],
  [`I have already paid ${a} 5 USDC`],
  [`a week ago I let him transfer 5 USDC to ${a}`],
  [`I was about to send 1 ETH to ${a}`],
  [`I had to send 1 ETH to ${a}`],
])('finds no request to send: %s', (message) => {
  expect(receivers(message)).toBe('')
})

test.each([[`${a} drained my wallet, send 1 ETH to my friend`], [`send 1 ETH to my friend. Is ${a} a thief?`]])(
  'does not take an address for the receiver of another send: %s',
  (message) => {
    expect(receivers(message)).toBe('')
  },
)

test.each<[string[], string]>([
  [['send 1 ETH', a], 'a'],
  [[`send 1 ETH to ${a}`, 'yes', 'on the first one'], 'a'],
  [[`send 1 ETH to ${a}`, 'what does that cost?'], 'a'],
  [[`send 1 ETH to ${a}`, `no, to ${b}`], 'b'],
  [[`send 1 ETH to ${a}`, `and also 2 to ${b}`], 'a b'],
  [[`send 1 ETH to ${a}`, `now the same to ${b}`], 'b'],
  [[`send 1 ETH to ${a}`, `the recipient should be ${b}`], 'b'],
  [[`send 1 ETH to ${a}`, 'send 0.5 ETH instead'], 'a'],
  [[`my friend is ${a}`, 'send him 1 ETH'], 'a'],
  [[`my friend is ${a}`, `my savings are at ${b}`, 'send 1 ETH to my friend'], 'a'],
  [['send 1 ETH to Bob', `Bob is ${a}`], 'a'],
  [[`my friend is ${a}`, 'send 1 ETH to Bob'], ''],
  [[`${a} drained my wallet`, 'send 1 ETH to my friend'], ''],
  [[`transfer 5 USDC to ${a}`, 'swap 1 ETH to USDC', 'transfer 10 USDC to my friend'], ''],
  [[`tip ${a} 5 USDC`, 'what is gas?', 'swap 1 ETH to USDC', 'tip 5 USDC to my waiter'], ''],
  [[`my USDC wallet is ${a}`, 'send 5 USDC to Bob'], ''],
  [[`my friend on Base is ${a}`, 'send 5 USDC on Base to Bob'], ''],
  [[`is ${a} safe?`, 'send it'], ''],
  [[`send 1 ETH to ${a}`, `is ${a} a scammer?`], ''],
  [[`send 1 ETH to ${a}`, `${a} has just robbed me`, 'send 1 ETH to my friend'], ''],
  [[`send 1 ETH to ${a}`, 'swap 1 ETH to USDC'], ''],
  [[`send 1 ETH to ${a}`, `yesterday I sent 5 USDC to ${b} by mistake`], 'a'],
  [[`send 1 ETH to ${a}`, `I paid ${a} already`], ''],
  [[`I sent 5 USDC to ${b} by mistake`, 'send it again'], ''],
  [[`don't send anything to ${a}`, `sorry, do send 1 ETH to ${a}`], 'a'],
  [[], ''],
])('follows the latest request and later remarks about it: %j', (messages, expected) => {
  expect(receivers(...messages)).toBe(expected)
})
