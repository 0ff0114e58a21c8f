import type { StakingDetails } from '../staking/details'
import { keptStaking } from '../staking/kept'
import type { Tool } from '../tool'
import { type ExitParameters, exitSchema } from './parameters'
import { prepareExit } from './prepare'

export const exitStakingYield: Tool<ExitParameters, StakingDetails> = {
  name: 'exit_staking_yield',
  kind: 'transaction',
  schema: exitSchema,
  kept: keptStaking,
  headline: ({ amount }) =>
    amount === 'all' ? 'Withdraw everything from a staking position' : `Withdraw ${amount} from a staking position`,
  prepare: prepareExit,
}
