// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Answers about its owners like an account of several owners (Safe).
contract SeveralOwners {
    address[] private owners;
    uint256 public immutable getThreshold;

    constructor(address[] memory owners_, uint256 threshold) {
        owners = owners_;
        getThreshold = threshold;
    }

    function getOwners() external view returns (address[] memory) {
        return owners;
    }
}
