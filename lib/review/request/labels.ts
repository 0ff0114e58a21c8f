import type { Request, Sum } from '@/lib/language/request'
import { sureOfPart } from './comparison'
import { mostParts } from './parts/amounts'

/**
 * Returns a request without the figures that are no amounts where another figure stands as one: "30 USDC for flat 210",
 * "the 12 USDC I owe for 2026".
 */
export function withoutLabels(request: Request): Request {
  const { sums, receivers, texts, unexplained } = request
  const isCounted = ({ amount, what, p }: Sum) => amount?.is === 'number' && what !== null && p >= sureOfPart
  if (receivers.length > 1 || !sums.some(isCounted)) return request
  const isBare = ({ amount, what, part, p }: Sum) =>
    amount?.is === 'number' && what === null && part === 'unsaid' && p < sureOfPart
  const isNumbering = ({ text }: { text: string }) => isLabel(text, texts)
  // A small number may multiply: "40 USDC each for 2 tickets".
  const isLarge = ({ meanings }: (typeof unexplained)[number]) =>
    meanings.every((each) => each.is === 'number' && Number(each.value) > mostParts)
  return {
    ...request,
    sums: sums.filter((sum) => !isBare(sum) || !isNumbering(sum)),
    unexplained: unexplained.filter((each) => each.late || !isLarge(each) || !isNumbering(each)),
  }
}

/** Most words between "for" and a figure: "for order no 950". */
const mostBetween = 2

/** True if a figure belongs to what follows a "for": "for 2026", "for flat 210". */
function isLabel(figure: string, texts: readonly string[]): boolean {
  const words = texts.map((text): readonly string[] => text.toLowerCase().match(/[\p{L}'’]+|[^\s\p{L}]+/gu) ?? [])
  return words.some((each) => {
    const at = each.indexOf(figure.toLowerCase())
    const before = at < 0 ? [] : each.slice(Math.max(at - mostBetween - 1, 0), at)
    const from = before.lastIndexOf('for')
    return from >= 0 && before.slice(from).every((word) => /^\p{L}/u.test(word))
  })
}
