const dictatedDot = /\s+dot\s+(?=(?:[a-z\d-]+\s+dot\s+)?eth\b)/gi

/** The text with names (ENS) that were dictated as they are typed: "vitalik dot eth" becomes "vitalik.eth". */
export const withTypedNames = (text: string): string => text.replace(dictatedDot, '.')
