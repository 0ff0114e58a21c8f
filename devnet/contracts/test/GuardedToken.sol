// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DemoToken} from "../DemoToken.sol";

/// Accepts a new allowance only if there is none, as USDT does.
contract GuardedToken is DemoToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_) DemoToken(name_, symbol_, decimals_) {}

    function approve(address spender, uint256 value) public override returns (bool) {
        require(value == 0 || allowance(msg.sender, spender) == 0, "guard");
        return super.approve(spender, value);
    }
}
