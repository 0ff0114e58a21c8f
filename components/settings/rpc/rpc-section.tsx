'use client'

import { useEffect, useId, useState } from 'react'
import { useApp } from '@/components/app/app-context'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { chainName } from '@/lib/chain/tokens/tokens'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { checkRpc } from './check-rpc'
import { type OwnRpcUrls, readRpcUrl } from './own-rpc'
import { allowRpc } from './rpc-origins'
import { keepTrials, type RpcTrial, takeTrials } from './rpc-trials'

const notStored = 'This browser did not store it, so nothing has changed.'

/** Chooses the nodes that this browser reads the chains from. */
export function RpcSection() {
  const { settings, ownRpc, reachable } = useApp()
  const [own, setOwn] = useState(ownRpc.read)
  const [busy, setBusy] = useState<number | null>(null)
  const [refused, setRefused] = useState<readonly RpcTrial[]>([])

  const refuse = (trials: readonly RpcTrial[]) => {
    // Lets the page connect to what is kept, and to nothing else.
    allowRpc(Object.values(ownRpc.read()))
    setRefused(trials)
  }
  const keep = (next: OwnRpcUrls): boolean => {
    if (!ownRpc.write(next)) return false
    allowRpc(Object.values(next))
    setOwn(next)
    return true
  }
  /** Uses the nodes that pass, and says of the others why not: in the next page, as this one is loaded again for the former. */
  const checkAll = async (trials: readonly RpcTrial[]) => {
    let next = ownRpc.read()
    const failed: RpcTrial[] = []
    for (const trial of trials) {
      const { chainId, url } = trial
      setBusy(chainId)
      const problem = trial.problem ?? (await checkRpc(url, { id: chainId, name: chainName(chainId) }))
      if (problem) failed.push({ ...trial, problem })
      else next = { ...next, [chainId]: url }
    }
    setBusy(null)
    if (next === ownRpc.read()) return refuse(failed)
    if (!keep(next)) return refuse(trials.map((trial) => ({ ...trial, problem: notStored })))
    keepTrials(failed)
    // The clients of the chains live as long as the page.
    location.reload()
  }
  const attempt = (chainId: number, text: string) => {
    setRefused([])
    const read = readRpcUrl(text)
    if ('problem' in read) return setRefused([{ chainId, url: text, problem: read.problem }])
    const trials = [{ chainId, url: read.url }]
    if (reachable.includes(new URL(read.url).origin)) return void checkAll(trials)
    if (!keepTrials(trials)) return refuse([{ chainId, url: text, problem: notStored }])
    allowRpc([...Object.values(ownRpc.read()), read.url])
    location.reload()
  }
  const giveUp = (chainId: number) => {
    const { [chainId]: url = '', ...rest } = ownRpc.read()
    if (keep(rest)) location.reload()
    else refuse([{ chainId, url, problem: notStored }])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the reload that lets the page connect
  useEffect(() => {
    const trials = takeTrials()
    if (trials.length > 0) void checkAll(trials)
  }, [])
  return (
    <section aria-labelledby="rpc-heading" className="mt-12 border-t pt-6">
      <h2 id="rpc-heading" className="text-lead font-semibold">
        Networks
      </h2>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        This browser reads balances, checks and simulates through these nodes. Use one of your own only if you trust it:
        cards show what it answers. Your wallet and the agent service use their own. The page reloads when you change
        one.
      </p>
      <ul className="mt-4 border-t">
        {settings.chains.map(({ id, rpcUrl }) => {
          const problem = refused.find(({ chainId }) => chainId === id)
          return (
            <Row
              // The key shows the address again that a check has refused.
              key={`${id}:${problem?.url ?? ''}`}
              chainId={id}
              usual={new URL(rpcUrl).host}
              own={own[id] ?? null}
              entered={problem?.url ?? ''}
              problem={problem?.problem ?? null}
              busy={busy === id}
              onUse={(text) => attempt(id, text)}
              onGiveUp={() => giveUp(id)}
            />
          )
        })}
      </ul>
    </section>
  )
}

function Row({
  chainId,
  usual,
  own,
  entered,
  problem,
  busy,
  onUse,
  onGiveUp,
}: {
  chainId: number
  /** Host of the app's node. */
  usual: string
  own: string | null
  entered: string
  problem: string | null
  busy: boolean
  onUse: (text: string) => void
  onGiveUp: () => void
}) {
  const id = useId()
  const [text, setText] = useState(entered)
  const name = chainName(chainId)
  return (
    <li className="border-b py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <label htmlFor={id} className="flex items-center gap-2 font-medium">
          <ChainIcon chainId={chainId} size={18} /> {name}
        </label>
        <p className="min-w-0 text-small text-ink-muted [overflow-wrap:anywhere]">
          {own === null ? `This app’s node, ${usual}` : `Your node, ${new URL(own).host}`}
        </p>
      </div>
      <form
        className="mt-2 flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onUse(text)
        }}
      >
        <input
          id={id}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => setText(event.target.value)}
          className="field min-h-11 min-w-0 flex-1 basis-40 rounded-control border border-rule-strong bg-paper-raised px-3 text-small"
        />
        <Button type="submit" busy={busy} disabled={text.trim() === ''}>
          {busy ? 'Checking' : 'Check and use'}
        </Button>
        {own !== null && (
          <Button look="quiet" onClick={onGiveUp} aria-label={`Use this app’s node for ${name}`}>
            Use the app’s
          </Button>
        )}
      </form>
      {problem && (
        <Notice tone="warn" role="alert" className="mt-2" title="This node is not used">
          <span id={`${id}-problem`}>{problem}</span>
        </Notice>
      )}
    </li>
  )
}
