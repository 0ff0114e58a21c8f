import type { Finding } from '@/lib/tools/finding'

/** What makes two findings the same: rule and level; of a finding that speaks for several rules, those of each. */
export const findingKeys = ({ rule, level, covers }: Finding): string[] =>
  (covers ?? [rule]).map((each) => `${each}:${level}`)
