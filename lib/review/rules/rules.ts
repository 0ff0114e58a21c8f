import { lookalikeRule, provenanceRule } from './address-rules'
import { approvalRule } from './approval-rules'
import { budgetRule } from './budget-rule'
import { contractAgeRule, emptyTargetRule, proxyRule, selectorRule } from './contract-rules'
import { emptyingRule, inflowRule, outflowRule } from './effect-rules'
import { encodingRule } from './encoding-rule'
import { exchangeRule } from './exchange-rule'
import { feeRule } from './fee-rule'
import { imitationRule } from './imitation-rule'
import { intentRule } from './intent-rule'
import { keptRule } from './kept-rule'
import { collectionNameRule, networkNameRule, tokenNameRule } from './names-rule'
import { paymentRule } from './payment-rule'
import { permissionRule } from './permission-rules'
import { poolRule } from './pool-rule'
import { proxiedRule } from './proxied-rule'
import { contractRecipientRule, firstTimeRule, lostRecipientRule } from './recipient-rules'
import { revocationRule } from './revocation-rule'
import type { Rule } from './rule'
import { fundsRule, revertRule } from './simulation-rules'
import { accountRule, chainRule } from './wallet-rules'
import { writtenNameRule } from './written-name-rule'

/** Every rule that a plan goes through, in the order of the catalogue. G23 is `compareReviews`. */
export const rules: readonly Rule[] = [
  accountRule,
  chainRule,
  revertRule,
  fundsRule,
  outflowRule,
  inflowRule,
  imitationRule,
  provenanceRule,
  writtenNameRule,
  lookalikeRule,
  firstTimeRule,
  lostRecipientRule,
  contractRecipientRule,
  emptyTargetRule,
  proxyRule,
  contractAgeRule,
  approvalRule,
  permissionRule,
  encodingRule,
  selectorRule,
  emptyingRule,
  intentRule,
  networkNameRule,
  tokenNameRule,
  collectionNameRule,
  budgetRule,
  revocationRule,
  paymentRule,
  exchangeRule,
  proxiedRule,
  feeRule,
  poolRule,
  keptRule,
]
