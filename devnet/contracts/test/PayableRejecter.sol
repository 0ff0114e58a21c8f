// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Refuses native coin.
contract PayableRejecter {
    error NotWanted();

    receive() external payable {
        revert NotWanted();
    }
}
