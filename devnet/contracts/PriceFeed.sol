// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// A USD price behind Chainlink's AggregatorV3Interface, with its past rounds. The latest round is always fresh: its
/// `updatedAt` is the block's own time, so that moving the clock of a local chain does not make every price stale.
contract PriceFeed is Ownable {
    struct Round {
        int192 answer;
        uint64 updatedAt;
    }

    uint8 public constant decimals = 8;
    uint256 public constant version = 1;
    string public description;

    /// The first round is at index 0, and has the number 1.
    Round[] private _rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    error NoSuchRound(uint80 round);

    constructor(string memory description_, int256 answer) Ownable(msg.sender) {
        description = description_;
        setAnswer(answer);
    }

    function setAnswer(int256 answer) public onlyOwner {
        _add(answer, block.timestamp);
    }

    /// Adds rounds that are `step` seconds apart, the first of them that long after now: for the time until which the
    /// clock of a new chain is about to be moved.
    function setAnswers(int256[] calldata answers, uint256 step) external onlyOwner {
        for (uint256 i = 0; i < answers.length; i++) _add(answers[i], block.timestamp + (i + 1) * step);
    }

    function latestRoundData() public view returns (uint80, int256, uint256, uint256, uint80) {
        uint80 round = uint80(_rounds.length);
        return (round, _rounds[round - 1].answer, block.timestamp, block.timestamp, round);
    }

    function getRoundData(uint80 round) external view returns (uint80, int256, uint256, uint256, uint80) {
        if (round == 0 || round > _rounds.length) revert NoSuchRound(round);
        if (round == _rounds.length) return latestRoundData();
        Round storage past = _rounds[round - 1];
        return (round, past.answer, past.updatedAt, past.updatedAt, round);
    }

    function _add(int256 answer, uint256 updatedAt) private {
        _rounds.push(Round(int192(answer), uint64(updatedAt)));
        emit AnswerUpdated(answer, _rounds.length, updatedAt);
    }
}
