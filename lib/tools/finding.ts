/** From worst to best. UNVERIFIED marks what could not be checked: it is never shown as good (docs/review-rules.md). */
export const findingLevels = ['BLOCK', 'DANGER', 'UNVERIFIED', 'WARN', 'INFO', 'OK'] as const
export type FindingLevel = (typeof findingLevels)[number]

/** A repair that the card can offer for a finding. The tool's card knows how to apply it. */
export type Fix =
  | { kind: 'switch-chain'; label: string; chainId: number }
  | { kind: 'adjust'; label: string; adjustments: Record<string, unknown> }
  | { kind: 'refresh'; label: string }

/** The result of one rule. Texts are plain sentences for a person; chain strings in them are already sanitised. */
export type Finding = {
  /** Id of the rule, e.g. `G5` or `swap.slippage`. */
  rule: string
  level: FindingLevel
  /** The problem in one line. */
  title: string
  /** Statement of the agent or the quote, if it is a figure or a name. */
  claim?: string
  /** The fact according to the chain or the bytes. */
  observed?: string
  /**
   * Labels of the two when the claim is not the agent's, or not wrong: "You wrote" and "It goes to". Without terms, a
   * contradicted claim is struck through.
   */
  terms?: { claim: string; observed: string }
  /** Reason why it matters, and advice. */
  why?: string
  fix?: Fix
  /**
   * What the person is to do on the card, in the words of a button, if nothing but that is missing: "Choose a reserve".
   * Only with BLOCK.
   */
  asks?: string
  /** Ids of the rules that this finding speaks for, when several say the same. */
  covers?: readonly string[]
}

/** True if `a` is a worse level than `b`. */
export const isWorse = (a: FindingLevel, b: FindingLevel): boolean =>
  findingLevels.indexOf(a) < findingLevels.indexOf(b)
