// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Delegate of an EIP-7702 account that executes several calls as one: all of them, or none.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error NotItself();

    function execute(Call[] calldata calls) external payable {
        if (msg.sender != address(this)) revert NotItself();
        for (uint256 index; index < calls.length; index++) {
            (bool ok, bytes memory returned) = calls[index].to.call{value: calls[index].value}(calls[index].data);
            if (!ok) {
                assembly {
                    revert(add(returned, 32), mload(returned))
                }
            }
        }
    }

    receive() external payable {}
}
