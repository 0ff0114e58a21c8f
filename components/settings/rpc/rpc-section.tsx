'use client'

import { useEffect, useId, useState } from 'react'
import { z } from 'zod'
import { useApp } from '@/components/app/app-context'
import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { chainName } from '@/lib/chain/tokens/tokens'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { checkRpc } from './check-rpc'
import { type OwnRpcUrls, readRpcUrl } from './own-rpc'
import { allowRpc } from './rpc-origins'

/** Chooses the nodes that this browser reads the chains from. */
export function RpcSection() {
  const { settings, ownRpc, reachable } = useApp()
  const [own, setOwn] = useState(ownRpc.read)
  const [busy, setBusy] = useState<number | null>(null)
  const [problem, setProblem] = useState<{ chainId: number; url: string; words: string } | null>(null)

  const refuse = (chainId: number, url: string, words: string) => {
    // Lets the page connect to what is kept, and to nothing else.
    allowRpc(Object.values(ownRpc.read()))
    setProblem({ chainId, url, words })
  }
  const keep = (next: OwnRpcUrls, chainId: number, url: string) => {
    if (!ownRpc.write(next)) return refuse(chainId, url, 'This browser did not store it, so nothing has changed.')
    allowRpc(Object.values(next))
    setOwn(next)
    // The clients of the chains live as long as the page.
    location.reload()
  }
  const check = async (chainId: number, url: string) => {
    setBusy(chainId)
    const wrong = await checkRpc(url, { id: chainId, name: chainName(chainId) })
    setBusy(null)
    if (wrong) refuse(chainId, url, wrong)
    else keep({ ...ownRpc.read(), [chainId]: url }, chainId, url)
  }
  const attempt = (chainId: number, text: string) => {
    setProblem(null)
    const read = readRpcUrl(text)
    if ('problem' in read) return setProblem({ chainId, url: text, words: read.problem })
    if (reachable.includes(new URL(read.url).origin)) return void check(chainId, read.url)
    if (!keepTrial({ chainId, url: read.url }))
      return refuse(chainId, text, 'This browser did not store it, so nothing has changed.')
    allowRpc([...Object.values(ownRpc.read()), read.url])
    location.reload()
  }
  const giveUp = (chainId: number) => {
    const { [chainId]: url = '', ...rest } = ownRpc.read()
    keep(rest, chainId, url)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the reload that lets the page connect
  useEffect(() => {
    const trial = takeTrial()
    if (trial) void check(trial.chainId, trial.url)
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
        {settings.chains.map(({ id, rpcUrl }) => (
          <Row
            // The key shows the address again that a check has refused.
            key={`${id}:${problem?.chainId === id ? problem.url : ''}`}
            chainId={id}
            usual={new URL(rpcUrl).host}
            own={own[id] ?? null}
            entered={problem?.chainId === id ? problem.url : ''}
            problem={problem?.chainId === id ? problem.words : null}
            busy={busy === id}
            onUse={(text) => attempt(id, text)}
            onGiveUp={() => giveUp(id)}
          />
        ))}
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

/** A node to be checked after the page has reloaded, which lets it connect there. */
const trialSchema = z.object({ chainId: z.int(), url: z.string() })
type RpcTrial = z.infer<typeof trialSchema>

const key = 'countersign.rpc-trial'

/** Keeps a trial over the reload of this tab. Returns false if the browser does not allow it. */
function keepTrial(trial: RpcTrial): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(trial))
    return true
  } catch {
    return false
  }
}

/** Returns the trial of this tab, once. */
function takeTrial(): RpcTrial | null {
  try {
    const trial = trialSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    sessionStorage.removeItem(key)
    return trial.data ?? null
  } catch {
    return null
  }
}
