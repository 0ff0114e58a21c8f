import { type Address, isAddressEqual } from 'viem'
import { isNative } from '@/lib/chain/chains/chain'
import type { Quote } from '@/lib/chain/routing/routing'
import type { Finding } from '../../finding'
import type { SwapParameters } from '../parameters'

/** Rules about the route's transaction: where it goes and what it may take. */

/**
 * Requires that the transaction goes to the pinned diamond, and that nothing else is approved, whatever the router
 * says.
 */
export function targetFindings(quote: Quote, asked: SwapParameters, diamond: Address): readonly Finding[] {
  const { to, value, chainId } = quote.transaction
  const findings: Finding[] = []
  if (!isAddressEqual(to, diamond))
    findings.push({
      rule: 'swap.target',
      level: 'BLOCK',
      title: 'The route calls a contract that is not the router.',
      claim: to,
      observed: diamond,
      why: 'Only the router’s own contract may be called. Nothing was signed.',
    })
  if (!isNative(asked.fromTokenAddress) && !isAddressEqual(quote.approvalAddress, diamond))
    findings.push({
      rule: 'swap.spender',
      level: 'BLOCK',
      title: 'The route wants an approval for a contract that is not the router.',
      claim: quote.approvalAddress,
      observed: diamond,
      why: 'Whoever is approved can take the tokens. Nothing was signed.',
    })
  if (chainId !== asked.fromChainId)
    findings.push({
      rule: 'swap.chain',
      level: 'BLOCK',
      title: 'The route is for a different network from the one asked for.',
      claim: String(chainId),
      observed: String(asked.fromChainId),
    })
  const expected = isNative(asked.fromTokenAddress) ? asked.fromAmount : 0n
  if (value !== expected)
    findings.push({
      rule: 'swap.value',
      level: 'BLOCK',
      title: 'The route sends a different amount of the native coin than was asked for.',
      claim: `${value} wei`,
      observed: `${expected} wei`,
      why: 'Some bridges take their fee that way. Such routes are not supported: ask for another amount or network.',
    })
  return findings
}

export const destinationAccountFinding: Finding = {
  rule: 'swap.destination-account',
  level: 'DANGER',
  title: 'Your wallet is a contract here, and does not exist on the other network.',
  why: 'What arrives at this address there could be out of reach. Use an account that exists on both networks.',
}

export const routeGoneFinding: Finding = {
  rule: 'swap.route',
  level: 'WARN',
  title: 'The route you chose is no longer offered.',
  why: 'This is the router’s best one now. Compare the others before you continue.',
  fix: { kind: 'adjust', label: 'Keep the best route', adjustments: { route: null } },
}
