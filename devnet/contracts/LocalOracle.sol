// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IPriceFeed {
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

/// Prices by reserve, in 8 decimals, from the same feeds that the app reads. Its market names the feeds.
contract LocalOracle {
    uint8 public constant decimals = 8;
    address public immutable SPOKE;
    mapping(uint256 reserveId => IPriceFeed) private _sources;

    error OnlySpoke();
    error InvalidPrice(uint256 reserveId);

    constructor() {
        SPOKE = msg.sender;
    }

    function setReserveSource(uint256 reserveId, address source) external {
        if (msg.sender != SPOKE) revert OnlySpoke();
        _sources[reserveId] = IPriceFeed(source);
    }

    function getReserveSource(uint256 reserveId) external view returns (address) {
        return address(_sources[reserveId]);
    }

    function getReservePrice(uint256 reserveId) public view returns (uint256) {
        IPriceFeed source = _sources[reserveId];
        if (address(source) == address(0)) revert InvalidPrice(reserveId);
        (, int256 answer,,,) = source.latestRoundData();
        if (answer <= 0) revert InvalidPrice(reserveId);
        return uint256(answer);
    }

    function getReservesPrices(uint256[] calldata reserveIds) external view returns (uint256[] memory prices) {
        prices = new uint256[](reserveIds.length);
        for (uint256 i; i < reserveIds.length; ++i) prices[i] = getReservePrice(reserveIds[i]);
    }
}
