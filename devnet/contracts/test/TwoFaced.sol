// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Pays back what it is given in a simulation, and keeps a part of it on the chain: it looks at the gas price.
contract TwoFaced {
    uint256 public immutable kept;

    constructor(uint256 kept_) payable {
        kept = kept_;
    }

    function deposit() external payable {
        uint256 back = tx.gasprice == 0 ? msg.value : msg.value - kept;
        (bool ok,) = msg.sender.call{value: back}("");
        require(ok);
    }

    receive() external payable {}
}
