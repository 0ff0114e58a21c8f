import type { ChainHandle } from '@/lib/chain/chains/chain'
import { isNative } from '@/lib/chain/chains/chain'
import { readingFrom } from '@/lib/chain/chains/read-error'
import { readTokenFacts, type TokenFacts } from '@/lib/chain/tokens/token-contract'
import { rebalanceDigest, rebalanceNonce } from '@/lib/wire/consent'
import { cleanChainString } from '@/lib/wire/text'
import type { Finding } from '../finding'
import { chainFindings } from '../shared/checks'
import { tokenFindings } from '../shared/token-rules'
import type { Consent, ExecutionPermission, PrepareContext, Prepared } from '../tool'
import { expiryFindings, increaseFindings, lockupFindings } from './bound-rules'
import { capFindings, executionFindings } from './cap-rules'
import type { PermissionDetails } from './details'
import { type Adjustments, adjustmentsSchema, type Parameters } from './parameters'
import { positionFindings } from './position-rules'
import { type Positions, readPositions } from './positions'
import { boundsOf, type Cap, capOf, coveredBy, mostIncreaseBps } from './terms'

const daySeconds = 86_400

/** Prepares what the person would sign, from the chain's data. Throws ChainReadError. */
export async function preparePermission(
  asked: Parameters,
  context: PrepareContext,
  changes?: unknown,
): Promise<Prepared<PermissionDetails>> {
  const parameters = readable(asked)
  const adjustments = adjustmentsSchema.parse(changes ?? {})
  const chain = context.chains.get(parameters.chainId)
  const details = detailsOf(parameters, adjustments, context, chain ?? null)
  if (!chain) return { plan: null, details, findings: chainFindings(parameters.chainId, context.chains) }
  const [facts, positions, types] = await Promise.all([
    readingFrom(chain, readTokenFacts(chain, parameters.tokenAddress)),
    whereItEarns(chain, parameters, context),
    permissionTypes(parameters.chainId, adjustments, context),
  ])
  const foreign = foreignFindings(parameters, facts, chain)
  if (!facts || foreign.some(({ level }) => level === 'BLOCK')) return { plan: null, details, findings: foreign }
  // The symbol of an unlisted token must never read like part of an amount; G9 quotes it.
  const token = facts.listed ? facts : { ...facts, symbol: '' }
  const covered = positions && coveredBy(parameters.currentPosition?.protocol, positions)
  const cap = capOf(adjustments, covered, token)
  const protocol = covered?.protocol ?? ''
  const consent = consentOf({ cap, protocol, types, parameters, adjustments, context, details })
  return {
    plan: null,
    ...(consent ? { consent } : {}),
    details: { ...details, token, positions, covered, cap, protocol, permission: consent?.permission ?? null },
    findings: [
      ...foreign,
      ...agentFindings(context),
      ...increaseFindings(parameters, details.bounds.minYieldIncreaseBps),
      ...lockupFindings(parameters, details.bounds.maxLockupDays),
      ...positionFindings(parameters.currentPosition, positions, covered, token, chain),
      ...capFindings(cap, covered, token, consent?.execution !== undefined),
      ...expiryFindings(details, seconds(context.now())),
      ...executionFindings(consent?.execution, token),
    ],
  }
}

/** Cleans the agent's words for the card: one short line, without invisible characters. */
function readable(parameters: Parameters): Parameters {
  const { currentPosition } = parameters
  if (!currentPosition) return parameters
  const protocol = cleanChainString(currentPosition.protocol ?? '', 64) || undefined
  return { ...parameters, currentPosition: { ...currentPosition, protocol } }
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

function detailsOf(
  parameters: Parameters,
  adjustments: Adjustments,
  context: PrepareContext,
  chain: ChainHandle | null,
): PermissionDetails {
  const validAfter = adjustments.at ?? seconds(context.now())
  return {
    chainId: parameters.chainId,
    chainName: chain?.name ?? null,
    tokenAddress: parameters.tokenAddress,
    claim: parameters.currentPosition ?? null,
    minYieldIncrease: parameters.minYieldIncrease,
    bounds: boundsOf(parameters, adjustments),
    days: adjustments.days,
    typedCap: adjustments.cap ?? null,
    validAfter,
    validUntil: validAfter + adjustments.days * daySeconds,
    agentId: context.call?.agentId ?? null,
    token: null,
    positions: null,
    covered: null,
    cap: null,
    protocol: '',
    permission: null,
  }
}

/** Null if nobody could tell: the findings say so, and the person sets the limit. */
const whereItEarns = (chain: ChainHandle, parameters: Parameters, context: PrepareContext): Promise<Positions | null> =>
  readPositions(chain, parameters, context).catch(() => {
    context.signal.throwIfAborted()
    return null
  })

/**
 * Returns the ERC-7715 types that bound the total amount; the wallet's list decides. Empty if the person leaves it out.
 */
async function permissionTypes(
  chainId: number,
  { onChain }: Adjustments,
  { session }: PrepareContext,
): Promise<readonly string[]> {
  if (!session || !onChain) return []
  // A wallet that does not answer offers none: only the signature is requested.
  return session.permissionTypes(chainId).catch(() => [])
}

function foreignFindings(
  { tokenAddress }: Parameters,
  token: TokenFacts | null,
  chain: ChainHandle,
): readonly Finding[] {
  if (isNative(tokenAddress))
    return [
      {
        rule: 'permission.token',
        level: 'BLOCK',
        title: `The native coin of ${chain.name} cannot earn by itself.`,
        why: 'Ask again with the token your position is in.',
      },
    ]
  return tokenFindings(token, { symbol: undefined, decimals: undefined }, chain)
}

const agentFindings = ({ call }: PrepareContext): readonly Finding[] =>
  call && call.agentId !== null
    ? []
    : [
        {
          rule: 'permission.agent',
          level: 'BLOCK',
          title: 'It is not clear which agent is asking.',
          why: 'A permission names its agent. Ask for it again in a new conversation.',
        },
      ]

function consentOf(given: {
  cap: Cap
  protocol: string
  types: readonly string[]
  parameters: Parameters
  adjustments: Adjustments
  context: PrepareContext
  details: PermissionDetails
}): Consent | null {
  const { cap, protocol, types, parameters, adjustments, context, details } = given
  const { call, account, session } = context
  const { validAfter, validUntil, bounds } = details
  if (!('amount' in cap) || !call || call.agentId === null || !isSignable(bounds)) return null
  const { chainId, tokenAddress: token } = parameters
  const permission = {
    chainId,
    owner: account,
    agentId: call.agentId,
    token,
    protocol,
    maxAmountPerMove: cap.amount.toString(),
    minYieldIncreaseBps: bounds.minYieldIncreaseBps,
    maxLockupDays: bounds.maxLockupDays,
    validAfter,
    validUntil,
    nonce: rebalanceNonce(call.taskId, call.callId),
  }
  const type = erc20Types.find((known) => types.includes(known))
  const execution: ExecutionPermission | null =
    session && type
      ? { chainId, to: session.address, token, amount: cap.amount, from: validAfter, until: validUntil, type }
      : null
  return {
    permission,
    digest: rebalanceDigest(permission),
    pinned: { ...adjustments, maxAmountPerMove: cap.amount, at: validAfter },
    ...(adjustments.cap?.trim() && { isOwnLimit: true as const }),
    ...(execution ? { execution } : {}),
  }
}

/** True if typed data can hold the bounds; others have a BLOCK of their own. */
const isSignable = ({ minYieldIncreaseBps, maxLockupDays }: PermissionDetails['bounds']): boolean =>
  minYieldIncreaseBps >= 1 && minYieldIncreaseBps <= mostIncreaseBps && maxLockupDays <= 1_000_000

/** Prefers a total; otherwise an amount per period, with one period for the whole time. */
const erc20Types = ['erc20-token-allowance', 'erc20-token-periodic'] as const
