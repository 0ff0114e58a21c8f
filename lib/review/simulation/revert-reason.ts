import { decodeErrorResult, type Hex, parseAbi } from 'viem'
import { cleanChainString } from '@/lib/wire/text'

/** Named errors of common contracts: OpenZeppelin's tokens and vaults, Aave V4, proxies. */
const knownErrors = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidSpender(address spender)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC721InvalidReceiver(address receiver)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
  'error ERC1155InvalidReceiver(address receiver)',
  'error ERC1155MissingApprovalForAll(address operator, address owner)',
  'error ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max)',
  'error ERC4626ExceededMaxWithdraw(address owner, uint256 assets, uint256 max)',
  'error ERC4626ExceededMaxRedeem(address owner, uint256 shares, uint256 max)',
  'error SafeERC20FailedOperation(address token)',
  'error OwnableUnauthorizedAccount(address account)',
  'error EnforcedPause()',
  'error HealthFactorBelowThreshold()',
  'error ReserveNotListed()',
  'error ReservePaused()',
  'error ReserveFrozen()',
  'error ReserveNotBorrowable()',
  'error Unauthorized()',
  'error MaximumUserReservesExceeded()',
])

/** Explanations of errors. Others are shown by name. */
const explained: Readonly<Record<string, string>> = {
  ERC20InsufficientBalance: 'the account does not hold enough of the token',
  ERC20InsufficientAllowance: 'the contract is not allowed to take enough of the token',
  ERC721IncorrectOwner: 'the account does not own this token',
  ERC721InsufficientApproval: 'the account may not move this token',
  ERC721NonexistentToken: 'this token does not exist',
  ERC721InvalidReceiver: 'the recipient cannot take NFTs',
  ERC1155InvalidReceiver: 'the recipient cannot take NFTs',
  ERC1155InsufficientBalance: 'the account does not hold enough of this token',
  ERC4626ExceededMaxWithdraw: 'the vault does not allow this much to be withdrawn now',
  ERC4626ExceededMaxRedeem: 'the vault does not allow this much to be withdrawn now',
  ERC4626ExceededMaxDeposit: 'the vault does not accept this much',
  EnforcedPause: 'the contract is paused',
  HealthFactorBelowThreshold: 'the loan would no longer be covered by its collateral',
  ReserveNotListed: 'the market does not list this asset',
  ReservePaused: 'the market has paused this asset',
  ReserveFrozen: 'the market has frozen this asset',
  ReserveNotBorrowable: 'the market does not lend this asset',
}

/** Panic codes of the Solidity documentation ("Panic via assert and Error via require"). */
const panics: Readonly<Record<string, string>> = {
  '1': 'a failed assertion',
  '17': 'an arithmetic overflow or underflow',
  '18': 'a division by zero',
  '33': 'a bad enum value',
  '50': 'an index out of bounds',
  '65': 'too much memory',
}

/** Explains to people why a call reverted, from its return data. Quotes texts of the contract. */
export function revertReason(returned: Hex): string {
  if (returned === '0x') return 'the contract gave no reason'
  try {
    const { errorName, args } = decodeErrorResult({ abi: knownErrors, data: returned })
    if (errorName === 'Error') return `the contract says “${cleanChainString(args[0], 120)}”`
    if (errorName === 'Panic') return `the contract failed with ${panics[String(args[0])] ?? `panic code ${args[0]}`}`
    return explained[errorName] ?? `the contract refused with ${errorName}`
  } catch {
    // Only the selector of an unknown error can be shown.
    return `the contract refused with an unknown error (${returned.slice(0, 10)})`
  }
}
