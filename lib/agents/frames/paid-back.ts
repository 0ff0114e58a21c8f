/** "Pay Tom back", "pay my brother back". */
const ofPerson =
  /^\s+(?:(?!(?:it|all|half|that|this|some|everything|what|usdc|usdt|dai|w?eth|wbtc)$)[a-z]+|(?:my|our|the)\s+(?:brother|sister|mum|mom|dad|father|mother|friend|boss|wife|husband|son|daughter|cousin|aunt|uncle|neighbou?r|landlord|flatmate|roommate|colleague)s?)$/i

/** "pay back" would read as paying somebody. */
export const withRepay = (text: string): string =>
  text
    .replace(/\b(?:pay)\s+(?:(?=back\b|off\b))(?:back|off)\b/gi, 'repay')
    // "Pay Tom back" is a payment to Tom.
    .replace(/\bpay((?:\s+\S+){1,5}?)\s+back\b/gi, (_, what: string) =>
      ofPerson.test(what) ? `pay${what}` : `repay${what}`,
    )
