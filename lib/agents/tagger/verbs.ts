import type { Verb } from './item'

/** What is done with money: the verbs of the grammar, those of lending and staking, and those that depend on where it goes. */
export type Kind =
  | Verb
  | 'supply'
  | 'borrow'
  | 'repay'
  | 'withdraw'
  | 'stake'
  | 'unstake'
  | 'cut'
  | 'grow'
  | 'put'
  | 'take'
  | 'close'
  | 'wrap'
  | 'unwrap'

type Form = 'base' | 'gerund' | 'past' | 'third'

/**
 * Verbs by what they do. `plain` are those of the grammar and of its reader of lending and staking, which also forgive slips in
 * them; `loose` are requests there only where one can begin; `wide` are read with what else is named.
 */
const table: readonly { kind: Kind; plain?: string; loose?: string; wide?: string }[] = [
  {
    kind: 'swap',
    plain: 'swap convert exchange trade change turn',
    loose: 'flip switch ape replace rotate transform substitute',
    wide: 'make respawn morph cycle roll diversify repurpose redenominate',
  },
  { kind: 'buy', plain: 'buy purchase', wide: 'acquire obtain grab bag cop scoop snag procure' },
  { kind: 'sell', plain: 'sell', loose: 'dump offload unload ditch', wide: 'liquidate shed spend' },
  { kind: 'bridge', plain: 'bridge', wide: 'port' },
  {
    kind: 'move',
    plain: 'move',
    loose: 'bring shift relocate cross push port carry migrate transport teleport',
    wide: 'haul ferry shuttle relay reposition return route consolidate gather hop land',
  },
  {
    kind: 'send',
    plain: 'send transfer pay give wire',
    loose: `shoot gift tip donate forward deliver reimburse refund throw toss venmo remit beam drop fire sweep chuck ship pass
      slide zap fling dispatch`,
    wide: `hand lob post slip spot ping flick yeet contribute compensate disburse grant award kick sling hurl mail
      advance`,
  },
  { kind: 'supply', plain: 'supply lend', wide: 'pledge provide collateralize collateralise' },
  { kind: 'borrow', plain: 'borrow', wide: 'loan draw raise' },
  { kind: 'repay', plain: 'repay', wide: 'amortise amortize' },
  { kind: 'cut', wide: 'reduce lower shrink trim decrease cut knock shave chip whittle slash' },
  { kind: 'grow', wide: 'increase boost extend expand' },
  { kind: 'withdraw', plain: 'withdraw redeem' },
  { kind: 'stake', plain: 'stake', wide: 'lock restake earn' },
  { kind: 'unstake', plain: 'unstake', wide: 'unlock' },
  {
    kind: 'put',
    plain: 'deposit put invest',
    wide: `place park stick stash add allocate commit pop tuck plow plough pour load store stow bung
      lodge enter join feed fund assign sock`,
  },
  {
    kind: 'take',
    plain: 'pull remove',
    wide: 'take get fetch retrieve recover reclaim extract yank free release grab collect recall rescue',
  },
  {
    kind: 'close',
    plain: 'exit leave',
    wide: 'close settle clear unwind empty drain quit kill wipe terminate erase eliminate discharge extinguish finish',
  },
  { kind: 'wrap', wide: 'wrap' },
  { kind: 'unwrap', wide: 'unwrap' },
]

/** Gerund, past and participle where they do not follow from the verb. */
const irregular: Readonly<Record<string, readonly [past: string, participle?: string]>> = {
  buy: ['bought'],
  sell: ['sold'],
  send: ['sent'],
  pay: ['paid'],
  give: ['gave', 'given'],
  bring: ['brought'],
  shoot: ['shot'],
  throw: ['threw', 'thrown'],
  sweep: ['swept'],
  slide: ['slid'],
  fling: ['flung'],
  sling: ['slung'],
  lend: ['lent'],
  spend: ['spent'],
  withdraw: ['withdrew', 'withdrawn'],
  draw: ['drew', 'drawn'],
  put: ['put'],
  set: ['set'],
  stick: ['stuck'],
  take: ['took', 'taken'],
  get: ['got', 'gotten'],
  leave: ['left'],
  make: ['made'],
  feed: ['fed'],
  shed: ['shed'],
  repay: ['repaid'],
  shrink: ['shrank', 'shrunk'],
  quit: ['quit'],
  cut: ['cut'],
}

/** Verbs of more syllables whose last letter is doubled all the same. */
const doubled = /^(?:transfer|remit|commit|unwrap)$/
const isShort = (verb: string): boolean => /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) || doubled.test(verb)

const stemOf = (verb: string): string => (isShort(verb) ? verb + verb.slice(-1) : verb)

/** The forms of a verb: base, gerund, past and, where it is another, the participle. */
export function formsOf(verb: string): {
  base: string
  gerund: string
  past: string
  participle: string
  third: string
} {
  const stem = stemOf(verb)
  const gerund = /[^eo]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${stem}ing`
  const regular = verb.endsWith('e') ? `${verb}d` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`
  const [past = regular, participle = past] = irregular[verb] ?? []
  const third = /(?:s|x|z|ch|sh)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`
  return { base: verb, gerund, past, participle, third }
}

const words = (text = ''): readonly string[] => text.split(/\s+/).filter(Boolean)

/** The verbs of the grammar, with what each does; `loose` as above. */
export const verbsOfGrammar = (which: 'plain' | 'loose'): readonly (readonly [Verb, string])[] =>
  table.flatMap((row) => {
    const verb = grammarVerbs.find((each) => each === row.kind)
    return verb ? words(row[which]).map((base): readonly [Verb, string] => [verb, base]) : []
  })
const grammarVerbs: readonly Verb[] = ['swap', 'buy', 'sell', 'bridge', 'move', 'send']

const lendingVerbs = ['supply', 'borrow', 'repay', 'withdraw', 'stake', 'unstake', 'put', 'take', 'close'] as const
export type LendingVerb = (typeof lendingVerbs)[number]

/** The plain verbs of lending and staking, each with what it does. */
export const verbsOfLending: ReadonlyMap<string, LendingVerb> = new Map(
  lendingVerbs.flatMap((verb) =>
    words(table.find(({ kind }) => kind === verb)?.plain).map((base): [string, LendingVerb] => [base, verb]),
  ),
)

export type Cue = { kind: Kind; form: Form; base: string }

const cues: ReadonlyMap<string, Cue> = new Map(
  table
    .flatMap(({ kind, plain, loose, wide }) =>
      words(`${plain ?? ''} ${loose ?? ''} ${wide ?? ''}`).map((base) => ({ kind, base })),
    )
    .flatMap(({ kind, base }): [string, Cue][] => {
      const { gerund, past, participle, third } = formsOf(base)
      return [
        [third, { kind, base, form: 'third' }],
        [past, { kind, base, form: 'past' }],
        [participle, { kind, base, form: 'past' }],
        [gerund, { kind, base, form: 'gerund' }],
        [base, { kind, base, form: 'base' }],
      ]
    })
    .toReversed()
    // Of two kinds the first in the table.
    .toSorted(([, one], [, other]) => Number(one.form === 'base') - Number(other.form === 'base')),
)

/** What a word says that is to be done, or was; null for any other word. */
export const cueOf = (word: string): Cue | null => cues.get(word) ?? null

/** Verbs of more than one word, and the word of the table that each stands for. In order. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:get|getting)\s+(?:me\s+)?(?:rid|out)\s+of(?=\s+(?:(?:all|half|my|the|some|this|that|of)\s+)*(?:\$?\.?\d\S*\s+(?:of\s+)?(?:my\s+)?)?[a-z]{3,5}\b)(?!.*\b(?:vaults?|lending|market|loan|debt|staking|collateral)\b)/gi,
    'sell',
  ],
  [/\btop(?:ping)?(?:\s+(?:it|that|them))?\s+up\b/gi, 'feed'],
  [/\btrade\s+in\b/gi, 'trade'],
  [/\b(?:set|put|lay)\s+aside\b/gi, 'stash'],
]

/** The text with such verbs as one word each. */
export const inOneWord = (text: string): string =>
  phrases.reduce((said, [phrase, word]) => said.replace(phrase, word), text)
