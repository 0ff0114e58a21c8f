'use client'

import { Banners } from '@/components/app/frame/banners'
import { StorageBlocked } from '@/components/app/frame/storage-blocked'
import { Welcome } from '@/components/app/frame/welcome'
import { PlayMoneyNotice } from '@/components/wallet/demo/play-money-notice'
import { SignInPanel } from '@/components/wallet/sign-in-panel'
import { WalletNotices } from '@/components/wallet/wallet-notices'
import { agents, nothing, only, type Page, Thing } from '../stand-ins'

const wallet = (problem: string | null) =>
  only<Parameters<typeof WalletNotices>[0]['wallet']>({ money: { state: 'none' }, problem, dismissProblem: nothing })

/** What the frame says: notices, welcome and sign-in. */
export const noticePages: Readonly<Record<string, Page>> = {
  notices: {
    title: 'Notices',
    things: () => (
      <>
        {(['offline', 'unreachable'] as const).map((connection) => (
          <Thing key={connection} title={connection}>
            <Banners connection={connection} rateLimit={null} storageProblem={null} />
          </Thing>
        ))}
        <Thing title="Too many messages">
          <Banners
            connection="online"
            rateLimit={{ limit: 120, remaining: 0, resetAt: Date.now() + 40_000, retryAt: Date.now() + 40_000 }}
            storageProblem={null}
          />
        </Thing>
        <Thing title="Storage that fails">
          <Banners
            connection="online"
            rateLimit={null}
            storageProblem="This browser cannot keep your conversations. They last until you close this page."
          />
        </Thing>
        <Thing title="Records held by another tab">
          <StorageBlocked />
        </Thing>
        <Thing title="A wallet that refuses">
          <WalletNotices
            wallet={wallet('It did not switch to Base. Try again, or switch in the wallet.')}
            fresh={false}
          />
        </Thing>
        {(['wanted', 'asking', 'here'] as const).map((state) => (
          <Thing key={state} title={`Play money, ${state}`}>
            <PlayMoneyNotice money={{ state }} onAsk={nothing} />
          </Thing>
        ))}
        <Thing title="Play money, failed">
          <PlayMoneyNotice
            money={{ state: 'failed', problem: 'The faucet did not answer. Try again.' }}
            onAsk={nothing}
          />
        </Thing>
      </>
    ),
  },
  signIn: {
    title: 'Welcome and sign-in',
    things: () => (
      <>
        <Thing title="Welcome, signed out">
          <Welcome agents={agents} />
        </Thing>
        <Thing title="Welcome, signed in">
          <Welcome agents={agents} agentId={1} onAgent={nothing} onTake={nothing} />
        </Thing>
        {(
          [
            ['Sign in', { status: 'signed-out', problem: null }],
            [
              'Sign in, after a refusal',
              { status: 'signed-out', problem: 'You rejected the signature. Nothing was signed.' },
            ],
            ['Sign in, in the wallet', { status: 'signing-in', step: 'wallet' }],
            ['Session ended', { status: 'expired', problem: null }],
            ['Another account', { status: 'other-account', problem: null }],
          ] as const
        ).map(([title, session]) => (
          <Thing key={title} title={title}>
            <SignInPanel
              session={session as Parameters<typeof SignInPanel>[0]['session']}
              domain="chat.example.org"
              walletName="Rabby"
              onSignIn={nothing}
            />
          </Thing>
        ))}
      </>
    ),
  },
}
