import { z } from 'zod'

/** Why a sign-in failed. `message` is for a person. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
}

export const serviceDown =
  'The service is not responding, so you could not be signed in. Nothing was sent. Try again in a moment.'
export const cookieLost =
  'The service accepted the signature, but this browser did not keep the session. Allow cookies for this site, then sign in again.'
export const couldNotAsk =
  'The service is not responding, so it is not known whether you are still signed in. Try again in a moment.'
export const unusableNonce =
  'The service sent a one-time code that cannot be used in a sign-in message, so you could not be signed in. Nothing was signed.'
export const otherAccount = 'The wallet is on a different account from the one signed in. Sign in with it to continue.'

const declined = 'You declined the signature in your wallet, so you are not signed in. Nothing was sent.'
const walletFailed =
  'The wallet could not sign. Unlock it, check that the account is the right one, and try again. Nothing was sent.'

export function wordsOf(error: unknown): string {
  return error instanceof SignInError ? error.message : serviceDown
}

/** Builds the error for a wallet that gave no signature. */
export const walletRefusal = (cause: unknown): SignInError =>
  new SignInError(isRejection(cause) ? declined : walletFailed, { cause })

/** Finds EIP-1193 code 4001, wherever a wallet library has put it. */
function isRejection(error: unknown): boolean {
  for (let each = error; each instanceof Error || (typeof each === 'object' && each !== null); ) {
    if ('code' in each && each.code === 4001) return true
    if ('name' in each && each.name === 'UserRejectedRequestError') return true
    if (!('cause' in each) || each.cause === each) return false
    each = each.cause
  }
  return false
}

const failureSchema = z.object({ message: z.string().optional(), code: z.string().optional() })

/** Builds the error for a refusal by the service. */
export function serviceRefusal(status: number, answer: unknown): SignInError {
  const { code = '', message = '' } = failureSchema.safeParse(answer).data ?? {}
  return new SignInError(wordsFor(status, code, message), { cause: answer })
}

function wordsFor(status: number, code: string, message: string): string {
  if (status === 429) return 'Too many attempts to sign in. Wait a minute, then try again.'
  if (code === 'UNSUPPORTED_CHAIN')
    return 'The wallet is on a network that is not supported here. Switch it to another network, then sign in again.'
  if (code === 'CHAIN_UNREACHABLE')
    return 'The network could not be asked to check that the signature is your account’s. Sign in again in a moment.'
  if (status >= 500) return serviceDown
  if (/nonce/i.test(`${code} ${message}`))
    return 'The sign-in took too long and its one-time code is no longer valid. Sign in again.'
  return 'The service did not accept the signature, so you are not signed in. Sign in again with the account shown.'
}
