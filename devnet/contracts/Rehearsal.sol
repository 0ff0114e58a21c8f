// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Runs in the place of an account, put there by a state override of one `eth_call`, and does one after the other what the
/// account would send in several transactions, with reads before and after. It is never deployed. To the contracts that are
/// called, the caller is the account itself, with its balances and allowances. Whoever else calls finds what stands at any
/// plain account: calls succeed and return nothing, and NFTs are accepted.
contract Rehearsal {
    struct Step {
        address to;
        uint256 value;
        bytes data;
        /// The most that it may burn; all there is where it is 0.
        uint256 gas;
        /// A read can change nothing.
        bool isRead;
    }

    struct Outcome {
        bool ok;
        bytes returned;
    }

    /// The account cannot pay what a step sends. The error of a step's own never gets out: this one is ours.
    error Underfunded();

    /// A call to itself with this signature is told apart from one that a contract makes: only the account can be the caller.
    function rehearse(Step[] calldata steps) external returns (Outcome[] memory outcomes, uint256 time) {
        if (msg.sender != address(this)) return (outcomes, 0);
        outcomes = new Outcome[](steps.length);
        for (uint256 i = 0; i < steps.length; i++) {
            Step calldata step = steps[i];
            uint256 gas = step.gas == 0 ? gasleft() : step.gas;
            if (step.value > address(this).balance) revert Underfunded();
            (outcomes[i].ok, outcomes[i].returned) = step.isRead
                ? step.to.staticcall{gas: gas}(step.data)
                : step.to.call{gas: gas, value: step.value}(step.data);
        }
        time = block.timestamp;
    }

    fallback() external payable {
        bytes4 asked = msg.sig;
        // ERC-721 onERC721Received, ERC-1155 onERC1155Received and onERC1155BatchReceived answer with themselves.
        if (asked == 0x150b7a02 || asked == 0xf23a6e61 || asked == 0xbc197c81) {
            assembly {
                mstore(0, asked)
                return(0, 32)
            }
        }
    }

    receive() external payable {}
}
