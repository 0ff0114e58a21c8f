import { isAddressEqual } from 'viem'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { Rule } from './rule'

/**
 * G2: a plan is made for one account, so no other account may be asked to sign it.
 *
 * @finds BLOCK where the proposal names another wallet, no wallet is connected, or the account has changed.
 * @source EIP-1193
 */
export const accountRule: Rule = {
  id: 'G2',
  about: 'whether the connected account is the one this was prepared for',
  check: ({ plan, wallet }) => {
    if (!wallet)
      return {
        level: 'BLOCK',
        title: 'No wallet is connected.',
        observed: plan.account,
        why: 'This was prepared for the account shown. Connect it to continue.',
      }
    if (isAddressEqual(wallet.account, plan.account)) return null
    return {
      level: 'BLOCK',
      title: 'Another account is connected.',
      terms: { claim: 'Prepared for', observed: 'Connected' },
      claim: plan.account,
      observed: wallet.account,
      why: 'This was prepared for another account. Switch back to it in the wallet, or ask again with this one.',
      fix: { kind: 'refresh', label: 'Prepare for the connected account' },
    }
  },
}

/**
 * G3: all steps must be on one chain that this app serves and that both the node and the wallet are on.
 *
 * @finds BLOCK where the app does not serve the chain, the steps are on several chains, or the node or the wallet is on
 * another one. The card offers to switch; it never switches unasked.
 * @source Coinspect PERM-009
 */
export const chainRule: Rule = {
  id: 'G3',
  about: 'whether the node is on the right chain',
  check: ({ plan, wallet, chain, nodeChainId }) => {
    const [first] = plan.steps
    const other = plan.steps.find(({ chainId }) => chainId !== first.chainId)
    if (other)
      return {
        level: 'BLOCK',
        title: 'The steps are on different chains.',
        observed: `Chains ${first.chainId} and ${other.chainId}`,
        why: 'Each chain has to be approved separately. Ask for one chain at a time.',
      }
    if (!chain)
      return {
        level: 'BLOCK',
        title: `Chain ${first.chainId} is not supported here.`,
        why: 'Nothing on it can be checked, so nothing on it can be approved.',
      }
    const answered = nodeChainId()
    if (answered !== BigInt(chain.id))
      return {
        level: 'BLOCK',
        title: 'The node is on another chain.',
        claim: `${chain.name} (chain ${chain.id})`,
        terms: { claim: 'The transaction is for', observed: 'The node is on' },
        observed: `Chain ${answered}`,
        why: 'The balances and effects it reports are not from the chain you would sign for. Tell the people who run this app.',
      }
    if (wallet && wallet.chainId !== chain.id)
      return {
        level: 'BLOCK',
        title: `Your wallet is on another chain.`,
        claim: `${chain.name} (chain ${chain.id})`,
        terms: { claim: 'The transaction is for', observed: 'Your wallet is on' },
        observed: `${chainName(wallet.chainId)} (chain ${wallet.chainId})`,
        why: 'Switch the wallet to continue.',
        fix: { kind: 'switch-chain', label: `Switch to ${chain.name}`, chainId: chain.id },
      }
    return null
  },
}
