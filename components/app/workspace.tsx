'use client'

import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { NewsList } from '@/components/notifications/news-list'
import { openPalette } from '@/components/palette/overlay'
import { Overlays } from '@/components/palette/overlays'
import { Tooltips } from '@/components/ui/floating/tooltips'
import { Boundary } from '@/components/ui/page/boundary'
import { Coming } from '@/components/ui/page/coming'
import { useSlashKey } from '@/components/ui/page/keyboard'
import { NotLoaded } from '@/components/ui/page/not-loaded'
import { AccountSlot } from '@/components/wallet/account-slot'
import { DemoSheet } from '@/components/wallet/demo/demo-sheet'
import { SignInPanel } from '@/components/wallet/sign-in-panel'
import { useWalletActions, type WalletActions } from '@/components/wallet/use-wallet-actions'
import { WalletNotices } from '@/components/wallet/wallet-notices'
import { WayIn, type WayInChoice, WayInSkeleton } from '@/components/wallet/way-in'
import type { PublicConfig } from '@/lib/public-config'
import { useApp } from './app-context'
import { Arrivals, UnreadDot } from './arrivals'
import { ConnectDialog } from './connect-dialog'
import { Shell } from './frame/shell'
import { SidePage } from './frame/side-page'
import { SidePageSkeleton } from './frame/side-page-skeleton'
import { StorageBlocked } from './frame/storage-blocked'
import { Welcome } from './frame/welcome'
import { KeptOrSkeleton } from './kept/kept-or-skeleton'
import type { Kept } from './kept/use-kept'
import {
  clearLinkedText,
  goToConversation,
  goToSidePage,
  readLinkedText,
  type SidePageName,
  useConversationId,
  useSidePage,
} from './location'
import type { SignedInParts } from './signed-in'
import { useIdentity } from './work/use-identity'
import { useOpenWork } from './work/use-open-work'
import { type Work, WorkContext } from './work-context'

/** Contents of the side pages for the signed-in account. */
const sideContents: Readonly<Record<SidePageName, ComponentType>> = {
  settings: lazy(() => import('@/components/settings/settings')),
  permissions: lazy(() => import('@/components/permissions/permission-list')),
  plans: lazy(() => import('@/components/plans/plan-list')),
  activity: lazy(() => import('@/components/activity/activity')),
  portfolio: lazy(() => import('@/components/portfolio/portfolio')),
}
/** No pointer rests over a touch screen. */
const mayHover = () => window.matchMedia('(hover: hover)').matches

/** The running app: the account, what it may see, and the current conversation. */
export function Workspace({ choice, kept: keptBefore }: { choice: WayInChoice | null; kept: Kept | null }) {
  const app = useApp()
  const { settings, chains, agents } = app
  const identity = useIdentity(app)
  const { account, signedIn } = identity
  const reading = Object.values(useSyncExternalStore(app.reading.subscribe, app.reading.read)).join()
  const wallet = useWalletActions(app, account)
  const { work, parts, isBlocked } = useOpenWork(app, identity.owner)
  // A thread read for another account is not shown.
  const kept = work && keptBefore?.owner !== work.owner ? null : keptBefore
  const field = useRef<HTMLTextAreaElement>(null)
  const conversationId = useConversationId()
  const sidePage = useSidePage()
  const [linkedText, takeLink] = useLinkedText()
  useSlashKey(field)
  useWakeAfterSignIn(work, signedIn)
  useChosenWallet(choice, mayConnect(account), wallet)
  const actions = actionsOf(identity, wallet)
  const waiting = identity.pending || (identity.owner !== null && !work)
  const { panel, wayIn } = waysIn({ settings, identity, wallet, choice, waiting })
  const blank =
    (waiting || work) && conversationId !== null ? (
      <KeptOrSkeleton kept={kept} conversationId={conversationId} />
    ) : (
      <Welcome agents={agents}>{panel || wayIn || (waiting && <WayInSkeleton demo={settings.devnet} />)}</Welcome>
    )
  const listToCome = sidePage || conversationId !== null ? 'coming' : 'if-returning'
  return (
    <WorkContext value={work}>
      <Shell
        devnet={settings.devnet}
        onHome={() => goToConversation(null)}
        mark={work && <UnreadDot chat={work.chat} />}
        list={
          parts
            ? (close) => (
                <Conversations key={reading} List={parts.ConversationList} currentId={conversationId} close={close} />
              )
            : waiting
              ? listToCome
              : null
        }
        account={
          <>
            {parts && <parts.Tray />}
            <AccountSlot account={account} chains={chains} signedIn={signedIn} actions={actions} />
          </>
        }
      >
        {isBlocked && <StorageBlocked />}
        {sidePage ? (
          <SidePage name={sidePage}>
            {work && signedIn ? (
              // The settings themselves keep the focus.
              <SideContent name={sidePage} of={sidePage === 'settings' ? work.owner : `${work.owner} ${reading}`} />
            ) : waiting ? (
              <SidePageSkeleton />
            ) : (
              <div className="mt-8">{panel || wayIn}</div>
            )}
          </SidePage>
        ) : work && parts ? (
          <parts.Conversing
            key={work.owner}
            conversationId={conversationId}
            kept={kept}
            field={field}
            linkedText={linkedText}
            onLinkTaken={takeLink}
            mayAsk={signedIn}
            notice={
              <>
                {panel && <div className="mb-3">{panel}</div>}
                <WalletNotices wallet={wallet} fresh={conversationId === null} />
              </>
            }
          />
        ) : (
          blank
        )}
      </Shell>
      {work && <Told work={work} />}
      <Overlays
        agents={agents}
        mayAsk={work !== null && signedIn}
        account={account}
        chains={chains}
        actions={settings.devnet ? { ...actions, demo: wallet.connectDemo } : actions}
      />
      <DemoSheet approvals={app.approvals} chains={chains} />
      {work && mayHover() && <Tooltips />}
      {wallet.connectOpen && <ConnectDialog wallet={wallet} />}
    </WorkContext>
  )
}

type Identity = ReturnType<typeof useIdentity>

const mayConnect = ({ status }: Identity['account']) => status === 'disconnected'

/** Returns what the account's menu and the palette offer: the wallet's actions, the side pages, the session. */
function actionsOf({ signedIn, signIn, signOut }: Identity, wallet: WalletActions) {
  return {
    ...wallet.actions,
    settings: () => goToSidePage('settings'),
    permissions: () => goToSidePage('permissions'),
    plans: () => goToSidePage('plans'),
    activity: () => goToSidePage('activity'),
    portfolio: () => goToSidePage('portfolio'),
    ...(signedIn ? { signOut } : { signIn }),
  }
}

/** Returns what leads an account in: the panel to sign in, the choice of a wallet. False for what is not offered. */
function waysIn({
  settings,
  identity,
  wallet,
  choice,
  waiting,
}: {
  settings: PublicConfig
  identity: Identity
  wallet: WalletActions
  choice: WayInChoice | null
  waiting: boolean
}): { panel: ReactNode; wayIn: ReactNode } {
  const { account, session, signedIn, signIn } = identity
  const panel = account.address && !signedIn && !waiting && (
    <SignInPanel
      session={session}
      domain={settings.siwe.domain}
      walletName={account.connectorName ?? 'Your wallet'}
      onSignIn={signIn}
    />
  )
  const wayIn = (mayConnect(account) || (waiting && choice !== null && !account.address)) && (
    <WayIn
      demo={settings.devnet}
      busy={mayConnect(account) ? (wallet.busy ? 'demo' : null) : choice}
      problem={wallet.problem}
      onDemo={wallet.connectDemo}
      onConnect={wallet.openConnect}
    />
  )
  return { panel, wayIn }
}

/** Reads the text that a link puts into the composer, and a function that drops it once it is there. */
function useLinkedText(): [string, () => void] {
  const [linkedText, setLinkedText] = useState(readLinkedText)
  useEffect(clearLinkedText, [])
  return [linkedText, useCallback(() => setLinkedText(''), [])]
}

/** Takes up, once the account is signed in, what waits for that. */
function useWakeAfterSignIn(work: Work | null, signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn || !work) return
    work.chat.resumeAfterSignIn()
    work.outbox.wake()
    work.proposals.wake()
    work.list.wake()
  }, [signedIn, work])
}

/** Connects, once, the wallet that a visitor chose before this code was loaded. */
function useChosenWallet(
  choice: WayInChoice | null,
  mayConnect: boolean,
  { connectDemo, openConnect }: WalletActions,
): void {
  const chosen = useRef(choice)
  useEffect(() => {
    if (!mayConnect || chosen.current === null) return
    if (chosen.current === 'demo') connectDemo()
    else openConnect()
    chosen.current = null
  })
}

/** The list of conversations. `close` closes the drawer that it is in on a narrow screen. */
function Conversations({
  List,
  currentId,
  close,
}: {
  List: SignedInParts['ConversationList']
  currentId: string | null
  close: () => void
}) {
  return (
    <Boundary fallback={<NotLoaded />}>
      <List
        currentId={currentId}
        onPage={(name) => {
          goToSidePage(name)
          close()
        }}
        onCommands={() => {
          close()
          openPalette()
        }}
        onOpen={(id) => {
          goToConversation(id)
          close()
        }}
      />
    </Boundary>
  )
}

function SideContent({ name, of }: { name: SidePageName; of: string }) {
  const Content = sideContents[name]
  return (
    <Boundary key={name} fallback={<NotLoaded className="mt-6" />}>
      <Suspense
        fallback={
          <Coming missing={<NotLoaded className="mt-6" />}>
            <SidePageSkeleton />
          </Coming>
        }
      >
        <Content key={of} />
      </Suspense>
    </Boundary>
  )
}

/** Tells what happens while the person looks elsewhere. */
const Told = ({ work }: { work: Work }) => (
  <>
    <Arrivals chat={work.chat} />
    <NewsList newsroom={work.newsroom} />
  </>
)
