import { Component, type ReactNode } from 'react'
import { LongText } from '@/components/ui/text/long-text'
import { revealInvisible } from '@/lib/wire/text'

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

/** Shows a text as written. */
export const PlainText = ({ text }: { text: string }) => (
  <LongText text={revealInvisible(text)} className="whitespace-pre-wrap break-words" />
)
