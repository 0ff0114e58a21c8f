// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

interface IUniswapV2Router {
    function swapExactTokensForTokens(uint256, uint256, address[] calldata, address, uint256)
        external
        returns (uint256[] memory);
    function swapExactTokensForETH(uint256, uint256, address[] calldata, address, uint256)
        external
        returns (uint256[] memory);
    function swapExactETHForTokens(uint256, address[] calldata, address, uint256)
        external
        payable
        returns (uint256[] memory);
}

/// Stands in for the LI.FI diamond: swaps over Uniswap V2, and holds the money of a bridge at both of its ends. Events
/// and the two `extract` views are LI.FI's, so that a client can check calldata here as on real chains. The zero
/// address is the native coin.
contract Diamond {
    using SafeERC20 for IERC20;

    struct Swap {
        bytes32 transactionId;
        string integrator;
        address receiver;
        /// What the caller pays, including the fee.
        uint256 amount;
        uint256 fee;
        uint256 minAmountOut;
        /// Tokens of the Uniswap pools in order; the wrapped coin represents the native one.
        address[] path;
        bool nativeIn;
        bool nativeOut;
    }

    struct Bridge {
        bytes32 transactionId;
        string bridge;
        string integrator;
        address sendingAssetId;
        address receivingAssetId;
        address receiver;
        uint256 amount;
        uint256 fee;
        uint256 minAmountOut;
        uint256 destinationChainId;
    }

    IUniswapV2Router public immutable router;
    address public immutable feeCollector;
    address public immutable relayer;
    mapping(bytes32 transactionId => bool) public started;
    /// Read by the relayer before it pays, which makes its restart safe.
    mapping(bytes32 transactionId => bool) public completed;

    event LiFiGenericSwapCompleted(
        bytes32 indexed transactionId,
        string integrator,
        string referrer,
        address receiver,
        address fromAssetId,
        address toAssetId,
        uint256 fromAmount,
        uint256 toAmount
    );
    event LiFiTransferStarted(
        bytes32 indexed transactionId,
        string bridge,
        address sendingAssetId,
        address receivingAssetId,
        address receiver,
        uint256 amount,
        uint256 minAmountOut,
        uint256 destinationChainId
    );
    event LiFiTransferCompleted(
        bytes32 indexed transactionId, address receivingAssetId, address receiver, uint256 amount, uint256 timestamp
    );

    error InvalidAmount();
    error InvalidReceiver();
    error CumulativeSlippageTooHigh(uint256 minAmount, uint256 receivedAmount);
    error TransferKnown();
    error OnlyRelayer();
    error NativePaymentFailed();

    constructor(address router_, address feeCollector_, address relayer_) {
        router = IUniswapV2Router(router_);
        feeCollector = feeCollector_;
        relayer = relayer_;
    }

    /// The bridge's reserve of native coin.
    receive() external payable {}

    function swap(Swap calldata order) external payable {
        if (order.receiver == address(0)) revert InvalidReceiver();
        address fromAsset = order.nativeIn ? address(0) : order.path[0];
        uint256 toAmount = _exchange(order, _collect(fromAsset, order.amount, order.fee));
        emit LiFiGenericSwapCompleted(
            order.transactionId,
            order.integrator,
            "",
            order.receiver,
            fromAsset,
            _lastAsset(order),
            order.amount,
            toAmount
        );
    }

    function startBridge(Bridge calldata order) external payable {
        if (order.receiver == address(0)) revert InvalidReceiver();
        if (started[order.transactionId]) revert TransferKnown();
        started[order.transactionId] = true;
        uint256 amount = _collect(order.sendingAssetId, order.amount, order.fee);
        if (amount < order.minAmountOut) revert CumulativeSlippageTooHigh(order.minAmountOut, amount);
        emit LiFiTransferStarted(
            order.transactionId,
            order.bridge,
            order.sendingAssetId,
            order.receivingAssetId,
            order.receiver,
            amount,
            order.minAmountOut,
            order.destinationChainId
        );
    }

    function completeBridge(bytes32 transactionId, address asset, address receiver, uint256 amount) external {
        if (msg.sender != relayer) revert OnlyRelayer();
        if (completed[transactionId]) revert TransferKnown();
        completed[transactionId] = true;
        _pay(asset, receiver, amount);
        emit LiFiTransferCompleted(transactionId, asset, receiver, amount, block.timestamp);
    }

    /// Extracts the parameters from calldata of `swap`.
    function extractGenericSwapParameters(bytes calldata data)
        external
        pure
        returns (
            address sendingAssetId,
            uint256 amount,
            address receiver,
            address receivingAssetId,
            uint256 receivingAmount
        )
    {
        require(bytes4(data) == Diamond.swap.selector);
        Swap memory order = abi.decode(data[4:], (Swap));
        sendingAssetId = order.nativeIn ? address(0) : order.path[0];
        amount = order.amount;
        receiver = order.receiver;
        receivingAssetId = _lastAsset(order);
        receivingAmount = order.minAmountOut;
    }

    /// Extracts the parameters from calldata of `startBridge`.
    function extractMainParameters(bytes calldata data)
        external
        pure
        returns (
            string memory bridge,
            address sendingAssetId,
            address receiver,
            uint256 amount,
            uint256 destinationChainId,
            bool hasSourceSwaps,
            bool hasDestinationCall
        )
    {
        require(bytes4(data) == Diamond.startBridge.selector);
        Bridge memory order = abi.decode(data[4:], (Bridge));
        return
            (
                order.bridge,
                order.sendingAssetId,
                order.receiver,
                order.amount,
                order.destinationChainId,
                false,
                false
            );
    }

    /// Takes the caller's money and passes the fee on. Returns the rest.
    function _collect(address asset, uint256 amount, uint256 fee) private returns (uint256) {
        if (amount == 0 || fee > amount) revert InvalidAmount();
        if (msg.value != (asset == address(0) ? amount : 0)) revert InvalidAmount();
        if (asset != address(0)) IERC20(asset).safeTransferFrom(msg.sender, address(this), amount);
        if (fee != 0) _pay(asset, feeCollector, fee);
        return amount - fee;
    }

    function _exchange(Swap calldata order, uint256 amount) private returns (uint256) {
        uint256[] memory amounts;
        if (order.nativeIn) {
            amounts = router.swapExactETHForTokens{value: amount}(
                order.minAmountOut, order.path, order.receiver, block.timestamp
            );
        } else {
            IERC20(order.path[0]).forceApprove(address(router), amount);
            amounts = order.nativeOut
                ? router.swapExactTokensForETH(amount, order.minAmountOut, order.path, order.receiver, block.timestamp)
                : router.swapExactTokensForTokens(
                    amount, order.minAmountOut, order.path, order.receiver, block.timestamp
                );
        }
        return amounts[amounts.length - 1];
    }

    function _lastAsset(Swap memory order) private pure returns (address) {
        return order.nativeOut ? address(0) : order.path[order.path.length - 1];
    }

    function _pay(address asset, address to, uint256 amount) private {
        if (asset != address(0)) return IERC20(asset).safeTransfer(to, amount);
        (bool paid,) = to.call{value: amount}("");
        if (!paid) revert NativePaymentFailed();
    }
}
