import { type Finding, findingLevels } from '@/lib/tools/finding'

/** Sorts findings worst first, and keeps their order within a level. */
export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => findingLevels.indexOf(a.level) - findingLevels.indexOf(b.level))
