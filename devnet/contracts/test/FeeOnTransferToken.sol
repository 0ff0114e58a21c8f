// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Burns 1% of every transfer, so that less arrives than was sent.
contract FeeOnTransferToken is ERC20("Toll", "TOLL") {
    constructor() {
        _mint(msg.sender, 1_000_000e18);
    }

    function _update(address from, address to, uint256 amount) internal override {
        bool charged = from != address(0) && to != address(0);
        super._update(from, to, charged ? amount - amount / 100 : amount);
        if (charged) super._update(from, address(0), amount / 100);
    }
}
