// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DemoToken} from "../DemoToken.sol";

/// Accepts a new allowance only if there is none, and otherwise just returns false, as some tokens of 2017 do.
contract DecliningToken is DemoToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_) DemoToken(name_, symbol_, decimals_) {}

    function approve(address spender, uint256 value) public override returns (bool) {
        if (value != 0 && allowance(msg.sender, spender) != 0) return false;
        return super.approve(spender, value);
    }
}
