import type { Figure } from '@/lib/tools/figure'
import type { Answer, Check, Judged, Probe, Trial } from '@/lib/tools/tool'
import { type RuleContext, Unavailable } from '../context'
import type { Rule } from '../rules/rule'
import { reasonOf } from './rpc'
import type { Tried } from './simulate'
import type { NotSimulated } from './simulated-block'

/** Answers to the tool's probes, and outcomes of its trials. */
export type Measured = {
  /** Answers to the reads of all probes, in order. Null without a simulation. */
  probed: { before: readonly Answer[]; after: readonly Answer[] } | null
  /** Outcomes in the order of the trials. Empty if nothing could be asked. */
  tried: readonly (Tried | NotSimulated)[]
}

type Measures = {
  /** Rules to run with those of the catalogue, as strictly: a judge that throws is UNVERIFIED. */
  rules: readonly Rule[]
  /** Measurements of the judges that succeeded. */
  figures: readonly Figure[]
}

/** Lets the tool's probes and trials judge the simulation. Calls each judge once. */
export function judgeMeasures(
  { probes, trials }: { probes: readonly Probe[]; trials: readonly Trial[] },
  { probed, tried }: Measured,
  context: RuleContext,
): Measures {
  let at = 0
  const ofProbes = probes.map((probe) => {
    const from = at
    at += probe.reads.length
    const to = at
    return judged(probe, context, () => {
      if (!probed) throw new Unavailable('the simulation could not be read')
      return probe.judge({ before: probed.before.slice(from, to), after: probed.after.slice(from, to) })
    })
  })
  const ofTrials = trials.map((trial, index) => judged(trial, context, () => judgeTrial(trial, tried[index])))
  const all = [...ofProbes, ...ofTrials]
  return { rules: all.map(({ rule }) => rule), figures: all.flatMap(({ figures }) => figures) }
}

/** Starts all of the tool's checks in the tick of the call. A check that fails becomes an UNVERIFIED rule. */
export async function makeChecks(checks: readonly Check[], signal: AbortSignal): Promise<Measures> {
  const made = await Promise.all(
    checks.map(async ({ id, about, ask }) => {
      try {
        const { findings, figures = [] } = await ask(signal)
        return { rule: { id, about, check: () => findings }, figures }
      } catch (error) {
        return { rule: failed({ id, about }, new Unavailable(reasonOf(error))), figures: [] }
      }
    }),
  )
  return { rules: made.map(({ rule }) => rule), figures: made.flatMap(({ figures }) => figures) }
}

function judgeTrial(trial: Trial, tried: Tried | NotSimulated | undefined): Judged {
  switch (tried?.kind) {
    case undefined:
      throw new Unavailable('it was not tried')
    case 'underfunded':
      throw new Unavailable('the account could not pay for trying it')
    case 'unsupported':
    case 'unreachable':
      throw new Unavailable(tried.reason)
    case 'tried': {
      if (tried.plan.some(({ ok }) => !ok)) throw new Unavailable('the plan failed when it was tried a second time')
      const { before, between, after, steps } = tried
      return trial.judge({ steps: steps.map(({ ok, returned }) => ({ ok, returned })), before, between, after })
    }
  }
}

/** Turns a judge into a rule. An error of the judge is thrown again when the rules run, like any rule's error. */
function judged(
  { id, about }: Pick<Probe | Trial, 'id' | 'about'>,
  context: RuleContext,
  judge: () => Judged,
): { rule: Rule; figures: readonly Figure[] } {
  try {
    // Throws if the plan was not simulated or one of its steps fails.
    context.effects()
    const { findings, figures = [] } = judge()
    return { rule: { id, about, check: () => findings }, figures }
  } catch (error) {
    return { rule: failed({ id, about }, error), figures: [] }
  }
}

const failed = ({ id, about }: Pick<Rule, 'id' | 'about'>, error: unknown): Rule => ({
  id,
  about,
  check: () => {
    throw error
  },
})
