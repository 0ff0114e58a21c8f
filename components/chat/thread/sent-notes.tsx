import type { ReactNode } from 'react'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import type { FindChips } from './chips/chip-finder'
import { useChips } from './chips/use-chips'

/** Says below the person's words how they came to be sent, where that makes a difference. */
export function SentNotes({ message }: { message: ChatMessage }) {
  const { told, suggested, parts, resent } = message
  return (
    <>
      {told && <Note>Not written in this browser: the agent service says you wrote it elsewhere.</Note>}
      {suggested && <Suggested text={textOf(parts)} />}
      {parts.some((part) => part.type === 'request') && <Note>Sent by confirming a draft.</Note>}
      {resent && (
        <Note>
          {resent === 'edited' ? 'You changed this and sent it again below.' : 'You sent this again below.'} Its results
          are kept.
        </Note>
      )}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="mt-1 text-small text-ink-faint">{children}</p>

/** Nothing where the words name nobody and no amount: then it makes no difference who wrote them. */
function Suggested({ text }: { text: string }) {
  const find = useChips(true)
  if (!find || !namesWhoOrHowMuch(text, find)) return null
  return (
    <Note>Sent as suggested: cards compare what happens with it, but count no address in it as one you wrote.</Note>
  )
}

/** True if a text has an address, a name, or an amount of a token. */
const namesWhoOrHowMuch = (text: string, find: FindChips): boolean =>
  find(text).some(
    ({ kind, start }) => kind === 'address' || kind === 'name' || (kind === 'token' && /\d/.test(text.charAt(start))),
  )
