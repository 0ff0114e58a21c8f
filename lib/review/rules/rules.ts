import {
  contractRecipientRule,
  emptyTargetRule,
  lookalikeRule,
  lostRecipientRule,
  provenanceRule,
  unusedRecipientRule,
} from './address-rules'
import { approvalRule, encodingRule, operatorRule } from './approval-rules'
import { emptyingRule, inflowRule, outflowRule } from './effect-rules'
import { intentRule } from './intent-rule'
import { proxyRule } from './proxy-rule'
import type { Rule } from './rule'
import { fundsRule, revertRule } from './simulation-rules'
import { accountRule, chainRule } from './wallet-rules'

/** Every rule that a plan goes through, in the order of the catalogue. G23 is `compareReviews`. */
export const rules: readonly Rule[] = [
  accountRule,
  chainRule,
  revertRule,
  fundsRule,
  outflowRule,
  inflowRule,
  provenanceRule,
  lookalikeRule,
  unusedRecipientRule,
  lostRecipientRule,
  contractRecipientRule,
  emptyTargetRule,
  proxyRule,
  approvalRule,
  operatorRule,
  encodingRule,
  emptyingRule,
  intentRule,
]
