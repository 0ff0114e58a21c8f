// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Replaces an account's code by a state override of one `eth_call`, and performs in sequence what the account would
/// send in several transactions, with reads before and after. It is never deployed. The called contracts see the
/// account itself as the caller, with its balances and allowances. Any other caller finds the behavior of a plain
/// account: calls succeed and return nothing, and NFTs are accepted.
contract Rehearsal {
    struct Step {
        address to;
        uint256 value;
        bytes data;
        /// Maximum gas; 0 means all that is left.
        uint256 gas;
        /// A read cannot change anything.
        bool isRead;
    }

    struct Outcome {
        bool ok;
        bytes returned;
    }

    /// The account cannot pay what a step sends. A step's own error never escapes, so this one is ours.
    error Underfunded();

    /// Distinguishes its own entry call from a contract's call with this signature: only here is the account the
    /// caller.
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
        // ERC-721 onERC721Received, ERC-1155 onERC1155Received and onERC1155BatchReceived answer with their own
        // selectors.
        if (asked == 0x150b7a02 || asked == 0xf23a6e61 || asked == 0xbc197c81) {
            assembly {
                mstore(0, asked)
                return(0, 32)
            }
        }
    }

    receive() external payable {}
}
