import { z } from 'zod'

/** A rule for an effect of a call. A string or a number must be equal; hex in any case. */
export type Rule =
  | string
  | number
  | { any: true }
  /** The address of the wallet that asks. */
  | { owner: true }
  /** A string that contains these words. */
  | { contains: string }
  /** A whole number as a string in base units, between the two, both included. */
  | { between: [string, string] }
  /** A number between the two, both included. */
  | { near: [number, number] }
  /**
   * An amount of a tool whose unit the interface leaves open: base units between the two, or the same in whole tokens.
   * `all` also accepts a word for everything.
   */
  | { tokens: [string, string]; decimals: number; all?: true | undefined }
  | { oneOf: Rule[] }
  /** A list of exactly these, in order. */
  | { items: Rule[] }
  /** A list of exactly these balances, in any order. Amounts in whole tokens. */
  | { holdings: { symbol: string; chainId: number; amount: number }[] }

const digits = z.string().regex(/^\d+$/)
const pair = z.tuple([digits, digits])

const ruleSchema: z.ZodType<Rule> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.strictObject({ any: z.literal(true) }),
    z.strictObject({ owner: z.literal(true) }),
    z.strictObject({ contains: z.string().min(1) }),
    z.strictObject({ between: pair }),
    z.strictObject({ near: z.tuple([z.number(), z.number()]) }),
    z.strictObject({ tokens: pair, decimals: z.int(), all: z.literal(true).optional() }),
    z.strictObject({ oneOf: z.array(ruleSchema).min(1) }),
    z.strictObject({ items: z.array(ruleSchema) }),
    z.strictObject({
      holdings: z.array(z.strictObject({ symbol: z.string(), chainId: z.int(), amount: z.number() })),
    }),
  ]),
)

/** The required effects of a call (`effects.ts`): each of these, and nothing else, by any tool. */
const callSchema = z
  .object({
    does: z.enum([
      ...(['swap', 'send', 'sendNft', 'deposit', 'supply', 'withdraw', 'borrow', 'repay'] as const),
      ...(['showBalances', 'permitRebalancing'] as const),
    ]),
  })
  .catchall(ruleSchema)
export type ExpectedCall = z.infer<typeof callSchema>

/** Fields that a question can ask for. */
const slots = ['amount', 'token', 'chain', 'recipient', 'position', 'nft', 'action', 'bounds', 'confirm'] as const
export type Slot = (typeof slots)[number]

const expectationSchema = z.union([
  /** These calls in this order. `prefix`: the last ones may be left until the first are done. */
  z.strictObject({ calls: z.array(callSchema).min(1), prefix: z.literal(true).optional() }),
  /** No call, and a question for one of these. */
  z.strictObject({ asks: z.array(z.enum(slots)).min(1) }),
  /** No call, and at least one of these phrases, in any case. If empty, any text. `refuses` also accepts a plain no. */
  z.strictObject({ says: z.array(z.string().min(1)), refuses: z.literal(true).optional() }),
])
export type Expectation = z.infer<typeof expectationSchema>

/** Between two messages of the person: the outcome of the last answer's calls. */
const returnedSchema = z.strictObject({ returned: z.enum(['done', 'declined']) })

const walletNames = ['fresh', 'invested', 'spread', 'saver', 'empty'] as const
export type WalletName = (typeof walletNames)[number]

export const abilities = [
  'balances',
  'portfolio',
  'prices',
  'yields',
  'questions',
  'send',
  'nft',
  'swap',
  'bridge',
  'staking',
  'lending',
  'plans',
  'rebalance',
  'several-steps',
  'follow-ups',
  'no-call',
  'other-languages',
  'hostile',
] as const

/** A conversation, with the right answers to its last message: any one of `expect`. */
export const phrasingSchema = z.strictObject({
  ability: z.enum(abilities),
  world: z.enum(walletNames),
  /** The first local chain by default. */
  signedInOn: z.int().optional(),
  /** Carries out the calls on the local chains, so that the agent's later proposals count as well. */
  carryOut: z.literal(true).optional(),
  turns: z.array(z.union([z.string().min(1), returnedSchema])).min(1),
  expect: z.array(expectationSchema).min(1),
})
export type Phrasing = z.infer<typeof phrasingSchema>
