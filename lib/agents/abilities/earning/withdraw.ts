import { isAddressEqual } from 'viem'
import type { Job } from '../../meaning/job'
import { ask } from '../../replies/questions'
import { answerLending } from '../lending/lend'
import { list, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { lendingOf } from './earn'
import { answerUnstake, stakedPositionsIn, stakedPositionText } from './stake'
import { takes } from './yield-words'

/** Answers a withdrawal that names no place: from the only place there is, or with a question. */
export async function answerWithdrawal(job: Job & { act: 'withdraw' }, scene: Scene): Promise<Reply> {
  const [held, positions] = await Promise.all([stakedPositionsIn(scene), lendingOf(scene)])
  const symbol = job.token?.symbol
  const isThere = (id: number) => job.chain?.id === undefined || job.chain.id === id
  const vaults = held.filter(
    ({ chain, position }) => isThere(chain.id) && (symbol === undefined || takes(position, symbol, chain) !== null),
  )
  const supplied = positions.filter(
    ({ chain, reserves }) =>
      isThere(chain.id) &&
      reserves.some((reserve) => {
        const token = chain.tokens.find(({ address }) => isAddressEqual(address, reserve.token))
        const isWrapped = symbol === chain.viemChain.nativeCurrency.symbol && token?.address === chain.wrappedNative
        return reserve.supplied > 0n && (symbol === undefined || token?.symbol === symbol || isWrapped)
      }),
  )
  if (vaults.length === 0) return answerLending(job, scene)
  if (supplied.length === 0) return answerUnstake({ ...job, act: 'unstake' }, scene)
  const markets = list(supplied.map(({ market, chain }) => `${market.name} on ${chain.name}`))
  const what = symbol ?? 'it'
  return say(
    ask(
      'action',
      `You have ${what} in ${markets} and ${list(vaults.map(stakedPositionText))}. Say “withdraw ${what} from lending” or “unstake ${what}”, with how much.`,
    ),
  )
}
