const dictatedDot = /\s+dot\s+(?=(?:[a-z\d-]+\s+dot\s+)?eth\b)/gi

/** Rewrites dictated names (ENS) as they are typed: "vitalik dot eth" becomes "vitalik.eth". */
export const withTypedNames = (text: string): string => text.replace(dictatedDot, '.')
