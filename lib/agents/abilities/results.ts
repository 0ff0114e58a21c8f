import { z } from 'zod'
import { shortHex } from '@/lib/chain/tokens/amount'
import type { Arrival } from '@/lib/language/steps/mention'
import { findTool } from '@/lib/tools/registry'
import { readParameters } from '@/lib/tools/shared/read-parameters'
import { type FunctionCall, type FunctionReturn, functionReturnPart } from '@/lib/wire/parts'
import { readToolResult, type ToolResult } from '@/lib/wire/result'
import { cleanChainString } from '@/lib/wire/text'
import { dayText } from './plans/plan-text'
import { type Reply, say } from './reply'
import { type Witness, witnessWords } from './witness'

/** `witness` is the chain's evidence, if it was asked. */
export type Settled = { returned: FunctionReturn; call: FunctionCall | null; witness?: Witness | null }

/** Tells briefly what became of each call. Null if there is nothing to say (balances were shown). */
export function answerResults(results: readonly Settled[]): Reply | null {
  const lines = results.flatMap((settled) => lineFor(settled) ?? [])
  return lines.length > 0 ? say(lines.join(' ')) : null
}

/** Describes the outcome of one call in a sentence. */
export const resultText = ({ call, result }: Arrival): string =>
  lineFor({ returned: functionReturnPart({ id: call.id, name: call.name, result }), call }) ?? ''

/** True for a success whose money is still to arrive on another chain, as far as the agent was told. */
export const isOnItsWay = ({ call, result }: Arrival): boolean => {
  const read = readToolResult(result, { displays: false })
  return read?.status === 'success' && !read.destinationTxHash && deed(call).crosses
}

function lineFor({ returned, call, witness = null }: Settled): string | null {
  const kind = findTool(returned.name)?.kind
  const displays = kind === 'display'
  const result = readToolResult(returned.result, { displays })
  if (displays) return result?.status === 'error' ? 'It could not be shown. Nothing was sent.' : null
  if (!result)
    return 'I cannot read what came back, so I do not know whether money moved. Check your wallet’s activity before you try again.'
  switch (result.status) {
    case 'success':
      return result.granted && kind === 'permission' ? permitted(result) : succeeded(result, call, witness)
    case 'rejected':
      return result.code
        ? `A check refused it: ${sentence(result.error)} Nothing was sent.`
        : // Says "it", since an approval before it may have been sent.
          'You declined it. It was not sent.'
    case 'error':
      return failed(result)
  }
}

function succeeded(
  result: Extract<ToolResult, { status: 'success' }>,
  call: FunctionCall | null,
  witness: Witness | null,
): string {
  const { txHash } = result
  const { done, crosses } = deed(call)
  const hash = `${txHash ? `, transaction ${shortHex(txHash)}` : ''}${witness === 'pending' ? ', not mined yet' : ''}`
  const doubt = witnessWords(witness, `${done.charAt(0).toLowerCase()}${done.slice(1)}${hash}`)
  if (doubt !== null) return doubt
  if (result.altered)
    return `${done}${hash}. Your wallet changed the transaction before it sent it; what it did is what was planned.`
  if (result.destinationTxHash) return `${done}${hash}. It arrived with ${shortHex(result.destinationTxHash)}.`
  return `${done}${hash}.${crosses ? ' It may take a while to arrive on the other side.' : ''}`
}

/** Describes a permission that the service has verified: its effect and its end. */
function permitted({ enforcement, validUntil }: Extract<ToolResult, { status: 'success' }>): string {
  const until = z.int().positive().safeParse(validUntil)
  const end = until.success ? ` until ${dayText(until.data * 1000)}` : ''
  const power =
    enforcement === 'onchain'
      ? 'Your wallet enforces its limit on chain.'
      : 'It is advisory: every move still comes to you as a card.'
  return `Your permission is on record${end}. ${power} You can revoke it at any time under Account, Permissions.`
}

function failed({ error, code, txHash }: Extract<ToolResult, { status: 'error' }>): string {
  if (txHash && code === 'reverted')
    return `It reverted on the chain (transaction ${shortHex(txHash)}): only the network fee was spent.`
  const what = `That failed: ${sentence(error)}`
  return txHash
    ? `${what} Transaction ${shortHex(txHash)} was sent, so money may have moved. Look it up before you try again.`
    : `${what} No transaction is on record. If your wallet shows one anyway, money may have moved: check there before you try again.`
}

/** Describes the call from its parameters, and tells if it is to arrive on another chain. */
function deed(call: FunctionCall | null): { done: string; crosses: boolean } {
  const tool = call && findTool(call.name)
  const read = tool && readParameters(tool.schema, call.parameters)
  if (!read || 'error' in read) return { done: unnamed, crosses: false }
  return { done: tool.done(read.parameters) ?? unnamed, crosses: tool.crosses?.(read.parameters) ?? false }
}

const unnamed = 'That is done'

/** Errors may carry text from the chain: sanitises it, clips it, and adds a full stop. */
const sentence = (text: string): string => {
  const short = cleanChainString(text, 300)
  return /[.!?]$/.test(short) ? short : `${short}.`
}
