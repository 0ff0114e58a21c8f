import type { ReactNode } from 'react'
import { ProtocolIcon } from '@/components/ui/pictures/named-icons'

/** The card's title, a sentence. Its figures use the text face. */
export const CardTitle = ({ children }: { children: ReactNode }) => (
  <p
    data-title=""
    className="in-words text-lead text-balance font-semibold @max-[24rem]:text-[1.0625rem] @max-[24rem]:leading-snug [&_bdi]:font-semibold"
  >
    {children}
  </p>
)

/** The icon of a protocol on our own lists, before its name in a title. */
export const TitleIcon = ({ name }: { name: string }) => (
  <ProtocolIcon name={name} size={18} className="mr-1 align-[-0.15em]!" />
)
