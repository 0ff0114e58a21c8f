// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A contract wallet in the manner of a Safe: its owner carries operations in, and a failed one does not revert.
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

    receive() external payable {}
}
