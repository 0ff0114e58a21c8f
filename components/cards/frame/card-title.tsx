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

/** The name of a place in a title. If it is of a protocol on our own lists, the icon stands on one line with its start. */
export function PlaceName({ name, protocol }: { name: string; protocol: string | null }) {
  const source = protocol === null ? null : protocolIcon(protocol)
  if (!source) return <bdi>{name}</bdi>
  const [first = '', ...rest] = name.split(' ')
  return (
    <bdi>
      <span className="whitespace-nowrap">
        <Picture source={source} size={18} className="mr-1 rounded-[28%]" />
        {first}
      </span>
      {rest.length > 0 && ` ${rest.join(' ')}`}
    </bdi>
  )
}
