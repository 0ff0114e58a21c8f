// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The part of ENS's Universal Resolver that viem uses, for names whose records are stored right here. Anyone may write
/// them.
contract Names {
    uint256 private constant COIN_TYPE_ETH = 60;
    /// addr(bytes32) of ENSIP-1 and addr(bytes32,uint256) of ENSIP-9.
    bytes4 private constant ADDR = 0x3b3b57de;
    bytes4 private constant ADDR_OF_COIN = 0xf1cb7e06;

    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private _records;

    error ResolverNotFound(bytes name);
    error UnsupportedResolverProfile(bytes4 selector);

    function setRecord(bytes32 node, uint256 coinType, bytes calldata record) external {
        _records[node][coinType] = record;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        bytes4 selector = bytes4(data);
        bytes32 node = bytes32(data[4:36]);
        bytes memory ofEthereum = _records[node][COIN_TYPE_ETH];
        if (ofEthereum.length == 0) revert ResolverNotFound(name);
        if (selector == ADDR) return (abi.encode(address(bytes20(ofEthereum))), address(this));
        if (selector != ADDR_OF_COIN) revert UnsupportedResolverProfile(selector);
        return (abi.encode(_records[node][uint256(bytes32(data[36:68]))]), address(this));
    }
}
