'use client'

import { useEffect, useState } from 'react'
import { Overlays } from '@/components/palette/overlays'
import { AccountPlaceholder, ConnectButton } from '@/components/wallet/account-placeholder'
import { WayIn, type WayInChoice, WayInSkeleton } from '@/components/wallet/way-in'
import type { Chains } from '@/lib/chain/chains/chain'
import { missingParts } from '@/lib/missing-parts'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from './agent-info'
import { Shell } from './frame/shell'
import { SidePage } from './frame/side-page'
import { SidePageSkeleton } from './frame/side-page-skeleton'
import { Welcome } from './frame/welcome'
import { KeptOrSkeleton } from './kept/kept-or-skeleton'
import { beginKept, useKept } from './kept/use-kept'
import { currentConversationId, goToConversation, useConversationId, useSidePage } from './location'
import { comesBack, returningOwner } from './returning'
import type { RunningApp } from './running-app'

type Properties = { settings: PublicConfig; agents: readonly AgentInfo[] }

/** Loads the app: whole if an account comes back, because pieces would repeat what they share. */
const load = async () =>
  returningOwner() === null
    ? (await import('./running-app')).RunningApp
    : (await import('./whole/returning-app')).returningApp.RunningApp
const preload = () => void load().catch(() => {})
const isVisit = () => !comesBack()
// Starts with the page's own code, before the first paint: the wallet side is the heavier half. A visitor loads it
// with the first step towards a wallet, whatever the address.
if (typeof window !== 'undefined' && !isVisit()) {
  beginKept()
  preload()
  // Beside the app rather than after it.
  if (returningOwner() !== null && currentConversationId() !== null) import('./whole/returning-thread').catch(() => {})
}

/**
 * The only client island of the page. Renders a bare shell on the server and at first, then the running app once it has
 * loaded.
 */
export function ChatApp(properties: Properties) {
  const conversationId = useConversationId()
  const sidePage = useSidePage()
  const kept = useKept(properties.agents)
  const [Running, setRunning] = useState<typeof RunningApp | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isVisitor, setVisitor] = useState(false)
  const [choice, setChoice] = useState<WayInChoice | null>(null)
  useEffect(() => {
    if (choice === null && isVisit()) setVisitor(true)
    else missingParts.orMissing(load()).then((App) => setRunning(() => App), setFailure)
  }, [choice])
  // For the error boundary, which tells the person what to do.
  if (failure) throw failure
  if (Running) return <Running {...properties} choice={choice} kept={kept} />
  const connect = () => setChoice('own')
  const wayIn = isVisitor && (
    <WayIn
      demo={properties.settings.devnet}
      busy={choice}
      problem={null}
      onApproach={preload}
      onDemo={() => setChoice('demo')}
      onConnect={connect}
    />
  )
  const welcome = (
    <Welcome agents={properties.agents}>{wayIn || <WayInSkeleton demo={properties.settings.devnet} />}</Welcome>
  )
  return (
    <>
      <Shell
        devnet={properties.settings.devnet}
        onHome={() => goToConversation(null)}
        list={isVisitor ? null : sidePage ? 'coming' : 'if-returning'}
        account={isVisitor ? <ConnectButton onClick={connect} /> : <AccountPlaceholder />}
      >
        {sidePage ? (
          <SidePage name={sidePage}>{wayIn ? <div className="mt-8">{wayIn}</div> : <SidePageSkeleton />}</SidePage>
        ) : conversationId === null ? (
          welcome
        ) : (
          // Only the browser knows who comes back: the head of the page marks it before the first paint.
          <>
            {!isVisitor && (
              <div className="hidden in-data-returning:contents">
                <KeptOrSkeleton kept={kept} conversationId={conversationId} />
              </div>
            )}
            <div className="contents in-data-returning:hidden">{welcome}</div>
          </>
        )}
      </Shell>
      {isVisitor && (
        <Overlays
          agents={properties.agents}
          mayAsk={false}
          account={nobody}
          chains={noChains}
          actions={{
            connect,
            disconnect: nothing,
            switchChain: nothing,
            ...(properties.settings.devnet ? { demo: () => setChoice('demo') } : {}),
          }}
        />
      )}
    </>
  )
}

const nobody = { address: null, chainId: null }
const noChains: Chains = new Map()
const nothing = () => {}
