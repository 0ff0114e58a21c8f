// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DemoToken} from "../DemoToken.sol";

/// Takes a new allowance only where none stands, and says so by its answer alone, as some tokens of 2017 do.
contract DecliningToken is DemoToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_) DemoToken(name_, symbol_, decimals_) {}

    function approve(address spender, uint256 value) public override returns (bool) {
        if (value != 0 && allowance(msg.sender, spender) != 0) return false;
        return super.approve(spender, value);
    }
}
