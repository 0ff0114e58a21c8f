import { likeliestTopic, topicOf, topicTable } from '../../lib/agents/replies/topic-of'
import type { TopicLine } from './lines'
import { topicWeightsOf, trainTopics, wordsOf } from './train'

type Count = { lines: number; likeliest: number; right: number; wrong: number; none: number; spoken: number }

/** Counts how a writer's lines are understood by what was learned from all the others. */
function countOf(writer: string, lines: readonly TopicLine[]): Count {
  const table = topicTable(topicWeightsOf(trainTopics(lines.filter((line) => line.writer !== writer))).table)
  const count: Count = { lines: 0, likeliest: 0, right: 0, wrong: 0, none: 0, spoken: 0 }
  for (const { text, topic } of lines.filter((line) => line.writer === writer)) {
    const words = wordsOf(text)
    const told = topicOf(words, 'question', table)
    if (likeliestTopic(words, table).topic === topic) count.likeliest += 1
    if (topic === 'none') {
      count.none += 1
      if (told !== 'none') count.spoken += 1
      continue
    }
    count.lines += 1
    if (told === topic) count.right += 1
    else if (told !== 'none') count.wrong += 1
  }
  return count
}

const share = (part: number, whole: number): string => `${whole === 0 ? '0.0' : ((100 * part) / whole).toFixed(1)} %`

function row(name: string, { lines, none, likeliest, right, wrong, spoken }: Count): void {
  const figures = [share(likeliest, lines + none), share(right, lines), share(wrong, lines), share(spoken, none)]
  console.log(`| ${name} | ${lines} | ${none} | ${figures.join(' | ')} |`)
}

/** Prints how each writer's lines are understood by what was learned from all the others. */
export function measureTopics(lines: readonly TopicLine[]): void {
  console.log('| writer | of a topic | of none | likeliest right | right topic | wrong topic | of none, told of one |')
  console.log('|---|---|---|---|---|---|---|')
  const counts = [...new Set(lines.map(({ writer }) => writer))].map((writer) => {
    const count = countOf(writer, lines)
    row(writer, count)
    return count
  })
  const sum = (of: keyof Count) => counts.reduce((all, count) => all + count[of], 0)
  row('all', {
    ...{ lines: sum('lines'), none: sum('none'), likeliest: sum('likeliest') },
    ...{ right: sum('right'), wrong: sum('wrong'), spoken: sum('spoken') },
  })
}
