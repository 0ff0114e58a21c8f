/** From worst to best. UNVERIFIED is what could not be checked: it is never shown as good (docs/review-rules.md). */
export const findingLevels = ['BLOCK', 'DANGER', 'UNVERIFIED', 'WARN', 'INFO', 'OK'] as const
export type FindingLevel = (typeof findingLevels)[number]

/** A repair that the card can offer for a finding. The tool's card knows how to carry it out. */
export type Fix =
  | { kind: 'switch-chain'; label: string; chainId: number }
  | { kind: 'adjust'; label: string; adjustments: Record<string, unknown> }
  | { kind: 'refresh'; label: string }

/** What one rule found. Texts are plain sentences for a person; chain strings in them are already sanitised. */
export type Finding = {
  /** Id of the rule, e.g. `G5` or `swap.slippage`. */
  rule: string
  level: FindingLevel
  /** One line: what is the matter. */
  title: string
  /** What the agent or the quote says, where that is a figure or a name. */
  claim?: string
  /** What the chain or the bytes say. */
  observed?: string
  /**
   * What to call the two where the claim is not the agent's and is not wrong: "You wrote" and "It goes to". Without
   * terms a claim that was contradicted is struck through.
   */
  terms?: { claim: string; observed: string }
  /** Why it matters and what to do. */
  why?: string
  fix?: Fix
  /** Ids of the rules that this one finding speaks for, where many have the same to say. */
  covers?: readonly string[]
}

/** True if `a` is a worse level than `b`. */
export const isWorse = (a: FindingLevel, b: FindingLevel): boolean =>
  findingLevels.indexOf(a) < findingLevels.indexOf(b)
