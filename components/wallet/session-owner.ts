import type { Address } from 'viem'
import type { SessionState } from '@/lib/chat/service/session'

/**
 * Whose conversations the page shows. They stay while a session has ended in mid-use and while the same account signs
 * in again; another account, and nobody, sees nothing of them. `before` is the owner until now.
 */
export function ownerOf(session: SessionState, before: Address | null): Address | null {
  switch (session.status) {
    case 'signed-in':
    case 'expired':
      return session.address
    case 'signing-in':
      return session.address === before ? before : null
    case 'unknown':
      return before
    case 'signed-out':
    case 'other-account':
      return null
  }
}
