import { lookalikeRule, provenanceRule } from './addresses/address-rules'
import { imitationRule } from './addresses/imitation-rule'
import { paymentRule } from './addresses/payment-rule'
import { contractRecipientRule, firstTimeRule, lostRecipientRule } from './addresses/recipient-rules'
import { writtenNameRule } from './addresses/written-name-rule'
import { approvalRule } from './contracts/approval-rules'
import { contractAgeRule, emptyTargetRule, proxyRule, selectorRule } from './contracts/contract-rules'
import { encodingRule } from './contracts/encoding-rule'
import { keptRule } from './contracts/kept-rule'
import { permissionRule } from './contracts/permission-rules'
import { proxiedRule } from './contracts/proxied-rule'
import { revocationRule } from './contracts/revocation-rule'
import type { Rule } from './rule'
import { basisRule } from './value/basis-rule'
import { budgetRule } from './value/budget-rule'
import { emptyingRule, inflowRule, outflowRule } from './value/effect-rules'
import { exchangeRule } from './value/exchange-rule'
import { feeRule } from './value/fee-rule'
import { poolRule } from './value/pool-rule'
import { requestRule } from './value/request-rule'
import { fundsRule, revertRule } from './value/simulation-rules'
import { accountRule, chainRule } from './wallet-rules'

/** All rules for a plan, in the order of the catalogue. G23 is `compareReviews`. */
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
  budgetRule,
  revocationRule,
  paymentRule,
  exchangeRule,
  proxiedRule,
  feeRule,
  poolRule,
  keptRule,
  basisRule,
  requestRule,
]
