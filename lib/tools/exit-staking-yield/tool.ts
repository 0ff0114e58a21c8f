import { chainName } from '@/lib/chain/tokens/tokens'
import { pinnedVault } from '@/lib/chain/yields/pinned-vaults'
import { loadPart } from '../part'
import { someone } from '../shared/examples'
import { wholeText } from '../staking/amount'
import type { StakingDetails } from '../staking/details'
import { keptStaking } from '../staking/kept'
import type { Tool } from '../tool'
import { type ExitParameters, exitSchema } from './parameters'

export const exitStakingYield: Tool<ExitParameters, StakingDetails> = {
  name: 'exit_staking_yield',
  kind: 'transaction',
  schema: exitSchema,
  kept: keptStaking,
  label: 'Withdraw',
  actions: () => ['unstake', 'withdraw', 'claim'],
  headline: ({ amount }) =>
    amount === 'all' ? 'Withdraw everything from a staking position' : `Withdraw ${amount} from a staking position`,
  // The call names its vault by an id, and no token: the app's own list says what they are.
  done: ({ yieldId, amount }) => {
    const vault = pinnedVault(yieldId)
    const sum = amount === 'all' ? 'all' : wholeText(amount, 'in')
    return vault && sum !== null
      ? `Withdrew ${sum} ${vault.asset.symbol} from ${vault.pool} on ${chainName(vault.chainId)}`
      : 'The withdrawal from the vault is done'
  },
  moves: () => null,
  purpose: 'Propose to unstake. `amount` in whole tokens.',
  lie: null,
  examples: {
    least: { yieldId: 'local-usdc', amount: '100' },
    full: { yieldId: 'local-usdc', amount: '100', walletAddress: someone },
  },
  prepare: async (...asked) => (await loadPart(() => import('./prepare'))).prepareExit(...asked),
}
