import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractReasoningMiddleware, type LanguageModel, wrapLanguageModel } from 'ai'

/** A language model, with the limits of one turn. */
export type AgentModel = {
  model: LanguageModel
  /** Milliseconds for a whole turn. */
  timeoutMs: number
  /** Tokens read and written after which no further step is taken. */
  maxTokens: number
  /** Retries of one request if the API is busy or out of order. */
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

/** Opens the model at an OpenAI-compatible API. Sends nothing before the first turn. */
export function openModel({ url, name, key, timeoutSeconds, maxTokens }: ModelSettings): AgentModel {
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: url,
    includeUsage: true,
    ...(key ? { apiKey: key } : {}),
  })
  // If an API does not separate a model's reasoning, open models write it like this before their answer.
  const model = wrapLanguageModel({
    model: provider(name),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  })
  return { model, timeoutMs: timeoutSeconds * 1000, maxTokens, retries: 2 }
}
