import type { Finding } from '@/lib/tools/finding'

/** Identifies a finding by rule and level. A finding that covers several rules has a key for each. */
export const findingKeys = ({ rule, level, covers }: Finding): string[] =>
  (covers ?? [rule]).map((each) => `${each}:${level}`)
