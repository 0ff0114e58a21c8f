import type { ComponentProps } from 'react'

/** A named part of a card or a message. No landmark: there are many of them on a page, and their parts bear the same names. */
export const Group = ({ label, ...rest }: { label: string } & ComponentProps<'div'>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  <div role="group" aria-label={label} {...rest} />
)
