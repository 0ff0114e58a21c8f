// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// An ERC-4626 vault with simple interest of `rateBps` per year. Interest is paid out of what was sent to the vault by
/// plain transfer; when that is used up the vault stops growing. With a lock-up, a deposit locks all shares of its
/// receiver.
contract YieldVault is ERC4626 {
    uint256 public immutable rateBps;
    /// Seconds.
    uint256 public immutable lockup;
    mapping(address holder => uint256) public unlockAt;

    uint256 private _owed;
    uint256 private _owedSince;

    error SharesLocked(uint256 until);
    error DepositForAnother();

    constructor(IERC20 asset_, string memory name_, string memory symbol_, uint256 rateBps_, uint256 lockup_)
        ERC20(name_, symbol_)
        ERC4626(asset_)
    {
        rateBps = rateBps_;
        lockup = lockup_;
        _owedSince = block.timestamp;
    }

    function totalAssets() public view override returns (uint256) {
        // A call may be simulated with a clock behind the last block.
        uint256 time = block.timestamp > _owedSince ? block.timestamp - _owedSince : 0;
        uint256 interest = Math.mulDiv(_owed, rateBps * time, 10_000 * 365 days);
        return Math.min(_owed + interest, IERC20(asset()).balanceOf(address(this)));
    }

    function maxWithdraw(address owner) public view override returns (uint256) {
        return _isLocked(owner) ? 0 : super.maxWithdraw(owner);
    }

    function maxRedeem(address owner) public view override returns (uint256) {
        return _isLocked(owner) ? 0 : super.maxRedeem(owner);
    }

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        // Otherwise a stranger's deposit of dust could lock somebody's shares forever.
        if (lockup != 0 && caller != receiver) revert DepositForAnother();
        uint256 owed = totalAssets() + assets;
        super._deposit(caller, receiver, assets, shares);
        _setOwed(owed);
        if (lockup != 0) unlockAt[receiver] = block.timestamp + lockup;
    }

    function _withdraw(address caller, address receiver, address owner, uint256 assets, uint256 shares)
        internal
        override
    {
        uint256 owed = totalAssets() - assets;
        super._withdraw(caller, receiver, owner, assets, shares);
        _setOwed(owed);
    }

    function _update(address from, address to, uint256 shares) internal override {
        if (_isLocked(from)) revert SharesLocked(unlockAt[from]);
        super._update(from, to, shares);
    }

    function _setOwed(uint256 owed) private {
        _owed = owed;
        _owedSince = block.timestamp;
    }

    function _isLocked(address holder) private view returns (bool) {
        return block.timestamp < unlockAt[holder];
    }
}
