// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A contract wallet like a Safe: its owner submits operations, and a failed one does not revert.
contract OwnedWallet {
    address public immutable owner;

    event ExecutionSuccess(bytes32 operation, uint256 payment);
    event ExecutionFailure(bytes32 operation, uint256 payment);

    error NotOwner();

    constructor(address owner_) payable {
        owner = owner_;
    }

    function execute(address to, uint256 value, bytes calldata data, bytes32 operation) external {
        if (msg.sender != owner) revert NotOwner();
        (bool ok,) = to.call{value: value}(data);
        if (ok) emit ExecutionSuccess(operation, 0);
        else emit ExecutionFailure(operation, 0);
    }

    /// ERC-1271: the owner's signature counts as the wallet's.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(hash, uint8(signature[64]), r, s) == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    receive() external payable {}
}
