import { parseAbi } from 'viem'

/** Functions of a Spoke that an account calls and reads (aave-address-book, ISpokeV4). */
export const spokeAbi = parseAbi([
  'struct Account { uint256 riskPremium; uint256 avgCollateralFactor; uint256 healthFactor; uint256 totalCollateralValue; uint256 totalDebtValueRay; uint256 activeCollateralCount; uint256 borrowCount; }',
  'function supply(uint256 reserveId, uint256 amount, address onBehalfOf) returns (uint256 shares, uint256 amount)',
  'function withdraw(uint256 reserveId, uint256 amount, address onBehalfOf) returns (uint256 shares, uint256 amount)',
  'function borrow(uint256 reserveId, uint256 amount, address onBehalfOf) returns (uint256 shares, uint256 amount)',
  'function repay(uint256 reserveId, uint256 amount, address onBehalfOf) returns (uint256 shares, uint256 amount)',
  'function setUsingAsCollateral(uint256 reserveId, bool usingAsCollateral, address onBehalfOf)',
  'function multicall(bytes[] data) returns (bytes[])',
  'function getUserAccountData(address user) view returns (Account)',
  'function getUserSuppliedAssets(uint256 reserveId, address user) view returns (uint256)',
  'function getUserTotalDebt(uint256 reserveId, address user) view returns (uint256)',
])
