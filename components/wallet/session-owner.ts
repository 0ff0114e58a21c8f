import type { Address } from 'viem'
import type { SessionState } from '@/lib/chat/service/session'

/**
 * Returns the account whose conversations the page shows. They stay after the session expires, and while the same
 * account signs in again, but go if it signs out or another account signs in. `before` is the owner so far.
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
