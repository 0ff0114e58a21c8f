/**
 * Small words that mean the same wherever they stand: closed classes of English, which its grammars list in full. What
 * else words mean is the reader's to say. Each class is listed here once.
 */

/** Makes a set of words, given with spaces between. */
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))
const union = (...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> => new Set(sets.flatMap((set) => [...set]))

/** Words of a noun phrase before its noun. */
export const determiners = setOf('the a an my our your his her their its this that these those any all some')
export const prepositions = setOf('in on with via through from of to at into onto by for')

/** Words that negate the thing right behind them. */
export const deniers = setOf('not no nor neither')
/** Words that negate what is done with the thing behind them: one verb may stand between. */
export const refusers = setOf("never without dont don't")
const nothings = setOf('nothing none nowhere')
export const negatives = union(deniers, refusers, nothings, setOf('cannot'))

const more = setOf('more longer greater higher')
const less = setOf('less shorter fewer sooner')
const over = setOf('over above beyond')
const under = setOf('under below')
const than = (words: ReadonlySet<string>): string[] => [...words].map((word) => `${word} than`)
/** Words right before a figure that is a lower bound. */
export const above: ReadonlySet<string> = new Set([
  ...over,
  ...setOf('exceed exceeds exceeding > ≥'),
  ...than(more),
  'at least',
])
/** Words right before a figure that is an upper bound. */
export const below: ReadonlySet<string> = new Set([...under, ...than(less), '<'])
/** Words that bound a figure above or below, wherever they stand beside it. */
export const upper = union(under, less, setOf('max maximum within up'))
export const lower = union(over, more, setOf('min minimum'))

export const exceptives: ReadonlySet<string> = new Set([
  ...setOf('except excepting excluding'),
  ...['except for', 'other than', 'apart from', 'aside from'],
])
/** Words before what is left out of all there is: "all my ETH but 2". */
export const leavingOut: ReadonlySet<string> = new Set([
  ...exceptives,
  ...setOf('but bar barring minus save besides sans less'),
  ...['save for', 'but for'],
])
/** Words for all there is, of which a "but" takes something out. */
export const universals = setOf('all any anything anyone anybody every everything everyone everybody')

/** Words that say how many of what there is: each of it. */
export const wholes = setOf('all both everything')
/** Conjunctions and adverbs before one more thing. */
export const additives = setOf('and also plus additionally')
/** Words for something said before. */
export const backward = setOf('it that this them')
/** Prepositions before what something is given for. */
export const towards = setOf('for to into in')
export const comparatives = setOf('less more')
export const articles = setOf('a an')
/** Words that open a condition. */
export const conditionals = setOf('if when once should unless')

/** Words that are a yes by themselves, and those that may stand beside them. */
export const affirmatives = setOf('yes yeah yep yup yea aye ok okay k sure fine alright right agreed')
export const thanks = setOf('please pls plz thanks thank thx ty you')

/** Words that add to what was said before. */
export const adding = setOf('another more again further extra additional')
/** The small words of asking for the same once more: "do that one more time please". */
export const besideAdding = setOf('one once time please pls plz and just do it that the same')
/** Words that tell whether a figure is for each of several, or for all of them together. */
export const forEach = setOf('each apiece')
export const together = setOf('between among amongst equally evenly')
/** Articles, prepositions and the like: words behind a figure that leave it as it is ("fifty dollars' worth of"). */
export const joining = setOf(`a an the my our your his her their this that these those of worth s in into to for from
  with at on by as and or per each more extra additional whole full entire other becomes total altogether out off over`)

export const speaker = setOf('i we')
export const speakers = union(speaker, setOf('me us'))
export const addressee = setOf('you your')
/** Pronouns before what somebody does. */
export const subjects = union(speaker, setOf('you he she they it who u'))

/** Verbs behind "you" that make of a condition a request. */
export const would = setOf('could would')
export const modals = union(would, setOf('can shall should may might will'))
/** Auxiliaries of what has been. */
export const past = setOf('did have has had was were')

/** Words that begin a condition, or a time that is still to come. */
export const conjunctions = setOf('if unless when whenever once after until till while whilst provided providing')
/** The same behind "as": "as soon as", "as long as". */
export const asBefore = setOf('soon long')
/** Words after which "once" is an adverb, and words before which it is one. */
export const beforeOnce = setOf('just only at all')
export const afterOnce = setOf('more again only per each every a')
/** What "after" may refer to in a sequence of steps: "and after that send it". */
export const sequence = setOf('that this it these them which')
/** Adverbs that put off what stands beside them: "later tonight". */
export const puttingOff = setOf('later afterwards eventually')
/** Words before what something is for. */
export const purposes = setOf('for of dated')

/** Words that make of a condition a mere courtesy: "if you can", "when it's convenient". */
export const courtesies = setOf('you u ya possible possibly ok okay alright fine ready needed necessary convenient')
/** The small words that may stand beside them. */
export const besideCourtesies =
  setOf(`if when whenever once as soon long can could would may might will able please pls that thats that's it
  its it's is are you're ur your at here have a the sec second moment minute min chance time free not works i i'm im me we
  get got be need so then mind there this to all good still and or for do don't dont like want wish with us`)
