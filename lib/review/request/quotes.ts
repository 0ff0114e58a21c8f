import type { Request } from '@/lib/language/request'
import type { AnsweredRequest, RequestPart } from '../review'

/** Quotes what the person wrote of a request, and what the agent wrote that they agreed to. */
export function quotesOf({ texts, offered = [] }: Request): Pick<AnsweredRequest, 'quote' | 'offer'> {
  const own = texts.filter((text) => !offered.includes(text))
  return { quote: own.join(' … '), ...(offered.length > 0 && { offer: offered.join(' … ') }) }
}

/** True if a request is the agent's offer alone. */
export const isOnlyOffered = (request: Request): boolean => quotesOf(request).quote === ''

/** True if a part of a request is in the agent's words, and not in the person's. */
export function isOfOffer({ respect, asked }: RequestPart, request: Request): boolean {
  const { texts, offered = [] } = request
  if (offered.length === 0 || isOnlyOffered(request)) return offered.length > 0
  const has = (text: string) => text.includes(asked)
  return respect !== 'action' && offered.some(has) && !texts.some((text) => !offered.includes(text) && has(text))
}
