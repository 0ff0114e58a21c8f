import { Component, memo, type ReactNode, Suspense, useState } from 'react'
import { LongText } from '@/components/ui/text/long-text'
import { revealInvisible } from '@/lib/wire/text'
import type { FindChips } from '../chips/chip-finder'
import { useChips } from '../chips/use-chips'
import { type Drawn, mark, reveal } from './drawn'
import { NamedChip } from './named-chip'
import { isPlainWords, paragraphsOf, wordsBeforeMarks } from './plain-words'
import { richText } from './rich-text-part'
import { isTame } from './tame-markdown'

type Properties = {
  text: string
  /** True for a piece that is complete, and is searched for names. */
  settled?: boolean
  /** True for one that may still grow. */
  isOpen?: boolean
}

/**
 * A piece of an agent's markdown. Renders again only if its text changes, and stays plain text if it would block the
 * page.
 */
export const Markdown = memo(function Markdown({ text, settled = false, isOpen = false }: Properties) {
  const find = useChips(settled)
  const [RichText] = useState(richText.now)
  if (!isTame(text)) return <PlainText text={text} />
  if (isPlainWords(text)) return <Words text={text} find={find} />
  return (
    <PlainOnFailure text={text}>
      <Suspense fallback={<BeforeParser text={text} />}>
        <RichText text={text} isOpen={isOpen} find={find} />
      </Suspense>
    </PlainOnFailure>
  )
})

/** Draws paragraphs of words as the parser would. */
function Words({ text, find }: { text: string; find: FindChips | null }) {
  return paragraphsOf(text).map((value, index) => {
    const paragraph: Drawn = { type: 'paragraph', children: [{ type: 'text', value }] }
    reveal(paragraph)
    if (find) mark(find)(paragraph)
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are only ever appended
    return <p key={index}>{paragraph.children?.map(drawnWord)}</p>
  })
}

function drawnWord({ value, data, children }: Drawn, index: number): ReactNode {
  if (value !== undefined) return value
  if (!data?.hProperties) return <wbr key={index} />
  return (
    <NamedChip key={index} named={data.hProperties.named}>
      {children?.map(drawnWord)}
    </NamedChip>
  )
}

type Props = { text: string; children: ReactNode }
type State = { of: string; failed: boolean }

/**
 * Shows a text as written if rendering it throws: the error would otherwise take down the whole conversation, including
 * its cards.
 */
export class PlainOnFailure extends Component<Props, State> {
  override state: State = { of: this.props.text, failed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ text }: Props, { of }: State): State | null {
    return text === of ? null : { of: text, failed: false }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <PlainText text={this.props.text} />
  }
}

/** Shows the words before the first mark until the parser has loaded, and the rest only if that takes long. */
function BeforeParser({ text }: { text: string }) {
  const words = revealInvisible(wordsBeforeMarks(text))
  const draw = (all: string) => (
    <>
      {words}
      <span className="prose-awaited">{all.slice(words.length)}</span>
    </>
  )
  return <LongText text={revealInvisible(text)} draw={draw} className="whitespace-pre-wrap break-words" />
}

/** Shows a text as written. */
const PlainText = ({ text }: { text: string }) => (
  <LongText text={revealInvisible(text)} className="whitespace-pre-wrap break-words" />
)
