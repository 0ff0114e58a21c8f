import { Amount } from '@/components/ui/text/amount'
import { exactAmount, formatPrice } from '@/components/ui/text/figures'
import type { SendDetails } from '@/lib/tools/send-native-gas-token/parameters'
import type { BodyProps } from '../frame/body-props'
import { CardDetails } from '../frame/card-details'
import { CardTitle } from '../frame/card-title'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { Recipient } from './recipient'

/** A native send: the amount, and the recipient's full address. */
export function SendBody({ details, view }: BodyProps<SendDetails>) {
  const { facts, amount, to, chainName } = details
  return (
    <div className="flex flex-col gap-3">
      <CardTitle>
        Send{' '}
        {facts ? (
          <Amount value={amount} decimals={facts.token.decimals} symbol={facts.token.symbol} listed />
        ) : (
          <span className="figures">{exactAmount(amount, 0)} wei</span>
        )}{' '}
        on {chainName}
      </CardTitle>
      <Recipient to={to} facts={facts?.recipient} review={view.review} />
      {facts && (
        <CardDetails>
          <DetailRows>
            <DetailRow label="Your balance">
              <Amount
                value={facts.balance}
                decimals={facts.token.decimals}
                symbol={facts.token.symbol}
                listed
                way="in"
              />
            </DetailRow>
            <DetailRow label="Recipient’s balance">
              <Amount
                value={facts.recipient.balance}
                decimals={facts.token.decimals}
                symbol={facts.token.symbol}
                listed
                way="in"
              />
            </DetailRow>
            <DetailRow label="Transactions by the recipient">
              <span className="figures">{facts.recipient.nonce}</span>
            </DetailRow>
            {facts.price && (
              <DetailRow label={`Price of ${facts.token.symbol}`}>
                <span className="figures">{formatPrice(facts.price.usd)}</span> · {facts.price.source}
              </DetailRow>
            )}
          </DetailRows>
        </CardDetails>
      )}
    </div>
  )
}
