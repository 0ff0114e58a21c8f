// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Parts of lending protocols that are no market of version 4: a hub (1), a pool of version 3 (2), a vault (3).
contract OtherLending {
    uint256 private immutable _kind;

    constructor(uint256 kind) {
        _kind = kind;
    }

    function getAssetCount() external view returns (uint256) {
        require(_kind == 1);
        return 4;
    }

    function getReservesList() external view returns (address[] memory) {
        require(_kind == 2);
        return new address[](2);
    }

    function asset() external view returns (address) {
        require(_kind == 3);
        return address(this);
    }
}
