import { parseAbi } from 'viem'

export const routerAbi = parseAbi([
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
])

export const wrappedAbi = parseAbi(['function deposit() payable'])

export const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

export const postcardsAbi = parseAbi([
  'function mint(address to) returns (uint256 id)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])

export const badgesAbi = parseAbi(['function mint(address to, uint256 id, uint256 amount)'])

export const feedAbi = parseAbi([
  'function setAnswers(int256[] answers, uint256 step)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function getRoundData(uint80 round) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

export const lendingAbi = parseAbi([
  'function addReserve(address token, address priceFeed, uint16 collateralFactorBps, uint256 yearlyRateRay) returns (uint256 reserveId)',
  'function supply(uint256 reserveId, uint256 amount, address user) returns (uint256 shares, uint256 amount)',
])

export const registryAbi = parseAbi(['function register(string agentURI) returns (uint256)'])

export const namesAbi = parseAbi(['function setRecord(bytes32 node, uint256 coinType, bytes record)'])

export const vaultAbi = parseAbi([
  'function totalAssets() view returns (uint256)',
  'function balanceOf(address holder) view returns (uint256)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
  'function unlockAt(address holder) view returns (uint256)',
  'function deposit(uint256 assets, address receiver) returns (uint256 shares)',
  'function withdraw(uint256 assets, address receiver, address owner) returns (uint256 shares)',
  'function redeem(uint256 shares, address receiver, address owner) returns (uint256 assets)',
])

export const diamondAbi = parseAbi([
  'struct Swap { bytes32 transactionId; string integrator; address receiver; uint256 amount; uint256 fee; uint256 minAmountOut; address[] path; bool nativeIn; bool nativeOut; }',
  'struct Bridge { bytes32 transactionId; string bridge; string integrator; address sendingAssetId; address receivingAssetId; address receiver; uint256 amount; uint256 fee; uint256 minAmountOut; uint256 destinationChainId; }',
  'function swap(Swap order) payable',
  'function startBridge(Bridge order) payable',
  'function completeBridge(bytes32 transactionId, address asset, address receiver, uint256 amount)',
  'function completed(bytes32 transactionId) view returns (bool)',
  'event LiFiGenericSwapCompleted(bytes32 indexed transactionId, string integrator, string referrer, address receiver, address fromAssetId, address toAssetId, uint256 fromAmount, uint256 toAmount)',
  'event LiFiTransferStarted(bytes32 indexed transactionId, string bridge, address sendingAssetId, address receivingAssetId, address receiver, uint256 amount, uint256 minAmountOut, uint256 destinationChainId)',
  'event LiFiTransferCompleted(bytes32 indexed transactionId, address receivingAssetId, address receiver, uint256 amount, uint256 timestamp)',
])
