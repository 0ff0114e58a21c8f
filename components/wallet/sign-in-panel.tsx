'use client'

import { useEffect, useRef } from 'react'
import type { SessionState } from '@/lib/chat/service/session'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

/**
 * The step between connecting and chatting. Explains before the wallet opens who asks for the signature, and why. Asks
 * the wallet for nothing until the button is pressed.
 */
export function SignInPanel({
  session,
  domain,
  walletName,
  onSignIn,
}: {
  session: SessionState
  /** Domain in the message. The wallet must show the same. */
  domain: string
  walletName: string
  onSignIn: () => void
}) {
  const step = session.status === 'signing-in' ? session.step : null
  const problem = session.status === 'signing-in' ? null : session.problem
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that connected the wallet, and had the focus, is gone. Leaves the focus alone for somebody who only
    // opens the page.
    if (navigator.userActivation?.hasBeenActive && document.activeElement === document.body)
      panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={panel} tabIndex={-1} aria-label="Sign in" className="sheet max-w-[34rem] p-5">
      <h2 className="text-title text-balance font-semibold">{titles[session.status] ?? 'Sign in with your wallet'}</h2>
      <p className="mt-1.5 text-ink-muted text-pretty">
        {walletName} will ask you to sign a message from <strong className="text-ink">{domain}</strong>. It proves that
        the account is yours. It costs nothing and allows nothing.
      </p>
      {problem && (
        <Notice tone="warn" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
      <Button look="primary" size="large" className="mt-4" busy={step !== null} onClick={onSignIn}>
        {step === null ? 'Sign in' : words[step]}
      </Button>
    </section>
  )
}

const titles: Partial<Record<SessionState['status'], string>> = {
  expired: 'Session ended: sign in to continue',
  'other-account': 'You switched accounts: sign in with this one',
}

const words = { nonce: 'Preparing', wallet: 'Waiting for your wallet', verifying: 'Checking the signature' }
