import { Component, type ReactNode } from 'react'

type Props = { fallback: ReactNode; children: ReactNode }

/** Keeps a part that cannot be loaded or drawn from taking the whole page away: `fallback` stands in its place. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('Part of this page cannot be shown.', error)
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
