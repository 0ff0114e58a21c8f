import type { Draft } from './draft'
import type { NftSend } from './nft'
import type { Step } from './understanding'

/**
 * A part without a verb beside the part that it takes it from, where each is whole by itself, or the address at the end
 * is for both. Null where it is not said that clearly.
 */
export function joinElided(before: Step, step: Step): readonly [Step, Step] | null {
  if (step.kind === 'job' && before.kind === 'job') {
    const job = step.job.token || !before.job.token ? step.job : { ...step.job, token: before.job.token }
    const isWhole = job.amount && job.token && before.job.amount && !job.unclear && !job.unsure
    return isWhole ? [before, { kind: 'job', job }] : null
  }
  if (step.kind === 'nft') return joinNft(before, step.nft)
  if (step.kind !== 'request') return null
  const named = step.draft
  if (named.unclear || named.unsure) return null
  const another = before.kind === 'nft' ? alike(before.nft, named) : null
  if (another) return joinNft(before, another)
  if (named.action === 'send' && named.recipient && before.kind === 'nft') {
    const nft = before.nft.recipient ? before.nft : { ...before.nft, recipient: named.recipient }
    return named.from?.symbol && named.amount ? [{ kind: 'nft', nft }, step] : null
  }
  if (before.kind !== 'request' || before.draft.unclear) return null
  const { recipient, from } = before.draft
  // "10 USDC to one and half to another": of those, or of all there is?
  const isSum = before.draft.amount?.kind === 'exact' || before.draft.amount?.kind === 'usd'
  if (named.amount?.kind === 'share' && !named.from && isSum) return null
  // "Send 5 DAI and 1 ETH to Base": what the first is shows at the end.
  const isMoved = named.action === 'bridge' && before.draft.action === 'send' && !recipient && from
  const earlier: Draft = isMoved ? { ...before.draft, action: 'bridge', to: from } : before.draft
  if (earlier.action !== named.action) return null
  // "2 ETH, 1 to USDC and 1 to DAI": the first is the sum of the others, and no step of its own.
  if (!named.from && !(earlier.action === 'send' ? earlier.recipient : (earlier.to ?? earlier.toChain))) return null
  const own = named.from || !from ? named : { ...named, from }
  const draft = withShared(own, earlier)
  const first = withShared(earlier, draft)
  const isSized = ({ from, amount, receive }: Draft) => from && amount && !receive
  // "And some ETH to 0x…": how much is asked for.
  if (!isSized(first) || !(isSized(draft) || (named.from && named.recipient))) return null
  return [
    { kind: 'request', draft: first },
    { kind: 'request', draft },
  ]
}

/** "10 USDC, 5 DAI and 1 ETH to 0x…": where it goes is said once. */
function withShared(draft: Draft, { action, recipient, to, from, toChain, fromChain }: Draft): Draft {
  if (action === 'send') return draft.recipient || !recipient ? draft : { ...draft, recipient }
  const isBridge = to?.symbol === from?.symbol
  return {
    ...draft,
    ...(draft.to || !to || isBridge ? {} : { to }),
    ...(draft.toChain || !toChain ? {} : { toChain }),
    ...(draft.fromChain || !fromChain ? {} : { fromChain }),
  }
}

/** Gives what lacks a place the one of what comes after it. False where there is none, for one of those from an index on. */
export function sharesAll(steps: Step[], from: number): boolean {
  for (let index = steps.length - 2; index >= from; index -= 1) {
    const [step, next] = [steps[index], steps[index + 1]]
    if (step?.kind === 'request' && next?.kind === 'request' && step.draft.action === next.draft.action)
      steps[index] = { ...step, draft: withShared(step.draft, next.draft) }
  }
  return steps.slice(from).every((step) => step.kind !== 'request' || hasPlace(step.draft))
}

const hasPlace = ({ action, to, recipient, toChain }: Draft): boolean =>
  action === 'send' ? recipient !== undefined : to !== undefined && (action !== 'bridge' || toChain !== undefined)

/** "2 badges to 0x… and 1 to 0x…", "postcards 2 and 3": another of the same by a number alone. Null for anything else. */
function alike(first: NftSend, { action, amount, from, recipient }: Draft): NftSend | null {
  const isNumber = amount?.kind === 'exact' && /^\d{1,30}$/.test(amount.value)
  if (action !== 'send' || from || !isNumber || !recipient) return null
  const { tokenId, amount: count, ...same } = first
  const number = BigInt(amount.value)
  if (count !== undefined) return { ...same, ...(tokenId === undefined ? {} : { tokenId }), amount: number, recipient }
  return tokenId === undefined ? null : { ...same, tokenId: number, recipient }
}

function joinNft(before: Step, nft: NftSend): readonly [Step, Step] | null {
  if (nft.unclear || nft.unsure || !nft.recipient || nft.collection === null) return null
  if (before.kind === 'nft') {
    const first = before.nft.recipient ? before.nft : { ...before.nft, recipient: nft.recipient }
    return first.unclear || first.unsure
      ? null
      : [
          { kind: 'nft', nft: first },
          { kind: 'nft', nft },
        ]
  }
  if (before.kind !== 'request' || before.draft.action !== 'send' || before.draft.unclear) return null
  const draft = before.draft.recipient ? before.draft : { ...before.draft, recipient: nft.recipient }
  return draft.from && draft.amount
    ? [
        { kind: 'request', draft },
        { kind: 'nft', nft },
      ]
    : null
}
