import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildSiweMessage, parseSiweMessage, type SiweFields, SiweMessageError } from './siwe'

fc.configureGlobal({ seed: 1 })

const fields: SiweFields = {
  domain: 'localhost:3000',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  uri: 'http://localhost:3000',
  chainId: 31337,
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-21T11:54:49.310Z',
  layout: 'compact',
}
const compact = buildSiweMessage(fields)

describe('the sign-in message', () => {
  it('has the eight lines of the interface, in order', () => {
    expect(compact.split('\n')).toEqual([
      'localhost:3000 wants you to sign in with your Ethereum account:',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '',
      'URI: http://localhost:3000',
      'Version: 1',
      'Chain ID: 31337',
      'Nonce: 0123456789abcdef0123456789abcdef',
      'Issued At: 2026-11-21T11:54:49.310Z',
    ])
  })

  it('has a second empty line in the EIP-4361 layout', () => {
    expect(buildSiweMessage({ ...fields, layout: 'eip4361' })).toContain('79C8\n\n\nURI: ')
  })

  it('can be read back in both layouts, with any fields', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('compact' as const, 'eip4361' as const),
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.stringMatching(/^[0-9a-zA-Z]{8,64}$/),
        fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
        (layout, chainId, nonce, date) => {
          const written = { ...fields, layout, chainId, nonce, issuedAt: date.toISOString() }
          expect(parseSiweMessage(buildSiweMessage(written))).toEqual(written)
        },
      ),
    )
  })

  it('may state the scheme before the domain, and can be read back with it', () => {
    const written = { ...fields, scheme: 'https' }
    expect(buildSiweMessage(written)).toBe(`https://${compact}`)
    expect(parseSiweMessage(`https://${compact}`)).toEqual(written)
  })

  it('may carry a lowercase address', () => {
    expect(parseSiweMessage(compact.replace(fields.address, fields.address.toLowerCase()))).toEqual(fields)
  })

  it.each([
    ['CRLF line ends', compact.replaceAll('\n', '\r\n')],
    ['a trailing line feed', `${compact}\n`],
    ['a leading line feed', `\n${compact}`],
    ['no empty line', compact.replace('\n\n', '\n')],
    ['three empty lines', compact.replace('\n\n', '\n\n\n\n')],
    ['a statement', compact.replace('\n\n', '\n\nI accept.\n\n')],
    ['an injected line before the fields', compact.replace('\n\n', '\n\nURI: http://evil.example\n')],
    ['a repeated field', compact.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['fields in another order', compact.replace('Version: 1\nChain ID: 31337', 'Chain ID: 31337\nVersion: 1')],
    ['an unknown field', `${compact}\nExpiration Time: 2099-01-01T00:00:00.000Z`],
    ['text after the end', `${compact} or later`],
    ['something else before the domain', `//${compact}`],
    ['a repeated scheme', `https://https://${compact}`],
    ['a scheme in capitals', `HTTPS://${compact}`],
    ['a wrong checksum', compact.replace('0x70997970C', '0x70997970c')],
    ['an address that is too short', compact.replace('79C8\n', '79C\n')],
    ['a chain id with a leading zero', compact.replace('31337', '031337')],
    ['a chain id in hex', compact.replace('31337', '0x7a69')],
    ['a chain id out of range', compact.replace('31337', '9007199254740993')],
    ['another version', compact.replace('Version: 1', 'Version: 2')],
    ['a short nonce', compact.replace(fields.nonce, 'abcdefg')],
    ['a nonce with a symbol', compact.replace(fields.nonce, 'abcdefgh-ijklmn')],
    ['"yesterday"', compact.replace(fields.issuedAt, 'yesterday')],
    ['a time without milliseconds', compact.replace('49.310Z', '49Z')],
    ['a time with an offset', compact.replace('49.310Z', '49.310+00:00')],
    ['a day that does not exist', compact.replace('2026-11-21', '2026-02-30')],
    ['a double space', compact.replace('Chain ID: ', 'Chain ID:  ')],
    ['nothing', ''],
  ])('is refused if it has %s', (_, message) => {
    expect(() => parseSiweMessage(message)).toThrow(SiweMessageError)
  })
})
