import { plainHeadlineOf } from '@/components/activity/headline'
import { movesOf, moveText } from '@/components/activity/moves'
import type { Chains } from '@/lib/chain/chains/chain'
import { exactAmount } from '@/lib/chain/tokens/amount'
import type { CallView } from '@/lib/execution/call/controller'
import { minedHash } from '@/lib/execution/ledger/outcome'
import { readReceipt } from '@/lib/execution/ledger/stored-effects'
import { worstFirst } from '@/lib/review/findings/verdict'
import type { Finding } from '@/lib/tools/finding'
import { kindOfCall } from '../frame/card-heading'
import { statusLabelOf } from '../frame/status-labels'
import { outcomeWords } from './outcome-words'
import { agreedTo, askedFor, recordWords } from './record'

/**
 * Writes a settled card as plain text, to store or send: the request, the findings, what was signed, and the outcome.
 */
export function receiptText({ entry, review, prepared, record }: CallView, chains: Chains): string {
  const end = outcomeWords(entry)
  const [asked, offer] = [askedFor(entry, record?.review ?? null), agreedTo(record?.review ?? null)]
  const { moves, by } = movesOf(entry)
  const names = [...(review?.names ?? [])].map(([address, name]) => `${name} is ${address}`)
  const sides = (['out', 'in'] as const).map((way) =>
    moves
      .filter((move) => move.way === way)
      .map(moveText)
      .join(', '),
  )
  const findings = worstFirst(review?.findings ?? prepared?.findings ?? []).filter(({ level }) => level !== 'OK')
  return [
    `${kindOfCall(entry)}: ${record?.headline ?? plainHeadlineOf(entry)}`,
    `State: ${statusLabelOf(entry).word}`,
    end && `${end.title}: ${[end.text, end.more].filter(Boolean).join(' ')}`,
    `Account: ${entry.owner}`,
    `Proposed: ${new Date(entry.createdAt).toISOString()}`,
    record && recordWords(entry, record.at),
    asked && `You wrote: “${asked}”`,
    offer && `The agent offered, and you agreed: “${offer}”`,
    ...names,
    sides[0] && `${leaves[by]}: ${sides[0]}`,
    sides[1] && `${arrives[by]}: ${sides[1]}`,
    feeText(entry.receipt ? readReceipt(entry.receipt).fee : null, entry.steps[0]?.chainId, chains),
    ...entry.steps.flatMap((step) => {
      const hash = minedHash(step)
      const name = chains.get(step.chainId)?.name ?? `chain ${step.chainId}`
      return hash ? [`${step.title} on ${name}: ${hash}`] : []
    }),
    entry.destinationHash && `On the other chain: ${entry.destinationHash}`,
    findings.length > 0 && 'Findings before the decision:',
    ...findings.map(findingText),
  ]
    .filter((line) => line)
    .join('\n')
}

const leaves = { chain: 'Left', prediction: 'Expected to leave', request: 'Asked for' }
const arrives = { chain: 'Arrived', prediction: 'Expected to arrive', request: 'Asked for' }

function feeText(fee: bigint | null, chainId: number | undefined, chains: Chains): string | null {
  const coin = chainId === undefined ? undefined : chains.get(chainId)?.viemChain.nativeCurrency
  return fee === null || !coin ? null : `Network fee: ${exactAmount(fee, coin.decimals)} ${coin.symbol}`
}

const findingText = ({ level, title, claim, observed, terms }: Finding): string =>
  [
    `- ${level}: ${title}`,
    claim && `${terms?.claim ?? 'Claimed'}: ${claim}`,
    observed && `${terms?.observed ?? 'Found'}: ${observed}`,
  ]
    .filter((part) => part)
    .join(' · ')
