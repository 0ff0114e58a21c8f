import type { ReactNode } from 'react'
import { Picture } from '@/components/ui/pictures/picture'
import { protocolIcon } from '@/lib/chain/tokens/icons'

/** The card's title, a sentence. Its figures use the text face. */
export const CardTitle = ({ children }: { children: ReactNode }) => (
  <p
    data-title=""
    className="in-words text-lead text-balance font-semibold @max-[24rem]:text-[1.0625rem] @max-[24rem]:leading-snug [&_bdi]:font-semibold"
  >
    {children}
  </p>
)

/** The icon of a protocol on our own lists, on one line with its name in a title. Nothing if it has no picture. */
export function TitleIcon({ name }: { name: string }) {
  const source = protocolIcon(name)
  return (
    source && (
      <>
        <Picture source={source} size={18} className="mr-1 rounded-[28%]" />
        {'\u2060'}
      </>
    )
  )
}
