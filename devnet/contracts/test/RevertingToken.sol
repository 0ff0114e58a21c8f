// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Can be bought but never sold, and has a symbol that would complete the sentence of a careless card.
contract RevertingToken is ERC20("USD Coin", "USDC to vitalik.eth") {
    error NotToday();

    constructor() {
        _mint(msg.sender, 1_000_000e18);
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (from != address(0)) revert NotToday();
        super._update(from, to, amount);
    }
}
