// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Returns what it receives in a simulation, but keeps part of it on chain: it looks at the gas price.
contract TwoFaced {
    uint256 public immutable kept;

    constructor(uint256 kept_) payable {
        kept = kept_;
    }

    function deposit() external payable {
        uint256 back = msg.value - kept;
        if (tx.gasprice == 0) {
            back = msg.value;
            // More work than on chain, so that the gas estimated from this is enough there.
            bytes32 work;
            for (uint256 index; index < 32; index++) work = keccak256(abi.encode(work, index));
            require(work != bytes32(0));
        }
        (bool ok,) = msg.sender.call{value: back}("");
        require(ok);
    }

    receive() external payable {}
}
