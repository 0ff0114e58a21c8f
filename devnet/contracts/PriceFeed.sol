// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// A USD price behind Chainlink's AggregatorV3Interface. Always fresh: `updatedAt` is the block's own time, so that
/// moving the clock of a local chain does not make every price stale.
contract PriceFeed is Ownable {
    uint8 public constant decimals = 8;
    uint256 public constant version = 1;
    string public description;

    int256 private _answer;
    uint80 private _round;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    error NoSuchRound(uint80 round);

    constructor(string memory description_, int256 answer) Ownable(msg.sender) {
        description = description_;
        setAnswer(answer);
    }

    function setAnswer(int256 answer) public onlyOwner {
        _answer = answer;
        emit AnswerUpdated(answer, ++_round, block.timestamp);
    }

    function latestRoundData() public view returns (uint80, int256, uint256, uint256, uint80) {
        return (_round, _answer, block.timestamp, block.timestamp, _round);
    }

    /// Only the latest round is stored.
    function getRoundData(uint80 round) external view returns (uint80, int256, uint256, uint256, uint80) {
        if (round != _round) revert NoSuchRound(round);
        return latestRoundData();
    }
}
