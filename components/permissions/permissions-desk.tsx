'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { useApp } from '../chat/app-context'
import { Shell } from '../chat/shell'
import { useIdentity } from '../chat/use-identity'
import { AccountSlot } from '../wallet/account-slot'
import { DemoSheet } from '../wallet/demo-sheet'
import { SignInPanel } from '../wallet/sign-in-panel'
import { useWalletActions } from '../wallet/use-wallet-actions'
import { WayIn } from '../wallet/way-in'
import { PermissionList } from './permission-list'
import { PermissionsPaper, PermissionsSkeleton } from './permissions-paper'

const ConnectIsland = lazy(() => import('../wallet/connect-island'))

/** The running page: who is here, and what they may see. */
export function PermissionsDesk() {
  const app = useApp()
  const router = useRouter()
  const { settings, chains } = app
  const { account, session, owner, signedIn, pending, signIn, signOut } = useIdentity(app)
  const wallet = useWalletActions(app, account)
  return (
    <>
      <Shell
        devnet={settings.devnet}
        onHome={() => router.push('/')}
        list={null}
        account={
          <AccountSlot
            account={account}
            chains={chains}
            signedIn={signedIn}
            actions={{ ...wallet.actions, ...(signedIn ? { signOut } : { signIn }) }}
          />
        }
      >
        <PermissionsPaper>
          {pending ? (
            <PermissionsSkeleton />
          ) : signedIn && owner ? (
            <PermissionList key={owner} />
          ) : account.address ? (
            <SignInPanel
              session={session}
              domain={settings.siwe.domain}
              walletName={account.connectorName ?? 'Your wallet'}
              onSignIn={signIn}
            />
          ) : (
            <section aria-label="Connect a wallet" className="flex flex-col gap-4">
              <p className="text-pretty">Permissions belong to an account. Connect the wallet that signed them.</p>
              <WayIn
                demo={settings.devnet}
                busy={wallet.busy}
                problem={wallet.problem}
                onDemo={wallet.connectDemo}
                onConnect={wallet.openConnect}
              />
            </section>
          )}
        </PermissionsPaper>
      </Shell>
      <DemoSheet desk={app.desk} chains={chains} />
      {wallet.connectOpen && (
        <Suspense>
          <ConnectIsland wagmi={app.wagmi} projectId={settings.walletConnectProjectId} onClose={wallet.closeConnect} />
        </Suspense>
      )}
    </>
  )
}
