import { type Address, getAddress } from 'viem'

/**
 * `compact` has one empty line after the address (docs/protocol.md, "Sign-in"); `eip4361` has two (the ABNF of EIP-4361
 * without a statement).
 */
type SiweLayout = 'compact' | 'eip4361'

export type SiweFields = {
  /** Scheme of the origin, such as `https`, if the message states it before the domain (EIP-4361 allows that). */
  scheme?: string
  /** Host, with the port unless it is the scheme's default, such as `localhost:3000`. */
  domain: string
  address: Address
  /** Origin of the service. */
  uri: string
  chainId: number
  nonce: string
  /** ISO 8601 in UTC with milliseconds, as written by `Date.prototype.toISOString`. */
  issuedAt: string
  layout: SiweLayout
}

/** Builds the sign-in message (EIP-4361 version 1, without a statement or optional fields). Lines are joined by LF. */
export function buildSiweMessage(fields: SiweFields): string {
  const { scheme, domain, address, uri, chainId, nonce, issuedAt, layout } = fields
  return [
    `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your Ethereum account:`,
    address,
    ...(layout === 'compact' ? [''] : ['', '']),
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
  ].join('\n')
}

/** Why a text is not one of our sign-in messages. */
export class SiweMessageError extends Error {
  override readonly name = 'SiweMessageError'
}

const shape =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/]+) wants you to sign in with your Ethereum account:\n(0x[0-9a-fA-F]{40})\n(\n?)\nURI: (\S+)\nVersion: 1\nChain ID: ([1-9]\d*)\nNonce: ([0-9a-zA-Z]{8,250})\nIssued At: (\S+)$/

/**
 * Parses a whole sign-in message: known lines only, each once, in order, with nothing around them. Rebuilding it from
 * the fields must give the same bytes, so no two readers can see different messages. The address may be lowercase or
 * checksummed. Throws SiweMessageError.
 */
export function parseSiweMessage(message: string): SiweFields {
  const [, scheme, domain, written, gap, uri, chain, nonce, issuedAt] = shape.exec(message) ?? []
  if (!domain || !written || gap === undefined || !uri || !chain || !nonce || !issuedAt)
    throw new SiweMessageError('The text is not a sign-in message of the expected form.')
  const address = getAddress(written.toLowerCase())
  if (written !== address && written !== written.toLowerCase())
    throw new SiweMessageError('The address has a wrong checksum.')
  const chainId = Number(chain)
  if (!Number.isSafeInteger(chainId)) throw new SiweMessageError('The chain id is out of range.')
  const time = Date.parse(issuedAt)
  if (Number.isNaN(time) || new Date(time).toISOString() !== issuedAt)
    throw new SiweMessageError('Issued At must be an ISO 8601 time with milliseconds in UTC.')
  const layout = gap ? 'eip4361' : 'compact'
  const fields: SiweFields = { ...(scheme && { scheme }), domain, address, uri, chainId, nonce, issuedAt, layout }
  const rebuilt = buildSiweMessage(fields).replace(`\n${address}\n`, `\n${written}\n`)
  if (rebuilt !== message) throw new SiweMessageError('The text is not a sign-in message of the expected form.')
  return fields
}
