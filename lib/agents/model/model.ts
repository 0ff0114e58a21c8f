import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractReasoningMiddleware, type LanguageModel, wrapLanguageModel } from 'ai'

/** A language model, and how much one turn of it may take. */
export type AgentModel = {
  model: LanguageModel
  /** Milliseconds for a whole turn. */
  timeoutMs: number
  /** Tokens read and written after which no further step is taken. */
  maxTokens: number
  /** Tries of one request after the first, where the API is busy or out of order. */
  retries: number
}

export type ModelSettings = {
  /** Base address of an OpenAI-compatible API. */
  url: string
  name: string
  key: string | undefined
  timeoutSeconds: number
  maxTokens: number
}

/** The model at an OpenAI-compatible API. Nothing is asked of it before the first turn. */
export function openModel({ url, name, key, timeoutSeconds, maxTokens }: ModelSettings): AgentModel {
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: url,
    includeUsage: true,
    ...(key ? { apiKey: key } : {}),
  })
  // Where an API does not tell apart what a model thinks, open models write it so before their answer.
  const model = wrapLanguageModel({
    model: provider(name),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  })
  return { model, timeoutMs: timeoutSeconds * 1000, maxTokens, retries: 2 }
}
